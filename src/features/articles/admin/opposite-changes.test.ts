import { expect, test } from "vitest";
import { exampleSummary } from "#test/support/article-answers.ts";
import type { ListedArticle } from "../schema.ts";
import { changedBy, oppositesOf } from "./opposite-changes.ts";

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
  const bare = article({ category: "AI", tags: ["AI", "News", "Technology"] });
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
