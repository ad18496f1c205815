import { describe, expect, test } from "vitest";
import { type FormValues, NEW_VALUES } from "#features/articles/admin/form-values.ts";
import { UNCATEGORIZED, UNTITLED } from "#features/articles/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { noteCalls } from "#test/support/admin-markup.tsx";
import { exampleDetail } from "#test/support/article-answers.ts";
import { readNewest, saveWorkingCopy } from "./calls.ts";
import { ROOM_KIND, roomKind } from "./internal/room-kind.ts";

const COPY = { ...exampleDetail({ id: 3, title: "Copied", has_draft: true }), saved: "2026-11-20T12:00:00.000Z" };
const CATEGORY = { id: 1, slug: "tech", count: 0 };
const gone = () => new ApiError(404, { detail: "This article has no working copy." });

describe("the newest version of an article", () => {
  const read = (answers: (() => object)[]) => {
    const noted = noteCalls(({ url }) => ({
      body: answers.shift()?.(),
      etag: url.includes("draft") ? '"3d2"' : '"3"',
    }));
    return { newest: readNewest(noted.api, 3), urls: () => noted.calls.map(({ url }) => url) };
  };

  test("is what readers see where it has no working copy, which is not asked for", async () => {
    const { newest, urls } = read([() => exampleDetail({ id: 3, has_draft: false })]);
    expect(await newest).toMatchObject({ etag: '"3"', row: { title: "A title" } });
    expect(urls()).toEqual(["/api/articles/3/"]);
  });

  test("is its working copy where it has one", async () => {
    const { newest } = read([() => exampleDetail({ id: 3, has_draft: true }), () => COPY]);
    expect(await newest).toMatchObject({ etag: '"3d2"', row: { title: "Copied" } });
  });

  test("is the article as it is then, where the working copy was published between the two calls", async () => {
    const published = exampleDetail({ id: 3, title: "Published meanwhile", has_draft: false });
    const lost = () => {
      throw gone();
    };
    const { newest, urls } = read([() => exampleDetail({ id: 3, has_draft: true }), lost, () => published]);
    expect(await newest).toMatchObject({ etag: '"3"', row: { title: "Published meanwhile" } });
    expect(urls()).toEqual(["/api/articles/3/", "/api/articles/3/draft/", "/api/articles/3/"]);
  });

  test("is unknown where the working copy could not be read: readers' text would be taken for it", async () => {
    const failed = () => {
      throw new ApiError(503, { detail: "Please try again." });
    };
    await expect(read([() => exampleDetail({ id: 3, has_draft: true }), failed]).newest).rejects.toMatchObject({
      status: 503,
    });
  });
});

describe("a working copy is stored", () => {
  test("from the version that it began from, and marked where an earlier try may have arrived", async () => {
    const { api, calls } = noteCalls(() => ({ body: COPY, etag: '"3d3"' }));
    const before = { row: COPY, etag: '"3d2"' };
    expect((await saveWorkingCopy(api, before, { title: "A" })).etag).toBe('"3d3"');
    await saveWorkingCopy(api, before, { title: "A" }, { isRetry: true });
    await saveWorkingCopy(api, { row: COPY, etag: "" }, {});
    expect(calls.map(({ url, ifMatch }) => [url, ifMatch])).toEqual([
      ["/api/articles/3/draft/", '"3d2"'],
      ["/api/articles/3/draft/?retry=1", '"3d2"'],
      ["/api/articles/3/draft/", undefined],
    ]);
  });

  test("with lists in place of what was typed, and never with what decides when readers see it", async () => {
    const { api, calls } = noteCalls(() => ({ body: COPY, etag: '"3d3"' }));
    const values = {
      ...{
        ...NEW_VALUES,
        title: "A",
        tags: " one, ,two ",
        authors: "Amina,  Baraka",
        sources: "A person\n\n https://a.example ",
      },
      ...{ status: "published" as const, published_date: "2026-11-20T12:00:00.000Z" },
    };
    const names = ["title", "tags", "authors", "sources", "status", "published_date"] as const;
    await ROOM_KIND.autosave?.store(api, { row: COPY, etag: '"3d2"' }, values, [...names], { isRetry: false });
    expect(calls[0]?.body).toEqual({
      ...{ title: "A", tags: ["one", "two"], authors: ["Amina", "Baraka"], sources: ["A person", "https://a.example"] },
    });
  });

  test("by itself at any later time, unless it goes to readers at one that is set", () => {
    const may = (publish_at: string | null) => ROOM_KIND.autosave?.mayStoreLater?.({ ...COPY, publish_at });
    expect([may(null), may("2026-11-24T06:00:00.000Z")]).toEqual([true, false]);
  });
});

