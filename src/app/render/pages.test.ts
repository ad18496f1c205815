import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageUrl } from "#shared/urls.ts";
import { pageAddress, splitTarget, withoutPageOne, withoutTrailingSlash } from "./pages.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

describe("one page has one cache entry", () => {
  test.each([
    ["marks of campaigns", "/article/12?utm_source=mail&fbclid=1", "/article/12"],
    ["a slash at its end", "/about/", "/about"],
    ["letters that need no escape", "/%61bout", "/*"],
    ["the same letter escaped or not", "/category/%61i", "/category/ai"],
    ["parameters in another order", "/search?page=2&query=bitcoin&x=1", "/search?query=bitcoin&page=2"],
    ["a parameter given twice", "/search?query=a&query=b", "/search?query=a"],
    ["a space as plus or escape", "/search?query=a%20b", "/search?query=a+b"],
  ])("whatever its spelling: %s", (_what, target, key) => {
    expect(pageAddress(target).key).toBe(key);
  });

  test("however many addresses lead nowhere, which would fill the cache", () => {
    for (const target of ["/nowhere", "/about/us?query=1", "/%", "/article//1"])
      expect(pageAddress(target)).toMatchObject({ key: "/*", search: "", partition: "pages" });
  });

  test(`and two pages never share one (seed ${SEED})`, () => {
    const slug = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(slug, slug, (left, right) => {
        fc.pre(left !== right);
        expect(pageAddress(pageUrl.category(left)).key).not.toBe(pageAddress(pageUrl.category(right)).key);
        expect(pageAddress(pageUrl.search(left)).key).not.toBe(pageAddress(pageUrl.search(right)).key);
      }),
      { seed: SEED },
    );
  });
});

test("pages with unbounded addresses are cached apart from the publication's, secret ones not at all", () => {
  const partitionOf = (target: string) => pageAddress(target).partition;
  expect([partitionOf("/"), partitionOf("/article/1?utm_source=x")]).toEqual(["pages", "pages"]);
  expect([partitionOf("/search?query=a"), partitionOf("/category/ai?page=2")]).toEqual(["requests", "requests"]);
  expect([
    partitionOf("/unsubscribe?token=t"),
    partitionOf("/unsubscribe?token="),
    partitionOf("/unsubscribe"),
  ]).toEqual(["none", "none", "pages"]);
});

test("a target is split at its first question mark", () => {
  expect(splitTarget("/a?b=c?d")).toEqual({ path: "/a", query: "?b=c?d" });
  expect(splitTarget("/a")).toEqual({ path: "/a", query: "" });
});

describe("an address with a trailing slash", () => {
  test("redirects to the one without it, and keeps its query unchanged", () => {
    expect(withoutTrailingSlash("/category/ai/?page=2&utm_source=x")).toBe("/category/ai?page=2&utm_source=x");
    expect(withoutTrailingSlash("/about//")).toBe("/about");
  });

  test.each(["/", "/about", "/nowhere/", "//evil.example/", "/\\evil.example/", "/category//"])(
    "redirects nowhere if there is no such page: %s",
    (target) => {
      expect(withoutTrailingSlash(target)).toBeUndefined();
    },
  );

  test(`never redirects off the site (seed ${SEED})`, () => {
    const piece = fc.constantFrom(
      "/",
      "//",
      "\\",
      "category",
      "about",
      "evil.example",
      "%2f",
      "%5c",
      ":",
      "@",
      "..",
      "?",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
        const to = withoutTrailingSlash(`/${pieces.join("")}/`);
        if (to !== undefined) expect(new URL(to, "https://news.example").host).toBe("news.example");
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });
});

test.each([
  ["?page=1", ""],
  ["?a=1&page=1&b=%20", "?a=1&b=%20"],
  ["", undefined],
  ["?page=2", undefined],
  ["?page=1&page=2", undefined],
  ["?xpage=1", undefined],
])("the first page of a list has no number: %j", (query, expected) => {
  expect(withoutPageOne(query)).toBe(expected);
});
