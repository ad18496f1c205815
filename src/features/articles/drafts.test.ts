import { describe, expect, test } from "vitest";
import { fallbackPicture } from "#shared/urls.ts";
import { changeOf, mergeChange, newDraft, type StoredDraft } from "./drafts.ts";
import { NEW_FIELDS, toColumns } from "./fields.ts";
import { defaultTags } from "./rules.ts";

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
