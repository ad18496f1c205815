import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.ts";
import { KeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { forgetSession, keepSession } from "#features/documents/session/admin/kept-sessions.ts";
import { startSession } from "#features/documents/session/session.ts";
import { EditorApiProvider } from "#shared/editor-api.tsx";
import { editorApi } from "#test/support/admin-markup.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";

test("a suggestion that could not be stored is offered above the list, and restored where it is suggested", async () => {
  const base = { values: { title: "Bridge" }, etag: '"1d1"', row: { id: 7 } };
  const session = { ...startSession(base, base.values), rejected: { values: {}, code: undefined, detail: "" } };
  const kept = { key: "k7", account: "1", type: "article-suggestion", id: 7, title: "Bridge", owner: "", savedAt: 1 };
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
  await vi.waitFor(() => expect(router.state.location.search).toBe("?mode=suggest"));
  expect(router.state.location.pathname).toContain("/articles/7");
  root.unmount();
  await forgetSession("k7");
});
