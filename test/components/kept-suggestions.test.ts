import "fake-indexeddb/auto";
import { createStore, del, set } from "idb-keyval";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.tsx";
import { KeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { EditorApiProvider } from "#shared/editor-api.tsx";
import { editorApi } from "#test/support/admin-markup.tsx";
import { forgetSession, freeSessions, storeSession } from "#ui/admin/session/kept-sessions.ts";
import { startSession } from "#ui/admin/session/session.ts";
import { AdminToasts } from "#ui/admin/toasts.tsx";

const VALUES = { title: "Bridge" };
const BASE = { values: VALUES, etag: '"1d1"', row: { id: 7 } };
const REJECTED = { ...startSession(BASE, VALUES), rejected: { values: {}, code: undefined, detail: "" } };
const DELETED = { ...startSession(null, VALUES), isDeleted: true };

const keep = (change: { type: string; id: number | null; owner: string; session: object }) =>
  storeSession({
    key: "k7",
    account: "1",
    title: "Bridge",
    savedAt: 1,
    aside: null,
    choices: {},
    files: {},
    ...(change as { session: never } & typeof change),
  });

/** Mounts the offers above the list of articles. */
function mount() {
  const list = createElement(AdminToasts, null, createElement(KeptDocuments, { type: ARTICLE_TYPE as never }));
  const routes = [
    { path: "/list", element: createElement(EditorApiProvider, { value: editorApi() }, list) },
    { path: "*", element: "Room" },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/list"] });
  const shown = document.createElement("div");
  const root = createRoot(shown);
  root.render(createElement(RouterProvider, { router }));
  return { router, shown, root };
}

/** Restores the work that is offered above the list. Returns the address of the room. */
async function restore(id: number | null, session: object) {
  await keep({ type: "article-suggestion", id, owner: "", session });
  const { router, shown, root } = mount();
  await expect.poll(() => shown.textContent).toContain("Unsaved suggestions for “Bridge”");
  shown.querySelector<HTMLButtonElement>("section button")?.click();
  await expect.poll(() => shown.textContent).toBe("Room");
  root.unmount();
  const [left] = (await freeSessions("1")).filter(({ key }) => key === "k7");
  await forgetSession("k7");
  const { pathname, search } = router.state.location;
  return { address: pathname + search, left };
}

test("a suggestion that could not be stored is offered above the list, and restored where it is suggested", async () => {
  const { address } = await restore(7, REJECTED);
  expect(address).toMatch(/\/articles\/7\/?\?mode=suggest$/);
});

test("a suggestion for an article that was deleted becomes a new article, if it is saved", async () => {
  const { address, left } = await restore(null, DELETED);
  expect(address).toMatch(/\/articles\/new\/?$/);
  expect(left).toMatchObject({
    type: "article",
    session: { base: null, isDeleted: true, local: { title: "Bridge", tags: "" } },
  });
});

test("work that another tab has open is offered when that tab has closed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const store = createStore("jarida-documents", "sessions");
  await keep({ type: "article", id: 7, owner: "other", session: REJECTED });
  await set("window:other", Date.now(), store);
  const { shown, root } = mount();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  expect(shown.textContent).toBe("");
  // A crash: nothing notifies this tab.
  await del("window:other", store);
  await vi.advanceTimersToNextTimerAsync();
  await expect.poll(() => shown.textContent).toContain("Unsaved changes to “Bridge”");
  root.unmount();
  await forgetSession("k7");
  vi.useRealTimers();
});
