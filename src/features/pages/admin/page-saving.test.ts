import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { portsOf, storedOf } from "#features/documents/room/admin/room-session.ts";
import { useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { stubWindow } from "#test/support/browser.ts";
import { DocumentSession } from "#ui/admin/session/document-session.ts";
import { startSession } from "#ui/admin/session/session.ts";

import { type EditedPage, PAGE_TYPE, type PageValues, publish } from "./pages-screen.tsx";

beforeEach(() => {
  // A session that is still open when the test ends has timers, and the next file has no window for them.
  vi.useFakeTimers();
  stubWindow();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const EMPTY = PAGE_TYPE.empty;
const page = (change: Partial<EditedPage> = {}): EditedPage => ({
  ...EMPTY,
  id: 7,
  title: "Ethics",
  slug: "ethics",
  path: "/ethics",
  status: "published",
  version: 3,
  published_date: "2026-11-01T00:00:00.000Z",
  created: "",
  updated: "",
  has_draft: false,
  publish_at: null,
  ...change,
});

function serving(row: EditedPage, etag: string) {
  const stored = { row, etag };
  let saves = 0;
  const { api, calls } = noteCalls(({ method, url, body }) => {
    const [path = ""] = url.split("?");
    if (method !== "GET" && !path.endsWith("publish/")) {
      stored.row = { ...stored.row, ...(body as Partial<EditedPage>), has_draft: method === "PUT" };
      if (method === "POST") stored.row.slug = "made-of-the-title";
      stored.etag = method === "POST" ? '"1"' : `"${stored.row.version}d${++saves}"`;
    }
    return { body: stored.row, etag: stored.etag };
  });
  const sent = () =>
    calls.filter(({ method }) => method !== "GET").map(({ method, url }) => `${method} ${url.slice(4)}`);
  return { api, calls, sent };
}

function opened(api: ReturnType<typeof serving>["api"], start: ReturnType<typeof startSession<PageValues>>) {
  const nothing = () => undefined;
  return new DocumentSession<PageValues>(start, {
    ...portsOf(PAGE_TYPE, api),
    upload: async () => undefined,
    uploaded: (values) => values,
    collect: () => ({}),
    show: nothing,
    keep: nothing,
    onChange: nothing,
  });
}

test("a page gets the address that was typed before it was stored", async () => {
  const { api, calls } = serving(page({ version: 1 }), '"1"');
  const session = opened(api, startSession<PageValues>(null, EMPTY));
  session.change({ title: "Code of ethics", slug: "ethics" });
  expect(await session.flush()).toBe(true);
  expect(calls.map(({ body }) => body)).toEqual([{ ...EMPTY, title: "Code of ethics" }, { slug: "ethics" }]);
});

test("a page without an address shows the one that the server gave it", async () => {
  const { api } = serving(page({ version: 1 }), '"1"');
  const session = opened(api, startSession<PageValues>(null, EMPTY));
  session.change({ content: "<p>Text</p>" });
  await session.flush();
  expect([session.isUnsaved, session.current().slug]).toEqual([false, "made-of-the-title"]);
});

test("a publication that was kept offline is stored when the page is opened again, and published by nobody", async () => {
  const [before, now] = [page({ publish_at: "2026-12-01T00:00:00.000Z" }), page({ has_draft: true })];
  const { api, sent } = serving(now, '"3d4"');
  const base = storedOf(PAGE_TYPE, { row: before, etag: '"3d4"' });
  const values = { ...base.values, title: "Our ethics" };
  // The time was cancelled since.
  const start = { ...startSession({ ...base, row: now }, EMPTY), local: values, attempt: { key: "k", base, values } };
  const opening = { session: start, kept: null };
  const callbacks = { onDone: () => undefined, onCreated: () => undefined };
  const refs = { guard: null, editor: { current: null } };
  const props = { account: "1", opening, ...callbacks, ...refs, submit: publish };
  const { session } = hookResult(() => useRoomForm<EditedPage, PageValues>(PAGE_TYPE, props), { api });
  expect(await session.flush()).toBe(true);
  expect(sent()).toEqual(["PUT /pages/7/draft/"]);
});

test("publishing sends what was typed since the page was stored, and creates no page", async () => {
  const { api, sent } = serving(page(), '"3"');
  const before = { row: page(), etag: '"3"' };
  const send = (values: PageValues) => publish(api, { before, values, file: null, key: "k" });
  await send(PAGE_TYPE.valuesOf(before.row));
  expect(sent()).toEqual(["POST /pages/7/publish/"]);
  await send({ ...PAGE_TYPE.valuesOf(before.row), title: "Our ethics" });
  expect(sent().slice(1)).toEqual(["PUT /pages/7/draft/?scheduled=1", "POST /pages/7/publish/"]);
  await expect(publish(api, { before: null, values: EMPTY, file: null, key: "k" })).rejects.toThrow(
    "must be saved before",
  );
});

test.each([
  ["was merged with another's", { "PUT /api/pages/7/draft/?scheduled=1": { hasOthers: true } }],
  ["was published by an earlier call", { "POST /api/pages/7/publish/": { hasOthers: true } }],
  ["was saved by another after the publication", { "GET /api/pages/7/": { etag: '"4d1"' } }],
  ["is only the own one", {}],
])("publishing says that the page may contain changes of others if its text %s", async (_what, replies) => {
  const { api } = noteCalls(({ method, url }) => ({
    body: page(),
    etag: '"4"',
    ...(replies as Record<string, object>)[`${method} ${url}`],
  }));
  const values = { ...PAGE_TYPE.valuesOf(page()), title: "Our ethics" };
  const published = await publish(api, { before: { row: page(), etag: '"3"' }, values, file: null, key: "k" });
  expect(published.hasOthers).toBe(Object.keys(replies).length > 0);
});
