import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.ts";
import { KeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { forgetSession, freeSessions, keepSession } from "#features/documents/session/admin/kept-sessions.ts";
import { startSession } from "#features/documents/session/session.ts";
import { EditorApiProvider } from "#shared/editor-api.tsx";
import { editorApi } from "#test/support/admin-markup.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";

const VALUES = { title: "Bridge" };
const BASE = { values: VALUES, etag: '"1d1"', row: { id: 7 } };
const REJECTED = { ...startSession(BASE, VALUES), rejected: { values: {}, code: undefined, detail: "" } };
const DELETED = { ...startSession(null, VALUES), isDeleted: true };

/** Restores the work that is offered above the list. Returns the address of the room. */
async function restore(id: number | null, session: object) {
  const kept = { key: "k7", account: "1", type: "article-suggestion", id, title: "Bridge", owner: "", savedAt: 1 };
  await keepSession({ ...kept, aside: null, session: session as never, choices: {}, files: {} });
  const list = createElement(AdminToasts, null, createElement(KeptDocuments, { type: ARTICLE_TYPE as never }));
  const routes = [
    { path: "/list", element: createElement(EditorApiProvider, { value: editorApi() }, list) },
    { path: "*", element: "Room" },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/list"] });
  const shown = document.createElement("div");
  const root = createRoot(shown);
  root.render(createElement(RouterProvider, { router }));
  await vi.waitFor(() => expect(shown.textContent).toContain("Unsaved suggestions for “Bridge”"));
  shown.querySelector<HTMLButtonElement>("section button")?.click();
  await vi.waitFor(() => expect(shown.textContent).toBe("Room"));
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
