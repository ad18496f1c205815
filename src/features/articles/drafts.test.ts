import { describe, expect, test } from "vitest";
import type { CleanHtml } from "#shared/clean-html.ts";
import { fallbackPicture } from "#shared/urls.ts";
import { cleanHtml } from "#test/support/content.ts";
import { changeOf, mergeChange, newDraft, type StoredDraft } from "./drafts.ts";
import { defaultTags } from "./rules.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const CONTENT = cleanHtml("<p>Text.</p>") as CleanHtml;
type Row = Parameters<typeof mergeChange>[0];

const row = (change: Partial<Row> = {}): Row => ({
  title: "A title",
  excerpt: "",
  content: CONTENT,
  image_url: "",
  image_alt: "",
  content_image_url: "",
  category_id: 1,
  author_id: 3,
  status: "published",
  published_at: NOW - 1_000,
  last_updated_at: null,
  is_auto_update: 0,
  is_featured: 1,
  is_editors_pick: 0,
  tags: '["Bitcoin"]',
  heat: null,
  created_at: NOW - 5_000,
  updated_at: NOW - 5_000,
  updated_by: null,
  ...change,
});
const merge = (before: Partial<Row>, change: Partial<StoredDraft>) => mergeChange(row(before), "Crypto", change, NOW);

describe("a change of an article", () => {
  test("keeps the fields that it does not contain", () => {
    expect(merge({}, { title: "Another" })).toEqual({
      title: "Another",
      excerpt: "",
      content: CONTENT,
      image_url: "",
      image_alt: "",
      status: "published",
      is_auto_update: false,
      is_featured: true,
      is_editors_pick: false,
      category: "Crypto",
      authorId: 3,
      tags: ["Bitcoin"],
      publishedAt: NOW - 1_000,
    });
  });

  // Clients send back the whole article as they got it, with what stands in for missing values.
  test.each([
    ["the placeholder of lists", {}, fallbackPicture.list, ""],
    ["the placeholder of related articles", {}, fallbackPicture.related, ""],
    ["the text's picture, where there is no other", { content_image_url: "/media/a/1x1.jpg" }, "/media/a/1x1.jpg", ""],
    [
      "the text's picture, where it was chosen",
      { image_url: "/media/a/1x1.jpg", content_image_url: "/media/a/1x1.jpg" },
      "/media/a/1x1.jpg",
      "/media/a/1x1.jpg",
    ],
    ["a picture of its own", { content_image_url: "/media/a/1x1.jpg" }, "/media/b/1x1.jpg", "/media/b/1x1.jpg"],
    ["no picture, in place of one", { image_url: "/media/a/1x1.jpg" }, "", ""],
  ])("that includes %s stores only what was chosen", (_what, before, image_url, stored) => {
    expect(merge(before, { image_url }).image_url).toBe(stored);
  });

  test("does not store placeholder tags, unless somebody chose them", () => {
    const standIns = defaultTags("Crypto");
    expect(merge({ tags: "[]" }, { tags: standIns }).tags).toEqual([]);
    expect(merge({ tags: "[]" }, { tags: [...standIns, "Own"] }).tags).toEqual([...standIns, "Own"]);
    expect(merge({}, { tags: standIns }).tags).toEqual(standIns);
    expect(merge({ tags: "[]" }, { tags: standIns, category: "Markets" }).tags, "also where it moves").toEqual([]);
  });

  test.each<[string, Partial<Row>, Partial<StoredDraft>, number | null]>([
    ["an article that readers have seen keeps it", {}, {}, NOW - 1_000],
    ["one whose moment has just come too", { published_at: NOW }, {}, NOW],
    ["a scheduled one is published now", { published_at: NOW + 1 }, {}, null],
    ["a draft with a date is published now", { status: "draft" }, { status: "published" }, null],
    ["one that becomes a draft loses it", {}, { status: "draft" }, null],
  ])("that clears the date: %s", (_what, before, change, publishedAt) => {
    expect(merge(before, { ...change, publishedAt: null }).publishedAt).toBe(publishedAt);
  });

  test("may set another date, earlier or later, on an article that readers have seen", () => {
    for (const publishedAt of [NOW - 9_000, NOW + 9_000])
      expect(merge({}, { publishedAt }).publishedAt).toBe(publishedAt);
  });
});

describe("a request's body", () => {
  test("changes only the fields that it names, including empty values", () => {
    expect(changeOf({ title: "T", excerpt: "", tags: [], published_date: null, is_featured: false })).toEqual({
      title: "T",
      excerpt: "",
      tags: [],
      publishedAt: null,
      is_featured: false,
    });
    expect(changeOf({})).toEqual({});
  });

  test("leaves an uploaded file to the pictures, and an empty author to the account", () => {
    expect(changeOf({ image_url: new File(["x"], "upload"), author_name: "" })).toEqual({});
  });

  test("is a draft by the account that sent it by default", () => {
    expect(newDraft({ title: "T" }, 7)).toMatchObject({
      title: "T",
      authorId: 7,
      status: "draft",
      tags: [],
      publishedAt: null,
    });
    expect(newDraft({ status: "published", author_name: "Ann" }, 7)).toMatchObject({
      status: "published",
      authorName: "Ann",
    });
  });
});
