import type { Page } from "@playwright/test";
import { overflowOf } from "./accessibility.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

const SCREENS = [
  "/",
  "/category/nfts",
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

/** How text gets to 200 %: the browser's own setting, or a user style sheet. */
const WAYS = {
  "by the browser's setting": {
    before: async (page: Page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    },
    after: async () => {},
  },
  "by a style of the reader's": {
    before: async () => {},
    after: (page: Page) =>
      page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      }),
  },
};

/**
 * What extends beyond the screen, or has text that its box cuts off, named by the beginning of its text. What scrolls
 * sideways by itself may be wider, and so may what is not shown.
 */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = ".scroll-row, pre, table, .sr-only, [inert], [aria-hidden=true]";
    return [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((part) => part.checkVisibility({ opacityProperty: true }) && !part.closest(scrolls))
      .filter((part) => {
        const box = part.getBoundingClientRect();
        const style = getComputedStyle(part);
        const isOutside = box.width > 0 && (box.right > width + 1 || box.left < -1);
        const isCut =
          style.overflow !== "visible" && style.display !== "inline" && part.scrollWidth > part.clientWidth + 1;
        return isOutside || (isCut && part.clientWidth > 1);
      })
      .map((part) => `${part.tagName} ${(part.textContent ?? "").trim().slice(0, 40)}`);
  });

for (const [way, { before, after }] of Object.entries(WAYS))
  test(`text at 200 % ${way} fits a screen of 320, 375 or 768 px, and nothing is cut off`, async ({ page }) => {
    test.slow();
    await before(page);
    for (const width of [320, 375, 768]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of SCREENS) {
        await page.goto(path);
        await after(page);
        expect(Number.parseFloat(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize))).toBe(
          32,
        );
        expect(await overflowOf(page), path).toBe(0);
        expect(await misfits(page), path).toEqual([]);
      }
    }
  });

test("a page zoomed to 200 % on a phone fits as well: half as many pixels", async ({ page }) => {
  await page.setViewportSize({ width: 188, height: 400 });
  for (const path of SCREENS) {
    await page.goto(path);
    expect(await overflowOf(page), path).toBe(0);
    expect(await misfits(page), path).toEqual([]);
  }
});

test("menu, search and a submitted form fit at 200 % too", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await WAYS["by the browser's setting"].before(page);
  await openPage(page, "/about");
  await page.getByRole("button", { name: "Open menu" }).click();
  expect(await misfits(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).click();
  expect(await misfits(page)).toEqual([]);
  await page.route("**/api/newsletter/subscribe/", (route) => route.abort("internetdisconnected"));
  await page.getByPlaceholder("Your email").fill("reader@jarida.example");
  await page.getByPlaceholder("Your email").press("Enter");
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast).toBeInViewport({ ratio: 1 });
  expect(await overflowOf(page)).toBe(0);
});

test("'Demo prices' is never truncated, whatever the width and the size of the text", async ({ page, complaints }) => {
  const label = page.getByText("Demo prices", { exact: true });
  const session = await page.context().newCDPSession(page);
  for (const standard of [16, 32])
    for (const width of [188, 320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
      await page.goto("/about");
      // A page that came without its stylesheet says here why.
      expect(complaints).toEqual([]);
      await expect(label).toBeInViewport({ ratio: 1 });
      expect(await label.evaluate((part: HTMLElement) => part.innerText)).toBe("Demo prices");
      const isWhole = await label.evaluate(
        (part) => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight,
      );
      expect(isWhole, `${width} px, ${standard} px`).toBe(true);
    }
});
