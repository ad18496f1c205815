import { describe, expect, test } from "vitest";
import { allCategories } from "#features/categories/rules.ts";
import type { Role } from "#shared/actor.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { ColumnChoice } from "./articles-tab.tsx";
import { BulkBar, BulkDialog, bulkChangeOf, EffectQuestion, NO_BULK_VALUES, type Selection } from "./bulk-bar.tsx";

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

  test("is there only where something is, and says how much", () => {
    expect(bar(0)).not.toContain("Selected articles");
    expect(wordsOf(bar(1))).toContain("1 selected");
  });

  test("sends no more than the server takes at once, and says so", () => {
    expect([disabled(bar(500)), wordsOf(bar(500)).includes("at most")]).toEqual([[], false]);
    expect(disabled(bar(501))).toEqual(["Change", "Move to trash"]);
    expect(wordsOf(bar(501))).toContain("501 selected : at most 500 can be changed together");
  });
});

describe("the dialog that changes many articles", () => {
  const dialog = (role: Role, count = 2) => {
    const { client, has } = clientOfAnswers();
    has(allCategories(), []);
    return adminMarkup(<BulkDialog articles={articlesOf(count)} isBusy={false} onApply={nothing} onClose={nothing} />, {
      client,
      role,
    });
  };

  test("counts in its title", () => {
    expect(wordsOf(dialog("chief", 1))).toMatch(/^Change 1 article Fields/);
    expect(wordsOf(dialog("chief", 12))).toMatch(/^Change 12 articles Fields/);
  });

  test("asks about placing and marking articles who may publish, and nobody else", () => {
    const flags = (role: Role) =>
      ["Auto-Update", "Featured", "Editor's Pick", "Breaking news"].filter((label) =>
        wordsOf(dialog(role)).includes(label),
      );
    expect(flags("editor")).toEqual(["Auto-Update", "Featured", "Editor's Pick", "Breaking news"]);
    expect([flags("writer"), flags("contributor")]).toEqual([[], []]);
  });

  test("asks before readers see a difference, and names the number", () => {
    const question = (verb: "publish" | "unpublish", count: number, untimed: number) =>
      wordsOf(adminMarkup(<EffectQuestion effect={{ verb, count, untimed }} onConfirm={nothing} onCancel={nothing} />));
    expect(question("publish", 12, 0)).toBe(
      "Publish 12 articles? Readers will see them on the site. Cancel Publish 12 articles",
    );
    expect(question("unpublish", 1, 1)).toContain("Unpublish 1 article?");
    expect(question("unpublish", 3, 2)).toContain("2 articles will lose the scheduled time.");
  });

  test("changes nothing as long as nothing is given", () => {
    expect(dialog("chief")).toMatch(/<button type="submit"[^>]*disabled=""/);
  });
});

test("the choice of columns is closed at first, and has a name", () => {
  const html = adminMarkup(<ColumnChoice columns={["Views"]} hidden={[]} onChange={nothing} />);
  expect(html).toMatch(/<fieldset[^>]*aria-label="Columns"/);
  expect(html).not.toContain("Views");
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
