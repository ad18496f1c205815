import { expect, test } from "vitest";
import { isFirstVersion, isLaterVersion, isSameVersion } from "./versions.ts";

test("tags are compared by their version, not by the digest after it", () => {
  expect(isSameVersion('"12-abc"', '"12-xyz"')).toBe(true);
  expect(isSameVersion('W/"12-abc"', '"12"')).toBe(true);
  expect(isSameVersion('"12-abc"', '"1-abc"')).toBe(false);
  expect(isSameVersion(null, null)).toBe(false);
  expect(isSameVersion("", '"1"')).toBe(false);
});

test("versions are ordered by their number, and only the first one is the first", () => {
  expect(isFirstVersion('"1-a"')).toBe(true);
  expect(isFirstVersion('"10-a"')).toBe(false);
  expect(isLaterVersion('"10"', '"9"')).toBe(true);
  expect(isLaterVersion('"9"', '"10"')).toBe(false);
});

test("fingerprints are equal or not, and have no order", () => {
  expect(isSameVersion('"c1a2"', 'W/"c1a2-digest"')).toBe(true);
  expect(isSameVersion('"c1a2"', '"c1a3"')).toBe(false);
  expect(isFirstVersion('"c1"')).toBe(false);
  expect(isLaterVersion('"c1a2"', '"c1a3"')).toBe(true);
  expect(isLaterVersion('"c1a2"', '"c1a2"')).toBe(false);
});
