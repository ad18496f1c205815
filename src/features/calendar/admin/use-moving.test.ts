import { describe, expect, test } from "vitest";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { newsroomSettings } from "#features/settings/calls.ts";
import { noteCalls } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { exampleDetail } from "#test/support/article-answers.ts";
import { calendarBetween, calendarChanged, moveBack, moveTo, unscheduledDrafts } from "./handling.ts";
import type { Item } from "./items.ts";

const AT = Date.UTC(2026, 10, 24, 9);
const BEFORE = Date.UTC(2026, 10, 23, 9);
const item = (kind: Item["kind"], change: Partial<Item> = {}): Item => ({
  key: `${kind}-3`,
  kind,
  id: 3,
  title: "Title",
  instant: BEFORE,
  state: "scheduled",
  etag: '"5-x"',
  isOthers: false,
  isReadOnly: false,
  ...change,
});

describe("an item is moved", () => {
  test.each([
    ["article", "/api/articles/3/publish/"],
    ["update", "/api/articles/3/publish/"],
    ["issue", "/api/newsletter/issues/3/send/"],
  ] as const)("the %s by its own call, from the version that was seen", async (kind, url) => {
    const { api, calls } = noteCalls(() => ({ etag: '"6-x"' }));
    await moveTo(api, item(kind), AT);
    expect(calls).toEqual([{ method: "POST", url, body: { at: "2026-11-24T09:00:00.000Z" }, ifMatch: '"5-x"' }]);
  });

  test("a draft from its newest version, as the list of drafts names none", async () => {
    const { api, calls } = noteCalls(({ method }) =>
      method === "GET" ? { body: exampleDetail({ id: 3 }), etag: '"8d2-x"' } : { etag: '"9-x"' },
    );
    expect(await moveTo(api, item("draft", { etag: null, instant: null }), AT)).toBe('"9-x"');
    expect(calls.map(({ method, ifMatch }) => [method, ifMatch])).toEqual([
      ["GET", undefined],
      ["POST", '"8d2-x"'],
    ]);
  });

  test("and is at the version that the server names then; an issue keeps its own", async () => {
    const { api } = noteCalls(() => ({ etag: '"6-x"' }));
    expect([await moveTo(api, item("article"), AT), await moveTo(api, item("issue"), AT)]).toEqual(['"6-x"', '"5-x"']);
  });

  test("without a version, none is asked for: a made-up one would be refused", async () => {
    const { api, calls } = noteCalls();
    await moveTo(api, item("issue", { etag: null }), AT);
    expect(calls[0]?.ifMatch).toBeUndefined();
  });

  test("a refusal reaches whoever moved it", async () => {
    const { api } = noteCalls(() => {
      throw apiError("stale_version", "It was changed meanwhile.");
    });
    await expect(moveTo(api, item("article"), AT)).rejects.toMatchObject({ status: 409 });
  });
});

describe("a move is undone", () => {
  test("by moving it to where it was", async () => {
    const { api, calls } = noteCalls(() => ({ etag: '"7-x"' }));
    expect(await moveBack(api, item("article"))).toBe('"7-x"');
    await moveBack(api, item("issue"));
    expect(calls.map(({ url, body }) => [url, body])).toEqual([
      ["/api/articles/3/publish/", { at: "2026-11-23T09:00:00.000Z" }],
      ["/api/newsletter/issues/3/send/", { at: "2026-11-23T09:00:00.000Z" }],
    ]);
  });

  test("by making what was a draft a draft again, unless somebody has changed it since", async () => {
    const { api, calls } = noteCalls(() => ({ etag: '"7-x"' }));
    await moveBack(api, item("draft", { instant: null }));
    expect(calls).toEqual([{ method: "POST", url: "/api/articles/3/unpublish/", body: undefined, ifMatch: '"5-x"' }]);
  });
});

test("a change makes every stretch of the calendar stale, with the lists of articles, and not what it has nothing to do with", async () => {
  const week = calendarBetween(BEFORE, AT);
  const other = calendarBetween(0, BEFORE);
  const list = articleListPage({}, 1);
  const elsewhere = newsroomSettings();
  const client = cacheOf([
    [week, { entries: [] }],
    [other, { entries: [] }],
    [list, { items: [], total: 0 }],
    [elsewhere, []],
  ]);
  await calendarChanged(client);
  const isStale = ({ queryKey }: { queryKey: readonly unknown[] }) => client.getQueryState(queryKey)?.isInvalidated;
  expect([week, other, list, elsewhere].map(isStale)).toEqual([true, true, true, false]);
});

test("stretches and drafts are asked for by their ends and number", () => {
  expect(calendarBetween(BEFORE, AT).queryKey[0]).toBe(
    "/api/calendar/?from=2026-11-23T09%3A00%3A00.000Z&to=2026-11-24T09%3A00%3A00.000Z",
  );
  const drafts = new URL(unscheduledDrafts(30).queryKey[0], "http://localhost").searchParams;
  expect(Object.fromEntries(drafts)).toEqual({ status: "draft", sort: "updated", limit: "30", offset: "0" });
});
