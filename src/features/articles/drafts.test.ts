import { describe, expect, test } from "vitest";
import { fallbackPicture } from "#shared/urls.ts";
import {
  authorIdsOf,
  authorRefs,
  authorsIn,
  changeOf,
  mergeChange,
  newDraft,
  type StoredDraft,
  seenBy,
  snapshotOf,
} from "./drafts.ts";
import { FLAG_NAMES, fromColumns, NEW_FIELDS, toColumns } from "./fields.ts";
import { DEFAULT_AUTHOR, defaultTags, missingIn, removedNotice } from "./rules.ts";

const NOW = Date.UTC(2026, 5, 1);
const HOUR = 3_600_000;
type Row = Parameters<typeof mergeChange>[0];

const row = (more: object = {}): Row =>
  ({
    ...toColumns({ ...NEW_FIELDS, title: "Title", status: "published" }),
    content: "<p>a</p>",
    content_image_url: "",
    tags: "[]",
    sources: "[]",
    co_authors: "[]",
    author_id: 3,
    published_at: NOW - HOUR,
    last_updated_at: null,
    ...more,
  }) as unknown as Row;
const merge = (before: Row, change: Partial<StoredDraft>) => mergeChange(before, "AI", change, NOW);

describe("stand-ins that come back with the whole article object are not stored", () => {
  test.each([
    ["the placeholder of lists", {}, fallbackPicture.list, ""],
    ["the placeholder of related articles", {}, fallbackPicture.related, ""],
    ["the text's picture, where the article has none", { content_image_url: "/a.png" }, "/a.png", ""],
    ["but a picture that the editor chose", { content_image_url: "/a.png" }, "/b.png", "/b.png"],
    [
      "also the text's, where the article had another",
      { image_url: "/b.png", content_image_url: "/a.png" },
      "/a.png",
      "/a.png",
    ],
  ])("%s", (_what, before, image_url, stored) => {
    expect(merge(row(before), { image_url }).image_url).toBe(stored);
  });

  test("default tags, where the article has none; the same by choice are kept", () => {
    const tags = defaultTags("AI");
    expect(merge(row(), { tags }).tags).toEqual([]);
    expect(merge(row({ tags: '["x"]' }), { tags }).tags).toEqual(tags);
    expect(merge(row(), { tags: ["AI"] }).tags).toEqual(["AI"]);
  });
});

describe("the date of an article", () => {
  test.each([
    ["that readers have seen stays when it is cleared", {}, { publishedAt: null }, NOW - HOUR],
    [
      "that is cleared while it is scheduled is free: it is published now",
      { published_at: NOW + HOUR },
      { publishedAt: null },
      null,
    ],
    ["of a draft can be cleared", { status: "draft" }, { publishedAt: null }, null],
    ["that is withdrawn and cleared at once goes", {}, { status: "draft", publishedAt: null } as const, null],
    ["that is changed is changed", {}, { publishedAt: NOW }, NOW],
    ["that is published this instant counts as seen", { published_at: NOW }, { publishedAt: null }, NOW],
  ])("%s", (_what, before, change, expected) => {
    expect(merge(row(before), change).publishedAt).toBe(expected);
  });
});

test("a change leaves what it does not name", () => {
  const before = row({ excerpt: "E", is_featured: 1, tags: '["x"]', image_url: "/b.png" });
  expect(merge(before, { title: "New" })).toMatchObject({
    title: "New",
    excerpt: "E",
    is_featured: true,
    tags: ["x"],
    sources: [],
    image_url: "/b.png",
    content: "<p>a</p>",
    authorId: 3,
  });
});

test("a request changes only what it gives; an author without a name is none", () => {
  expect(changeOf({ title: "T", author_name: "" } as never)).toEqual({ title: "T" });
  expect(changeOf({ published_date: null, tags: [] } as never)).toEqual({ publishedAt: null, tags: [] });
  expect(changeOf({ image_url: new Uint8Array(1) } as never)).toEqual({});
});

test("a new article is a draft of the account that made it, unless it says otherwise", () => {
  expect(newDraft({ title: "T" } as never, 5)).toMatchObject({
    title: "T",
    status: "draft",
    authorId: 5,
    tags: [],
    sources: [],
    publishedAt: null,
  });
  expect(newDraft({ title: "T", author_name: "Amina", status: "published" } as never, 5)).toMatchObject({
    authors: ["Amina"],
    status: "published",
  });
});

