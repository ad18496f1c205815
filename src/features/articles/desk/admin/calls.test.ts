import { describe, expect, test } from "vitest";
import { type DeskArticle, readNewest } from "#features/articles/admin/calls.ts";
import { type FormValues, NEW_VALUES } from "#features/articles/admin/form-values.tsx";
import { UNCATEGORIZED, UNTITLED } from "#features/articles/rules.ts";
import {
  emptyOf,
  portsOf,
  rulesOf,
  savedOf,
  storedOf as storedAs,
} from "#features/documents/room/admin/room-session.ts";
import { noteCalls } from "#test/support/admin-markup.tsx";
import { apiError } from "#test/support/api-error.ts";
import { exampleDetail } from "#test/support/article-answers.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import { nextSession, startSession } from "#ui/admin/session/session.ts";
import { ARTICLE_TYPE, type Choices, saveArticle, type Written } from "./article-type.tsx";

const { valuesOf, missingIn } = ARTICLE_TYPE;
const NEW_WRITTEN = emptyOf<Written, Choices>(ARTICLE_TYPE);
const ARTICLE_RULES = rulesOf(ARTICLE_TYPE);
const storedOf = (version: Versioned<DeskArticle>) => storedAs(ARTICLE_TYPE, version);
const COPY = { ...exampleDetail({ id: 3, title: "Copied", has_draft: true }), saved: "2026-11-20T12:00:00.000Z" };
const CATEGORY = { id: 1, slug: "tech", count: 0 };
const STORED = storedOf({ row: COPY, etag: '"3d2"' });
const gone = () => apiError("working_copy_not_found", "This article has no working copy.");

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
      throw apiError("database_unavailable", "Please try again.");
    };
    await expect(read([() => exampleDetail({ id: 3, has_draft: true }), failed]).newest).rejects.toMatchObject({
      status: 503,
    });
  });
});

/** How an article is saved, and what is sent. */
function saving() {
  const { api, calls } = noteCalls(() => ({ body: COPY, etag: '"3d3"' }));
  return { save: portsOf(ARTICLE_TYPE, api).save, calls, api };
}

describe("a working copy is stored", () => {
  test("from the version that it began from, once under the key of its attempt", async () => {
    const { save, calls } = saving();
    const attempt = { key: "k1", base: STORED, values: { ...STORED.values, title: "A" } };
    expect((await save(attempt)).etag).toBe('"3d3"');
    await save(attempt);
    const sent = { url: "/api/articles/3/draft/", ifMatch: '"3d2"', idempotencyKey: "k1" };
    expect(calls).toMatchObject([sent, sent]);
  });

  test("with lists in place of what was typed, and only with what was changed", async () => {
    const { save, calls } = saving();
    const changed = {
      title: "A",
      tags: " one, ,two ",
      authors: "Amina,  Baraka",
      sources: "A person\n\n https://a.example ",
    };
    await save({ key: "k1", base: STORED, values: { ...STORED.values, ...changed } });
    expect(calls[0]).toMatchObject({
      url: "/api/articles/3/draft/",
      ifMatch: '"3d2"',
      body: {
        title: "A",
        tags: ["one", "two"],
        authors: ["Amina", "Baraka"],
        sources: ["A person", "https://a.example"],
      },
    });
    expect(Object.keys(calls[0]?.body as object).sort()).toEqual(["authors", "sources", "tags", "title"]);
  });

  test("while what goes to readers at a time changes only when the editor asks for it", async () => {
    const { save, calls } = saving();
    const attempt = { key: "k1", base: STORED, values: { ...STORED.values, title: "A" } };
    await save(attempt);
    await save(attempt, true);
    expect(calls.map(({ url }) => new URL(url, "http://localhost").search)).toEqual(["", "?scheduled=1"]);
  });
});

describe("a new article", () => {
  const creation = async (typed: Partial<Written>) => {
    const { api, calls } = noteCalls(({ method }) => ({
      body: method === "GET" ? [{ ...CATEGORY, name: "Tech" }] : exampleDetail({ id: 4, status: "draft" }),
      etag: '"1"',
    }));
    const ports = portsOf(ARTICLE_TYPE, api);
    const values = await ports.prepare?.({ ...NEW_WRITTEN, ...typed }, null);
    await ports.save({ key: "k1", base: null, values: values ?? NEW_WRITTEN });
    const sent = calls.at(-1);
    return { form: Object.fromEntries(sent?.body as FormData), key: sent?.idempotencyKey };
  };

  test("begins as a draft without a date, once under its key", async () => {
    const { form, key } = await creation({ title: "A", category: "tech" });
    expect(form).toMatchObject({ title: "A", category: "tech", status: "draft" });
    expect([form.published_date, key]).toEqual([undefined, "k1"]);
  });

  test.each([
    ["nothing but a text", { content: "<p>A tip.</p>" }],
    ["half the name of a category", { content: "<p>A tip.</p>", category: "Te" }],
    ["blanks", { title: " ", category: " ", content: "<p>A tip.</p>" }],
  ])(
    "is stored immediately with %s, and asks for title and category when it is saved by hand",
    async (_what, typed) => {
      const { form } = await creation(typed);
      expect(form).toMatchObject({ title: UNTITLED, category: UNCATEGORIZED, content: "<p>A tip.</p>" });
      const row = exampleDetail({ title: UNTITLED, category: UNCATEGORIZED, status: "draft" });
      expect(valuesOf(row)).toMatchObject({ title: "", category: "" });
      expect(Object.keys(missingIn(valuesOf(row), row))).toEqual(["title", "category"]);
      expect(missingIn({ ...NEW_VALUES, title: "A", category: "Tech" }, row)).toEqual({});
    },
  );

  test("that has both, or that readers have, is validated by the server alone", () => {
    const published = exampleDetail({ title: UNTITLED, category: UNCATEGORIZED, status: "published" });
    expect(valuesOf(published)).toMatchObject({ title: UNTITLED, category: UNCATEGORIZED });
    for (const row of [published, exampleDetail({ status: "draft" })]) expect(missingIn(NEW_VALUES, row)).toEqual({});
  });
});

