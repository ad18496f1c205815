import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { exampleDetail } from "#test/support/article-answers.ts";
import { ARTICLE_KIND } from "./article-kind.ts";
import { type FormValues, NEW_VALUES } from "./form-values.ts";
import { markedWords, VERSION_FIELDS } from "./version-fields.tsx";

const shown = (name: keyof FormValues, change: Partial<FormValues>) =>
  VERSION_FIELDS[name].show({ ...NEW_VALUES, ...change });

describe("a field beside that of another version", () => {
  test.each([
    ["a switch that is on", "is_featured", { is_featured: true }, "On"],
    ["one that is off", "is_breaking", {}, "Off"],
    ["a status, in words", "status", { status: "ready" }, "Ready"],
    ["tags as they are typed", "tags", { tags: "one, two" }, "one, two"],
    ["a language by its name", "language", { language: "ar" }, "Arabic"],
    ["no date", "published_date", {}, null],
    ["a date that cannot be read, as it was typed", "published_date", { published_date: "tomorrrow" }, "tomorrrow"],
  ] as const)("shows %s", (_what, name, change, words) => {
    expect(shown(name, change)).toBe(words);
  });

  test("shows a date in words, not as it is stored", () => {
    expect(shown("published_date", { published_date: "2026-01-05T12:00:00.000Z" })).toMatch(/^January 5, 2026 at /);
  });
});

describe("the text of two versions", () => {
  const { blocks } = VERSION_FIELDS.content;
  const of = (mine: string, theirs: string) =>
    blocks?.of({ ...NEW_VALUES, content: mine }, { ...NEW_VALUES, content: theirs });
  const NOTE =
    '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>n <a href="#fnref-1">↩</a></p></li></ol></section>';

  test("is chosen block by block, and joined to the text again", () => {
    expect(of("<p>a</p><p>b</p>", "<p>a</p>")).toEqual({ mine: ["<p>a</p>", "<p>b</p>"], theirs: ["<p>a</p>"] });
    expect(blocks?.join(["<p>a</p>", "<p>b</p>"])).toBe("<p>a</p><p>b</p>");
    expect(of("", "")).toEqual({ mine: [], theirs: [] });
  });

  test("brings footnotes along with the blocks that name them", () => {
    const [first = ""] = blocks?.all({ ...NEW_VALUES, content: NOTE }) ?? [];
    expect(blocks?.join([first, "<p>b</p>"])).toContain('<section class="footnotes">');
    expect(blocks?.join(["<p>b</p>"])).not.toContain("footnotes");
  });

  test("is not chosen block by block where one of them has footnotes that do not fit together", () => {
    const odd = NOTE.replace('id="fn-1"', 'id="fn-x"');
    expect(of(odd, "<p>a</p>")).toBeNull();
    expect(of("<p>a</p>", odd)).toBeNull();
    expect(blocks?.all({ ...NEW_VALUES, content: odd })).toEqual([]);
  });
});

test("only the words that differ are marked in a paragraph", () => {
  const html = (node: ReactNode) => renderToStaticMarkup(node).replaceAll(/<\/?(?:span|p)>/g, "");
  const sides = markedWords("One word here", "Two words here");
  expect(html(sides.mine)).toBe("<mark>One</mark> <mark>word</mark> here");
  expect(html(sides.theirs)).toBe("<mark>Two</mark> <mark>words</mark> here");
  const formatted = markedWords("Same", "Same");
  expect([html(formatted.mine), html(formatted.theirs)]).toEqual(["<mark>Same</mark>", "<mark>Same</mark>"]);
});

describe("what an article lacks before it can be sent", () => {
  const missing = (change: Partial<FormValues>, before: FormValues | null = null) =>
    ARTICLE_KIND.missingIn({ ...NEW_VALUES, ...change }, before as never);

  test("is a title and a category where it is new; of one that is stored the server knows", () => {
    expect(missing({ title: "  " })).toEqual({ title: "Title is required.", category: "Category is required." });
    expect(missing({ title: "T", category: "AI" })).toEqual({});
    expect(missing({}, NEW_VALUES)).toEqual({});
  });

  test("is a date that can be read, which the browser alone has", () => {
    const unread = { title: "T", category: "AI", published_date: "the day after never" };
    expect(Object.keys(missing(unread))).toEqual(["published_date"]);
    expect(Object.keys(missing(unread, NEW_VALUES))).toEqual(["published_date"]);
    expect(missing({ ...unread, published_date: "2026-01-05T12:00:00.000Z" })).toEqual({});
  });
});

test("a copy of an article is a draft, whatever the article is", () => {
  const values = ARTICLE_KIND.valuesOf(exampleDetail({ status: "published", tags: ["one"] }));
  expect(ARTICLE_KIND.copyOf?.(values)).toEqual({ ...values, status: "draft" });
});
