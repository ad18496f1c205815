import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameKey } from "#shared/text.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { defaultTags } from "../rules.ts";
import type { BulkChange, ListedArticle } from "../schema.ts";
import { changedBy, oppositesOf, readerEffectOf } from "./bulk-bar.tsx";

let made = 0;
function article(change: Partial<ListedArticle>): ListedArticle {
  made += 1;
  return exampleSummary({ id: made, category: "AI", ...change });
}

test("undoing gives each article its own values back, in as few calls as there are values", () => {
  const [first, second, third] = [
    article({ category: "AI", is_featured: true }),
    article({ category: "Tech", is_featured: false }),
    article({ category: "Tech", is_featured: false }),
  ];
  expect(oppositesOf({ category: "Crypto" }, [first, second, third])).toEqual([
    { ids: [first.id], change: { category: "AI" } },
    { ids: [second.id, third.id], change: { category: "Tech" } },
  ]);
  expect(oppositesOf({ is_featured: true }, [first, second, third]), "what was so already stays").toEqual([
    { ids: [second.id, third.id], change: { is_featured: false } },
  ]);
});

test("undoing tags takes off what was added only, and puts back what was there", () => {
  const tagged = article({ tags: ["Kept", "Gone"] });
  expect(oppositesOf({ tags_add: ["kept", "New"], tags_remove: ["gone", "unknown"] }, [tagged])).toEqual([
    { ids: [tagged.id], change: { tags_remove: ["New"], tags_add: ["Gone"] } },
  ]);
  // What the list shows for an article without tags is not stored.
  const bare = article({ category: "AI", tags: ["AI", "News", "Latest"] });
  expect(oppositesOf({ tags_add: ["News"] }, [bare])).toEqual([{ ids: [bare.id], change: { tags_remove: ["News"] } }]);
});

test("undoing an author gives the former one back, or none where none was", () => {
  const [own, nobody] = [
    article({ author: "Amina", authors: ["Amina", "Baraka"] }),
    article({ author: "The Founding Writer", authors: ["The Founding Writer"] }),
  ];
  expect(oppositesOf({ authors: ["Wanjiru"] }, [own, nobody])).toEqual([
    { ids: [own.id], change: { authors: ["Amina", "Baraka"] } },
    { ids: [nobody.id], change: { authors: [] } },
  ]);
});

test("counts what a change publishes or unpublishes, and what loses its time by it", () => {
  const selected = [
    article({ status: "published", published_date: "2025-01-05T10:00:00.000Z" }),
    article({ status: "published", published_date: "2999-01-05T10:00:00.000Z" }),
    article({ status: "draft" }),
    article({ status: "ready" }),
  ];
  expect(readerEffectOf({ status: "published" }, selected)).toEqual({ verb: "publish", count: 2, untimed: 0 });
  expect(readerEffectOf({ status: "draft" }, selected)).toEqual({ verb: "unpublish", count: 2, untimed: 1 });
  expect(readerEffectOf({ status: "ready" }, selected.slice(2)), "readers see no difference").toBeUndefined();
  expect(readerEffectOf({ category: "AI" }, selected)).toBeUndefined();
});

test("what was moved to the trash is restored", () => {
  const gone = article({});
  expect(oppositesOf({ trash: true }, [gone])).toEqual([{ ids: [gone.id], change: { trash: false } }]);
});

test("an article that is on no open page is known as it was changed, for the next undo", () => {
  const before = article({
    category: "AI",
    author: "Amina",
    authors: ["Amina"],
    tags: ["Kept", "Gone"],
    is_featured: false,
  });
  const change = {
    category: "Tech",
    is_featured: true,
    authors: ["Wanjiru"],
    tags_add: ["New"],
    tags_remove: ["gone"],
  };
  const after = changedBy(change, before);
  expect(after).toMatchObject({
    category: "Tech",
    is_featured: true,
    authors: ["Wanjiru"],
    author: "Wanjiru",
    tags: ["Kept", "New"],
  });
  expect(oppositesOf({ category: "Crypto" }, [after])).toEqual([{ ids: [before.id], change: { category: "Tech" } }]);
});

describe("any change of any articles", () => {
  const tag = fc.constantFrom("Kept", "kept", "DeFi", "Élan", "elan", "News", "AI");
  /** As the server stores them: none twice, whatever its case. */
  const tags = fc.uniqueArray(tag, { selector: nameKey, maxLength: 4 });
  const flags = { is_featured: fc.boolean(), is_breaking: fc.boolean() };
  const status = fc.constantFrom("published" as const, "ready" as const, "draft" as const);
  const category = fc.constantFrom("AI", "Tech");
  const names = fc.constantFrom<string[][]>(["Amina"], ["Amina", "Baraka"], ["The Founding Writer"]);
  const articles = fc.array(fc.record({ ...flags, status, category, tags: tags.filter((list) => list.length > 0) }), {
    minLength: 1,
    maxLength: 5,
  });
  const anyChange: fc.Arbitrary<BulkChange> = fc
    .record(
      {
        ...flags,
        status,
        category,
        tags_add: tags,
        tags_remove: tags,
        authors: fc.constantFrom<string[][]>([], ["Wanjiru"], ["Amina"]),
      },
      { requiredKeys: [] },
    )
    .map((change) => change as BulkChange);
  const comparable = ({ tags: list, byline: _byline, ...rest }: ListedArticle) => ({
    ...rest,
    tags: list.map(nameKey).sort(),
  });

  test("is undone by its opposites, each article by at most one of them", () => {
    fc.assert(
      fc.property(articles, names, anyChange, (given, authors, change) => {
        const before = given.map((fields) => article({ ...fields, authors, author: authors[0] ?? "" }));
        // What stands in for no tags is no list of tags that somebody chose.
        fc.pre(before.every((one) => one.tags.join() !== defaultTags(one.category).join()));
        const calls = oppositesOf(change, before);
        const ids = calls.flatMap((call) => call.ids);
        expect(ids.length).toBe(new Set(ids).size);
        for (const one of before) {
          const undone = calls
            .filter((call) => call.ids.includes(one.id))
            .reduce((now, call) => changedBy(call.change, now), changedBy(change, one));
          expect(comparable(undone)).toEqual(comparable(one));
        }
      }),
    );
  });

  test("that changes nothing needs no undoing", () => {
    fc.assert(
      fc.property(articles, (given) => {
        for (const fields of given) {
          const one = article(fields);
          const same = { is_featured: one.is_featured, status: one.status, category: one.category, tags_add: one.tags };
          fc.pre(one.tags.join() !== defaultTags(one.category).join());
          expect(oppositesOf(same, [one])).toEqual([]);
        }
      }),
    );
  });
});

test("a scheduled article is not published by undoing that it became a draft: its time is gone", () => {
  const status = "published";
  const [scheduled, seen] = [
    article({ status, published_date: new Date(Date.now() + 60_000).toISOString() }),
    article({ status, published_date: "2026-01-01T00:00:00.000Z" }),
  ];
  expect(oppositesOf({ status: "draft" }, [scheduled, seen])).toEqual([{ ids: [seen.id], change: { status } }]);
});