describe("what an article lacks before it can be sent", () => {
  const missing = (change: Partial<FormValues>, before: DeskArticle | null = null) =>
    ARTICLE_TYPE.missingIn({ ...NEW_VALUES, ...change }, before);
  const COMPLETE = exampleDetail();

  test("is a title and a category where it is new; of one that is stored the server knows", () => {
    expect(Object.keys(missing({ title: "  " }))).toEqual(["title", "category"]);
    expect(missing({ title: "T", category: "AI" })).toEqual({});
    expect(missing({}, COMPLETE)).toEqual({});
  });

  test("is a date that can be read, which the browser alone has", () => {
    const unread = { title: "T", category: "AI", published_date: "the day after never" };
    expect(Object.keys(missing(unread))).toEqual(["published_date"]);
    expect(Object.keys(missing(unread, COMPLETE))).toEqual(["published_date"]);
    expect(missing({ ...unread, published_date: "2026-01-05T12:00:00.000Z" })).toEqual({});
  });
});

describe("what was typed while the text was stored", () => {
  /** The text in the room after a response, or null for a conflict. */
  const afterResponse = (
    isNew: boolean,
    hasOthers: boolean,
    values: { sent: string; typed: string; theirs: string },
  ) => {
    const article = (content: string) => ({ row: { ...COPY, content }, etag: '"4-y"', hasOthers });
    const base = isNew ? null : storedOf(article("<p>Begun</p>"));
    const attempt = { key: "k1", base, values: { ...STORED.values, content: values.sent } };
    const session = {
      ...startSession(base, NEW_WRITTEN),
      local: { ...attempt.values, content: values.typed },
      attempt,
    };
    const stored = savedOf(ARTICLE_TYPE, article(values.theirs), attempt);
    const next = nextSession<Written>(session, { kind: "stored", stored }, ARTICLE_RULES);
    return next.conflict ? null : next.local.content;
  };
  const [A, B] = ["<p>One</p><p>Two</p>", "<p>One</p><p>Two, more</p>"];

  test.each([
    ["a stored article", false],
    ["a new article", true],
  ])("stays where nobody else has saved, although the server normalised the text of %s", (_what, isNew) => {
    expect(afterResponse(isNew, false, { sent: A, typed: B, theirs: "<p>ONE</p><p>Two!</p>" })).toBe(B);
  });

  test.each([
    ["another save came between", false],
    ["a creation was repeated after another save", true],
  ])("is merged word by word where %s", (_what, isNew) => {
    expect(afterResponse(isNew, true, { sent: A, typed: B, theirs: "<p>ONE</p><p>Two</p>" })).toBe(
      "<p>ONE</p><p>Two, more</p>",
    );
    // Both added words to one block.
    expect(afterResponse(isNew, true, { sent: A, typed: B, theirs: "<p>One</p><p>Two, else</p>" })).toBe(
      "<p>One</p><p>Two, else, more</p>",
    );
  });

  test("goes on from a title that the server has trimmed", () => {
    const base = { ...STORED, etag: '"3"' };
    const attempt = { key: "k1", base, values: { ...STORED.values, title: "Half a " } };
    const saved = { row: { ...COPY, title: "Half a" }, etag: '"3d1"', hasOthers: true };
    const stored = savedOf(ARTICLE_TYPE, saved, attempt);
    const session = { ...startSession(base, NEW_WRITTEN), local: { ...STORED.values, title: "Half a title" }, attempt };
    const next = nextSession<Written>(session, { kind: "stored", stored }, ARTICLE_RULES);
    expect([next.conflict, next.local.title]).toEqual([null, "Half a title"]);
  });
});

test("what is said of an update goes along with the save", async () => {
  const { api, calls } = noteCalls(() => ({ body: COPY, etag: '"4"' }));
  const before = { row: COPY, etag: STORED.etag };
  const sent = { before, values: { ...NEW_VALUES, title: "A" }, file: null, key: "k1" };
  await saveArticle(api, sent, null);
  await saveArticle(api, sent, { change_note: "The bank corrected it.", is_minor: false });
  expect(calls.map(({ body }) => (body as { change_note?: string }).change_note)).toEqual([
    undefined,
    "The bank corrected it.",
  ]);
  expect(calls[0]).toMatchObject({ ifMatch: '"3d2"', idempotencyKey: "k1" });
});
