import type { Page } from "@playwright/test";
import { holdCalls } from "./held-calls.ts";
import { expect, test } from "./site.ts";

test("the wordmark has its own typeface before any font has loaded, and does not change when they have", async ({
  page,
}) => {
  const release = await holdCalls(page, /\.woff2$/);
  await page.goto("/about", { waitUntil: "commit" });
  // The document is there before its style sheet, which the first frame waits for.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
  for (const place of ["banner", "contentinfo"] as const) {
    const mark = page.getByRole(place).getByRole("link", { name: "Jarida, home page" }).locator("svg");
    await expect(mark).toBeVisible();
    // Six letters drawn as outlines, and no text that a font would have to render.
    expect((await mark.locator("path").getAttribute("d"))?.match(/M\d+ 0/g)).toHaveLength(6);
    await expect(page.getByRole(place).getByRole("link", { name: "Jarida, home page" })).toHaveText("");
  }
  const mark = page.getByRole("banner").getByRole("link", { name: "Jarida, home page" }).locator("svg");
  const before = await mark.boundingBox();
  release();
  await page.evaluate(() => document.fonts.ready);
  expect(await mark.boundingBox()).toEqual(before);
});

/** The families that the first such element is really rendered in. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName.split(" ")[0] ?? "");
}

test("headlines take their own face when it arrives late, and nothing moves", async ({ page }) => {
  await page.addInitScript(() => {
    const state = window as unknown as { shift: number };
    state.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const release = await holdCalls(page, /\.woff2$/);
  await page.goto("/article/12", { waitUntil: "domcontentloaded" });
  await expect(page.locator("main h1")).toBeVisible();
  // Longer than browsers hold back text for a font.
  await page.waitForFunction(
    () => performance.now() > (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity) + 200,
  );
  release();
  await expect.poll(() => facesOf(page, "main h1")).toEqual(["Newsreader"]);
  // Centred lines of the two faces may differ by a few pixels in width: nothing around them moves.
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.0001);
});

test("the menu of a phone opens before any script has loaded, and stays open during hydration", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.addInitScript(() => {
    const state = window as unknown as { shift: number };
    state.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const release = await holdCalls(page, "**/assets/*.js");
  await page.goto("/about", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Sections" });
  await expect(menu).toBeVisible();
  const before = await menu.boundingBox();
  release();
  await page.waitForFunction(() =>
    Object.keys(document.getElementById("main") ?? {}).some((key) => key.startsWith("__react")),
  );
  await expect(menu).toBeVisible();
  expect(await menu.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
  await menu.getByRole("link", { name: "Tech" }).click();
  await expect(page).toHaveURL("/category/tech");
  await expect(menu).toBeHidden();
});