describe("a new article", () => {
  const creation = (typed: Partial<FormValues>) => {
    const { api } = noteCalls(() => ({ body: [{ ...CATEGORY, name: "Tech" }] }));
    return ROOM_KIND.autosave?.begin?.(api, { ...NEW_VALUES, ...typed });
  };

  test("begins as a draft without a date, whatever was chosen for it", async () => {
    const values = {
      ...NEW_VALUES,
      title: "A",
      category: "tech",
      status: "published" as const,
      published_date: "2026-11-20T12:00:00.000Z",
    };
    expect(await creation(values)).toEqual({ ...values, status: "draft", published_date: null });
  });

  test.each([
    ["nothing but a text", { content: "<p>A tip.</p>" }],
    ["half the name of a category", { content: "<p>A tip.</p>", category: "Te" }],
    ["blanks", { title: " ", category: " ", content: "<p>A tip.</p>" }],
  ])(
    "is stored immediately with %s, and asks for title and category when it is saved by hand",
    async (_what, typed) => {
      const stored = await creation(typed);
      expect(stored).toMatchObject({ title: UNTITLED, category: UNCATEGORIZED, content: "<p>A tip.</p>" });
      const row = exampleDetail({ title: UNTITLED, category: UNCATEGORIZED, status: "draft" });
      expect(ROOM_KIND.valuesOf(row)).toMatchObject({ title: "", category: "" });
      const errors = { title: "Title is required.", category: "Category is required." };
      expect(ROOM_KIND.missingIn(ROOM_KIND.valuesOf(row), row)).toEqual(errors);
      expect(ROOM_KIND.missingIn({ ...NEW_VALUES, title: "A", category: "Tech" }, row)).toEqual({});
    },
  );

  test("that has both, or that readers have, is validated by the server alone", () => {
    const empty = { ...NEW_VALUES };
    const published = exampleDetail({ title: UNTITLED, category: UNCATEGORIZED, status: "published" });
    expect(ROOM_KIND.valuesOf(published)).toMatchObject({ title: UNTITLED, category: UNCATEGORIZED });
    for (const row of [published, exampleDetail({ status: "draft" })])
      expect(ROOM_KIND.missingIn(empty, row)).toEqual({});
  });
});

describe("what was typed while the text was stored", () => {
  const merge = (before: string | null, after: string, base: string, mine: string, theirs: string) =>
    ROOM_KIND.merge?.("content", { base, mine, theirs }, { before, after });
  const [A, B] = ["<p>One</p><p>Two</p>", "<p>One</p><p>Two, more</p>"];

  test("stays where nobody else has saved: the server only put the text in other words", () => {
    expect(merge('"3d2-x"', '"3d3-y"', A, B, "<p>ONE</p><p>Two!</p>")).toBe(B);
    expect(ROOM_KIND.merge?.("title", { base: "A", mine: "B", theirs: "C" }, { before: '"3d2"', after: '"3d3"' })).toBe(
      "B",
    );
  });

  test.each([
    ["another save came between", '"3d2-x"', '"3d4-x"'],
    ["it was published between", '"3d2-x"', '"4d3-x"'],
    ["it had no working copy", '"3-x"', '"3d1-x"'],
    ["it had no version", null, '"3d1-x"'],
  ])("is merged block by block where %s", (_what, before, after) => {
    expect(merge(before, after, A, B, "<p>ONE</p><p>Two</p>")).toBe("<p>ONE</p><p>Two, more</p>");
    // Both changed one block: that is for a person to decide.
    expect(merge(before, after, A, B, "<p>One</p><p>Two, else</p>")).toBeUndefined();
    expect(ROOM_KIND.merge?.("title", { base: "A", mine: "B", theirs: "C" }, { before, after })).toBeUndefined();
  });
});

test("a scheduled update may change only while somebody schedules again or cancels", async () => {
  const { api, calls } = noteCalls(() => ({ body: COPY, etag: '"4"' }));
  const scheduling = { current: false };
  const { autosave } = roomKind({ note: { current: null }, scheduling, autosaves: true });
  const store = () => autosave?.store(api, { row: COPY, etag: '"3"' }, { ...NEW_VALUES, title: "A" }, ["title"]);
  await store();
  scheduling.current = true;
  await store();
  expect(calls.map(({ url }) => new URL(url, "http://localhost").search)).toEqual(["", "?scheduled=1"]);
});

test("what is said of an update goes along with the save, as it is at that moment", async () => {
  const { api, calls } = noteCalls(() => ({ body: COPY, etag: '"4"' }));
  const note = { current: null as { change_note: string; is_minor: boolean } | null };
  const kind = roomKind({ note, scheduling: { current: false }, autosaves: true });
  const work = { values: { ...NEW_VALUES, title: "A" }, file: null };
  await kind.update(api, { row: COPY, etag: '"3"' }, work);
  note.current = { change_note: "The bank corrected it.", is_minor: false };
  await kind.update(api, { row: COPY, etag: '"4"' }, work);
  expect(calls.map(({ body }) => (body as { change_note?: string }).change_note)).toEqual([
    ...[undefined, "The bank corrected it."],
  ]);
});