describe("authors", () => {
  test("by list come before one by name, and that before an older client's; an empty list is nobody", () => {
    const body = { authors: [3, "Amina"], author: "Baraka", author_name: "Wanjiru" };
    expect(authorsIn(body)).toEqual([3, "Amina"]);
    expect(authorsIn({ ...body, authors: undefined })).toEqual(["Baraka"]);
    expect(authorsIn({ author: "", author_name: "Wanjiru" })).toEqual(["Wanjiru"]);
    expect([authorsIn({ ...body, authors: [] }), authorsIn({ author: "" })]).toEqual([[], undefined]);
  });

  test("of nobody's article are not the name that stands in for them, which an editor may still be called", () => {
    const authors = [DEFAULT_AUTHOR.name];
    expect(merge(row({ author_id: null }), { authors })).not.toHaveProperty("authors");
    expect(merge(row({ author_id: 3 }), { authors }).authors).toEqual(authors);
    expect(merge(row({ author_id: null }), { authors: [...authors, "Amina"] }).authors).toHaveLength(2);
  });

  test("are accounts, each once, the first of them first; without one there may still be others", () => {
    const co_authors = JSON.stringify([7, 3, 7].map((id) => ({ id, name: `N${id}` })));
    expect(authorIdsOf({ author_id: 3, co_authors })).toEqual([3, 7]);
    expect(authorIdsOf({ author_id: null, co_authors })).toEqual([7, 3]);
    expect(authorIdsOf({ author_id: null, co_authors: "[]" })).toEqual([]);
  });
});

describe("a version of an article", () => {
  const stored = { ...row({ author_id: 3, co_authors: '[{"id":7,"name":"Baraka"}]' }), category: "AI" };

  test("names accounts and no names, which an erased person would have left", () => {
    const snapshot = snapshotOf(stored);
    expect(JSON.stringify(snapshot)).not.toContain("Baraka");
    expect(authorRefs(snapshot)).toEqual([3, 7]);
  });

  test("of a working copy names whom its editor typed", () => {
    expect(authorRefs({ ...snapshotOf(stored), authors: ["Wanjiru"] })).toEqual(["Wanjiru"]);
    expect(authorRefs({ ...snapshotOf(stored), author_id: null, co_authors: [] })).toEqual([]);
  });

  test("has its date as ISO 8601, also that of the epoch", () => {
    expect(snapshotOf({ ...stored, published_at: 0 }).published_date).toBe("1970-01-01T00:00:00.000Z");
    expect(snapshotOf({ ...stored, published_at: null }).published_date).toBeNull();
  });
});

describe("whether readers", () => {
  test("have seen it is remembered once they have, whatever becomes of it", () => {
    const live = { status: "published" as const, published_at: NOW - HOUR };
    const draft = { status: "draft" as const, published_at: null };
    expect(seenBy(NOW, null, draft)).toBe(0);
    expect(seenBy(NOW, null, live)).toBe(1);
    expect(seenBy(NOW, { ...live, was_public: 0 }, draft)).toBe(1);
    expect(seenBy(NOW, { ...draft, was_public: 1 }, draft)).toBe(1);
    // Scheduled and taken back before its time: nobody has.
    expect(seenBy(NOW, { ...live, published_at: NOW + HOUR, was_public: 0 }, draft)).toBe(0);
  });
});

describe("what an article lacks", () => {
  test("is said by field", () => {
    expect(Object.keys(missingIn({ title: " \u00a0", category: "" }))).toEqual(["title", "category"]);
    expect(missingIn({ title: "T", category: "AI" })).toEqual({});
  });

  test("of tags is made up from its category, which is named once", () => {
    expect(defaultTags("News")).toEqual(["News", "Latest"]);
    expect(defaultTags("AI")).toEqual(["AI", "News", "Latest"]);
  });
});

test("the notice of a removed article says until when it could be read, where that is known", () => {
  expect(removedNotice(null, "UTC")).toBe("This article has been removed.");
  const until = (day: string) => `This article has been removed. Readers could see it until January ${day}, 2026.`;
  const at = Date.UTC(2026, 0, 5, 22);
  expect([removedNotice(at, "UTC"), removedNotice(at, "Africa/Nairobi")]).toEqual([until("5"), until("6")]);
});

test("switches are stored as numbers and nothing else, and an unknown status is stored by nobody", () => {
  const columns = toColumns({ ...NEW_FIELDS, is_breaking: true });
  expect(FLAG_NAMES.map((name) => columns[name])).toEqual([0, 0, 0, 1, 0]);
  expect(fromColumns(columns)).toEqual({ ...NEW_FIELDS, is_breaking: true });
  expect(() => toColumns({ ...NEW_FIELDS, status: "archived" as never })).toThrow("Status cannot be archived.");
});
