import type { Locator } from "@playwright/test";
import { apiUrl } from "#test/support/api-url.ts";
import { overflowOf } from "./accessibility.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

const SCREENS = [
  "/",
  "/category/blockchain",
  "/article/40",
  "/about",
  "/contact",
  "/advertise",
  "/privacy-policy",
  "/unsubscribe",
  "/search?query=wallet",
  "/article/999999",
  "/no/such/page",
];

/**
 * Names of the controls whose target is smaller than `least` CSS pixels in one direction. A target may be larger than
 * its control looks, so it is probed: half the size away from the middle, a touch must still hit the control.
 */
async function tooSmall(controls: Locator, least: number): Promise<string[]> {
  const found: string[] = [];
  for (const control of await controls.all()) {
    const missed = await control.evaluate((element, size) => {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = element.getBoundingClientRect();
      if (box.width === 0) return null;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const reach = size / 2 - 1;
      const reaches = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx * reach, y + dy * reach);
        return hit !== null && (element.contains(hit) || hit.closest("label") !== null);
      };
      const isLarge = box.width >= size && box.height >= size;
      if (isLarge || (reaches(-1, 0) && reaches(1, 0) && reaches(0, -1) && reaches(0, 1))) return null;
      const name = element.getAttribute("aria-label") ?? element.getAttribute("name") ?? element.textContent;
      return `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`;
    }, least);
    if (missed) found.push(missed);
  }
  return found;
}

test.use({ viewport: { width: 320, height: 640 } });

test("every screen fits 320 px without sideways scrolling, and no text is cut off", async ({ page }) => {
  for (const path of SCREENS) {
    await page.goto(path);
    expect(await overflowOf(page), path).toBe(0);
    const cut = await page.locator("h1, h2, h3, button, label").evaluateAll((all) =>
      all
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== "visible")
        .filter((part) => part.clientWidth > 1)
        .map((part) => part.textContent),
    );
    expect(cut, path).toEqual([]);
  }
});

test("the open menu, the open search and a toast fit 320 px too", async ({ page }) => {
  await openPage(page, "/about");
  await page.getByRole("button", { name: "Open menu" }).click();
  expect(await overflowOf(page)).toBe(0);
  await page.getByRole("button", { name: "Close menu" }).click();
  await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).click();
  expect(await overflowOf(page)).toBe(0);
  const box = await page.getByRole("banner").getByPlaceholder("Search articles...").boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true);
  await page.route("**/api/newsletter/subscribe/", (route) => route.fulfill({ json: { message: "" } }));
  await page.getByPlaceholder("Your email").fill("reader@jarida.example");
  await page.getByPlaceholder("Your email").press("Enter");
  await expect(page.locator("[data-sonner-toast]")).toBeInViewport({ ratio: 1 });
  expect(await overflowOf(page)).toBe(0);
});

test("long words, wide tables and code in an article do not widen the page", async ({ page }) => {
  const wide = "<th>column</th>".repeat(20);
  const code = `<pre>${"code ".repeat(60)}\n${"0x".repeat(120)}</pre>`;
  const content = `<p>${"long".repeat(60)}</p>${code}<table><tr>${wide}</tr></table>`;
  await page.route(`**${apiUrl.article(40)}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), title: "Title".repeat(30), content } });
  });
  await openPage(page, "/about");
  // Again, as the router may not listen yet: the page's elements are React's before all effects have run.
  await expect(async () => {
    await page.evaluate(() => {
      history.pushState({}, "", "/article/40");
      dispatchEvent(new PopStateEvent("popstate", { state: {} }));
    });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Title".repeat(30), { timeout: 1_000 });
  }).toPass();
  expect(await overflowOf(page)).toBe(0);
  // Lines of code wrap within the measure, or their block scrolls.
  const lines = page.locator("#article-text pre");
  const isCut = await lines.evaluate(
    (pre) => pre.scrollWidth > pre.clientWidth && !/auto|scroll/.test(getComputedStyle(pre).overflowX),
  );
  expect(isCut).toBe(false);
});

test("the main controls of a phone are at least 44 px, all others 24 px", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const banner = page.getByRole("banner");
  for (const path of SCREENS) {
    await openPage(page, path);
    if (path === "/") {
      await banner.getByRole("button", { name: "Open menu" }).click();
      expect(await tooSmall(banner.getByRole("navigation").getByRole("link"), 44), "menu").toEqual([]);
      await banner.getByRole("button", { name: "Close menu" }).click();
      expect(await tooSmall(page.getByRole("tab"), 44), "tabs").toEqual([]);
    }
    expect(await tooSmall(page.locator("button:visible"), 44), path).toEqual([]);
    expect(await tooSmall(page.locator("input:visible, textarea:visible"), 44), path).toEqual([]);
    expect(await tooSmall(page.getByRole("navigation", { name: "Filter by category" }).getByRole("link"), 44)).toEqual(
      [],
    );
    expect(await tooSmall(page.getByRole("region", { name: "Share this article" }).getByRole("link"), 44)).toEqual([]);
    expect(await tooSmall(page.getByRole("contentinfo").getByRole("link"), 24), path).toEqual([]);
  }
});

test("a table on a phone scrolls instead of tearing its numbers, and many sections keep their names whole", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await openPage(page, "/article/12");
  const table = await page.locator("#article-text").evaluate((text) => {
    const cells = ["Ethereum", "$1,234,567.01", "3,000,000", "1,000,000,000", "$0.00000001", "12,345,678 BTC"];
    const made = document.createElement("table");
    const row = made.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell.replaceAll(" ", "\u00a0");
    text.replaceChildren(made);
    const heights = [...row.cells].map((cell) => cell.clientHeight);
    return {
      heights: new Set(heights).size,
      height: heights[0],
      scrolls: made.scrollWidth > made.clientWidth,
    };
  });
  expect(table.height).toBeLessThan(50);
  expect(table).toMatchObject({ heights: 1, scrolls: true });
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await page.getByRole("navigation", { name: "Sections" }).evaluate((menu) => {
      const [list] = menu.getElementsByTagName("ul");
      while (list && list.children.length < 18)
        list.append(list.children[list.children.length % 6]?.cloneNode(true) ?? "");
      return [...menu.querySelectorAll("a")].map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return range.getClientRects().length;
      });
    });
    expect(lines, `at ${width} px`).toEqual(Array.from({ length: 18 }, () => 1));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(
      width,
    );
  }
});
