import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { useSwitchMode } from "#features/documents/suggestions/admin/suggestion-type.ts";

const room = { switchTo: (_mode: "edit" | "suggest") => {} };
function Room() {
  room.switchTo = useSwitchMode(() => {});
  return "Room";
}

test("a room that was left while it waited to change its mode is not opened again", async () => {
  const routes = [
    { path: "/room", element: createElement(Room) },
    { path: "/list", element: "List" },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/room"] });
  const shown = document.createElement("div");
  const root = createRoot(shown);
  flushSync(() => root.render(createElement(RouterProvider, { router })));
  const address = () => router.state.location.pathname + router.state.location.search;
  room.switchTo("suggest");
  await expect.poll(address).toBe("/room?mode=suggest");
  await router.navigate("/list");
  await expect.poll(() => shown.textContent).toBe("List");
  room.switchTo("edit");
  await new Promise((resolve) => setImmediate(resolve));
  expect(address()).toBe("/list");
  root.unmount();
});
