import { describe, expect, test } from "vitest";
import { articleSlug, chosenSlug, isArticleSlug, shownSlug, slugToStore, typedSlug } from "./slug.ts";

describe("the slug of a title", () => {
  test.each([
    ["$BTC falls 5 %", "btc-falls-5"],
    ["Zieliński’s Cafe\u0301", "zielinskis-cafe"],
    ["東京", "東京"],
    ["2026", "article-2026"],
    ["🚀", "article"],
    ["Changes", "article-changes"],
  ])("of %j is %j", (title, slug) => {
    expect(articleSlug(title)).toBe(slug);
    expect(isArticleSlug(slug)).toBe(true);
  });

  test("is cut after a word to 80 characters, or inside a longer one", () => {
    const words = articleSlug("seven77 ".repeat(20));
    expect(words).toBe(Array(10).fill("seven77").join("-"));
    const letter = "\u{20000}";
    const long = articleSlug(`a${letter.repeat(60)}`);
    expect([long.length, long.isWellFormed()]).toEqual([79, true]);
    expect(articleSlug(`2026 ${"x".repeat(90)}`)).toBe("article-2026");
  });
});

test("a typed slug becomes one, and an empty one stays empty", () => {
  expect(["  My Slug! ", " ", "12"].map(typedSlug)).toEqual(["my-slug", "", "article-12"]);
});

test("a slug in the form of a language is stored, follows the title, and is nobody's choice", () => {
  const first = { title: "Київ", language: "uk" };
  expect(slugToStore("", { after: first })).toBe("kyiv");
  const before = { ...first, slug: "kyiv" };
  for (const given of ["", "kyiv"]) {
    expect(slugToStore(given, { before, after: first })).toBe("kyiv");
    expect(slugToStore(given, { before, after: { ...first, title: "Кривий Ріг" } })).toBe("kryvyi-rih");
    expect(slugToStore(given, { before, after: { title: "News", language: "uk" } })).toBe("");
  }
  expect(slugToStore("chosen", { before, after: first })).toBe("chosen");
  expect(chosenSlug(before)).toBe("");
});

test("an article that has an address stays there until its title or language changes", () => {
  const before = { title: "Київ", language: "", slug: "" };
  for (const given of ["", "kiyiv"]) {
    expect(slugToStore(given, { before, after: before })).toBe("");
    expect(slugToStore(given, { before, after: { ...before, title: "Київ і Львів" } })).toBe("kyiv-i-lviv");
  }
  expect(shownSlug(before)).toBe("kiyiv");
  expect(chosenSlug({ ...before, slug: shownSlug(before) })).toBe("kiyiv");
});

test("a slug is stored only where it differs from the title's", () => {
  const before = { title: "Old title", slug: "" };
  const after = { title: "New title" };
  expect(slugToStore("old-title", { before, after })).toBe("");
  expect(slugToStore("new-title", { before, after })).toBe("");
  expect(slugToStore("chosen", { before, after })).toBe("chosen");
  expect(slugToStore("old-title", { before: { ...before, slug: "chosen" }, after })).toBe("old-title");
});
