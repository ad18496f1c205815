import { expect, test } from "vitest";
import { ApiError } from "#shared/api-client.ts";
import { isSameVersion, rowIn } from "./versions.ts";

test("tags are compared by their version, not by the digest after it", () => {
  expect(isSameVersion('"12-abc"', '"12-xyz"')).toBe(true);
  expect(isSameVersion('W/"12-abc"', '"12"')).toBe(true);
  expect(isSameVersion('"12-abc"', '"1-abc"')).toBe(false);
  expect(isSameVersion('"c1a2"', 'W/"c1a2-digest"')).toBe(true);
  expect(isSameVersion('"c1a2"', '"c1a3"')).toBe(false);
  expect(isSameVersion(null, null)).toBe(false);
  expect(isSameVersion("", '"1"')).toBe(false);
});

test("a row that left its list is gone like any other that was deleted", () => {
  const rows = [{ id: 1 }, { id: 2 }];
  expect(rowIn(rows, 2)).toBe(rows[1]);
  expect(() => rowIn(rows, 3)).toThrow(ApiError);
  expect(() => rowIn(rows, 3)).toThrow(expect.objectContaining({ status: 404 }));
});
