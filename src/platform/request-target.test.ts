import { expect, test } from "vitest";
import { pathOfTarget } from "./request-target.ts";

test.each([
  ["/", "/"],
  ["/a?b=http://x/y", "/a?b=http://x/y"],
  ["//evil.example/a", "//evil.example/a"],
  ["http://x", "/"],
  ["http://x/", "/"],
  ["http://x/a?b#c", "/a?b#c"],
  ["HTTP://user:secret@[::1]:80/%zz", "/%zz"],
  ["http://x?a=/b", "/?a=/b"],
  ["http://x#a", "/#a"],
  ["http:///a", "/a"],
  ["ftp://x//a", "//a"],
  ["*", undefined],
  ["", undefined],
  ["x:443", undefined],
  ["://x/a", undefined],
  ["about", undefined],
])("the target %s is the path %s", (target, path) => {
  expect(pathOfTarget(target)).toBe(path);
});
