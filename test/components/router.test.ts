import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { BrowserRouter, usePlace } from "#shared/router.tsx";

function Where() {
  const { pathname } = usePlace();
  // Runs before the router's own effects, as a reader's step between the first rendering and them.
  useEffect(() => history.replaceState(null, "", "/about"), []);
  return pathname;
}

test("going back before the router is ready is not missed", async () => {
  history.replaceState(null, "", "/contact");
  const root = document.createElement("div");
  const react = createRoot(root);
  onTestFinished(() => react.unmount());
  react.render(createElement(BrowserRouter, null, createElement(Where)));
  await expect.poll(() => root.textContent).toBe("/about");
});
