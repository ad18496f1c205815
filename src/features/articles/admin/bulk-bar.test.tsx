import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { exampleSummary } from "#test/support/article-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { BulkBar, bulkChangeOf, EffectQuestion, NO_BULK_VALUES, type Selection } from "./bulk-bar.tsx";

const nothing = () => {};
const articlesOf = (count: number) => Array.from({ length: count }, (_, at) => exampleSummary({ id: at + 1 }));

describe("the bar of what is selected", () => {
  const bar = (count: number) => {
    const articles = articlesOf(count);
    const selection: Selection = { articles, has: () => true, set: nothing, note: nothing, clear: nothing };
    return adminMarkup(<BulkBar selection={selection} onGone={nothing} />);
  };
  const disabled = (html: string) =>
    [...html.matchAll(/<button[^>]*disabled=""[^>]*>(.*?)<\/button>/g)].map(([, label = ""]) => wordsOf(label));

  test("sends no more than the server takes at once, and says so", () => {
    expect([disabled(bar(500)), wordsOf(bar(500)).includes("at most")]).toEqual([[], false]);
    expect(disabled(bar(501))).toEqual(["Change", "Move to trash"]);
    expect(wordsOf(bar(501))).toContain("501 selected : at most 500 can be changed together");
  });
});

describe("the dialog that changes many articles", () => {
  test("asks before readers see a difference, and names the number", () => {
    const question = (verb: "publish" | "unpublish", count: number, untimed: number) =>
      wordsOf(adminMarkup(<EffectQuestion effect={{ verb, count, untimed }} onConfirm={nothing} onCancel={nothing} />));
    expect(question("publish", 12, 0)).toBe(
      "Publish 12 articles? Readers will see them on the site. Cancel Publish 12 articles",
    );
    expect(question("unpublish", 1, 1)).toContain("Unpublish 1 article?");
    expect(question("unpublish", 3, 2)).toContain("2 articles will lose the scheduled time.");
  });
});

test("only what was given is changed", () => {
  expect(bulkChangeOf(NO_BULK_VALUES)).toBeUndefined();
  expect(bulkChangeOf({ ...NO_BULK_VALUES, category: "  ", tags_add: " , ", authors: " , " })).toBeUndefined();
  expect(bulkChangeOf({ ...NO_BULK_VALUES, is_featured: "false", status: "draft" })).toEqual({
    is_featured: false,
    status: "draft",
  });
  expect(
    bulkChangeOf({
      ...NO_BULK_VALUES,
      category: " AI ",
      authors: "Amina, Baraka ",
      tags_add: "one, two",
      tags_remove: "three",
    }),
  ).toEqual({ category: "AI", authors: ["Amina", "Baraka"], tags_add: ["one", "two"], tags_remove: ["three"] });
});
