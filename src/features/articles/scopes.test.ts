import { describe, expect, test } from "vitest";
import type { CleanHtml } from "#shared/html.ts";
import { NEW_FIELDS, toColumns } from "./fields.ts";
import { type ArticleFacts, articleScope, changesOf } from "./scopes.ts";

const { whole, card, latest, featured, picks, trending, category, byline, tag, search, record, corrections } =
  articleScope;

const PUBLISHED: ArticleFacts = {
  ...toColumns({ ...NEW_FIELDS, title: "A title", status: "published" }),
  id: 1,
  content: "<p>Words</p>" as CleanHtml,
  content_image_url: "",
  category_id: 3,
  author_id: null,
  co_authors: "[]",
  published_at: 1_000,
  last_updated_at: null,
  tags: '["Élan","defi"]',
  sources: "[]",
  heat: null,
  is_staged: 0,
  feed_id: "",
};
const DRAFT: ArticleFacts = { ...PUBLISHED, status: "draft" };
const TAGS = [tag("élan"), tag("defi")];

describe("a change of an article touches", () => {
  test.each([
    ["its text alone", { content: "<p>Words, again</p>" as CleanHtml, last_updated_at: 5 }, []],
    ["its title", { title: "Another" }, [card(1)]],
    ["who else wrote it", { co_authors: '[{"id":4,"name":"Zuri"}]' }, [card(1), byline(4)]],
    ["its picture", { content_image_url: "/a.png" }, [card(1)]],
    ["its date", { published_at: 2_000 }, [card(1), latest, category(3), ...TAGS, corrections]],
    ["its category", { category_id: 4 }, [card(1), category(3), category(4), ...TAGS]],
    ["a tag it gains and one it loses", { tags: '["Élan","chips"]' }, [card(1), tag("defi"), tag("chips")]],
    ["the lists it comes into", { is_featured: 1, is_editors_pick: 1 } as const, [card(1), featured, picks]],
  ])("%s", (_name, change, touched) => {
    const expected = [search, record, whole(1), ...touched].sort();
    expect(changesOf(PUBLISHED, { ...PUBLISHED, ...change }).sort()).toEqual(expected);
    expect(changesOf({ ...PUBLISHED, ...change }, PUBLISHED).sort()).toEqual(expected);
  });

  test("every page it appears on or disappears from, even when scheduled", () => {
    const placed = { published_at: Number.MAX_SAFE_INTEGER, is_featured: 1 as const, heat: 4, author_id: 7 };
    const scheduled = { ...PUBLISHED, ...placed };
    const lists = [latest, featured, trending, category(3), byline(7)];
    const all = [search, record, whole(1), card(1), ...lists, ...TAGS, corrections].sort();
    expect(changesOf(null, scheduled).sort()).toEqual(all);
    expect(changesOf(scheduled, null).sort()).toEqual(all);
    expect(changesOf({ ...scheduled, status: "draft" }, scheduled).sort()).toEqual(all);
  });

  test("the words and tags of a draft, but no page", () => {
    expect(changesOf(DRAFT, { ...DRAFT, title: "Another" })).toEqual([search]);
    expect(changesOf(null, DRAFT)).toEqual([search, ...TAGS]);
  });
});
