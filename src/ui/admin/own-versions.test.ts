import { expect, test } from "vitest";
import { ownVersions } from "./own-versions.ts";

const at = (etag: string | null, key = "article-1") => ({ key, etag });

test("an item that is still shown at an older version is changed at one's own newest", () => {
  const own = ownVersions();
  expect(own.newestOf(at('"1"'))).toBe('"1"');
  own.note(at('"1"'), '"2-a"');
  own.note(at('"1"'), '"3-b"');
  expect(['"1"', '"2-a"', '"3-b"'].map((etag) => own.newestOf(at(etag)))).toEqual(['"3-b"', '"3-b"', '"3-b"']);
  expect(own.newestOf(at('"1"', "article-2"))).toBe('"1"');
});

test("a version that was read since is left as it is: it may be somebody else's", () => {
  const own = ownVersions();
  own.note(at('"1"'), '"2-a"');
  expect(own.newestOf(at('"2"'))).toBe('"2"');
  own.note(at('"2"'), '"3-b"');
  expect(own.newestOf(at('"2-a"'))).toBe('"3-b"');
  expect(own.newestOf(at('"4"'))).toBe('"4"');
});

test("a change that keeps the version, as of an issue, keeps it", () => {
  const own = ownVersions();
  own.note(at('"1"', "issue-1"), '"1"');
  expect(own.newestOf(at('"1"', "issue-1"))).toBe('"1"');
});
