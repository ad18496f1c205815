import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchSegments } from "./path-pattern.ts";

const match = (pattern: string, path: string) => matchSegments(pattern.split("/"), path.split("/"));

describe("a path", () => {
  test.each([
    ["/article/:id", "/article/12", { id: "12" }],
    ["/article/:id/changes", "/article/12/changes", { id: "12" }],
    ["/article/:id/:slug?", "/article/12", { id: "12" }],
    ["/article/:id/:slug?", "/article/12/b%C3%B6rse", { id: "12", slug: "börse" }],
    ["/about", "/about", {}],
    ["/category/:slug", "/category/%D1%86%D0%B5%D0%BD%D0%B0", { slug: "цена" }],
    // An encoded slash belongs to the name, not to the path.
    ["/category/:slug", "/category/a%2Fb", { slug: "a/b" }],
    ["/category/:slug", "/category/..", { slug: ".." }],
  ])("matches %s as %s", (pattern, path, params) => {
    expect(match(pattern, path)).toEqual(params);
  });

  test.each([
    ["/article/:id", "/article"],
    ["/article/:id", "/article/"],
    ["/article/:id", "/article/12/"],
    ["/article/:id", "/article/12/13"],
    ["/article/:id", "/Article/12"],
    ["/article/:id/:slug?", "/article"],
    ["/article/:id/:slug?", "/article/12/13/14"],
    ["/article/:id/changes", "/article//changes"],
    ["/about", "/%61bout"],
  ])("does not match %s as %s", (pattern, path) => {
    expect(match(pattern, path)).toBeNull();
  });

  test.each(["%", "%E0%A4%A", "%ff", "100%"])(
    "with the broken encoding %j names what it says, and breaks nothing",
    (text) => {
      expect(match("/category/:slug", `/category/${text}`)).toEqual({ slug: text });
    },
  );

  test("gives back every parameter that was written into it", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(name, name, (one, other) => {
        const path = `/a/${encodeURIComponent(one)}/b/${encodeURIComponent(other)}`;
        expect(match("/a/:one/b/:other", path)).toEqual({ one, other });
      }),
    );
  });
});
