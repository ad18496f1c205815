import type { Page } from "@playwright/test";
import type { Category } from "#features/categories/endpoints.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

const PHONE = { width: 375, height: 800 };
const DESKTOP = { width: 1280, height: 800 };

const header = (page: Page) => page.getByRole("banner");
const sections = (page: Page) => header(page).getByRole("navigation", { name: "Sections" });
const searchBox = (page: Page) => header(page).getByPlaceholder("Search articles...");

async function expectSearch(page: Page, state: "expanded" | "collapsed"): Promise<void> {
  const isOpen = state === "expanded";
  const toggle = header(page).getByRole("button", { name: isOpen ? "Close search" : "Search", exact: true });
  await expect(toggle).toHaveAttribute("aria-expanded", String(isOpen));
  await expect(header(page).locator("#site-search")).toHaveCSS("opacity", isOpen ? "1" : "0");
}

test.describe("on a desktop", () => {
  test.use({ viewport: DESKTOP });

  test("the header leads home, to the categories and past itself", async ({ page, request }) => {
    test.slow();
    await test.step("the logo links home and the navigation lists the server's categories", async () => {
      const categories: Category[] = await (await request.get(apiUrl.categories())).json();
      await openPage(page, pageUrl.category("ai"));
      await expect(header(page).getByRole("button", { name: "Open menu" })).toBeHidden();
      const links = sections(page).getByRole("link");
      await expect(links).toHaveText(categories.map(({ name }) => name));
      for (const { name, slug } of categories) {
        const link = sections(page).getByRole("link", { name, exact: true });
        await expect(link).toBeVisible();
        await expect(link).toHaveAttribute("href", `/category/${slug}`);
      }
      await expect(sections(page).locator("[aria-current=page]")).toHaveText("AI");
      await header(page)
        .getByRole("link", { name: /Jarida/ })
        .click();
      await expect(page).toHaveURL("/");
      await expect(sections(page).locator("[aria-current=page]")).toHaveCount(0);
    });
    await test.step("the first tab stop skips to the content", async () => {
      await openPage(page, "/about");
      await page.keyboard.press("Tab");
      const skip = page.getByRole("link", { name: "Skip to main content" });
      await expect(skip).toBeFocused();
      expect((await skip.boundingBox())?.height).toBeGreaterThan(24);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
    });
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("menu and search work by touch and by keyboard", async ({ page }) => {
    test.slow();
    await test.step("the toggle opens a stacked list of categories, and choosing one closes it", async () => {
      await openPage(page, "/about");
      await expect(sections(page)).toBeHidden();
      await header(page).getByRole("button", { name: "Open menu" }).click();
      const close = header(page).getByRole("button", { name: "Close menu" });
      await expect(close).toHaveAttribute("aria-expanded", "true");
      const boxes = await Promise.all((await sections(page).getByRole("link").all()).map((link) => link.boundingBox()));
      expect(boxes.length).toBeGreaterThanOrEqual(6);
      const tops = boxes.map((box) => box?.y ?? 0);
      expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b));
      expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);

      await sections(page).getByRole("link", { name: "Tech" }).click();
      await expect(page).toHaveURL("/category/tech");
      await expect(sections(page)).toBeHidden();
      await expect(header(page).getByRole("button", { name: "Open menu" })).toHaveAttribute("aria-expanded", "false");
    });
    await test.step("the menu works by keyboard: opening, closing by Escape, moving through it and choosing", async () => {
      const toggle = header(page).getByRole("button", { name: "Open menu" });
      // The navigation of the step before moves the focus when the page is complete.
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tech");
      await toggle.press("Enter");
      await expect(sections(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(sections(page)).toBeHidden();
      await expect(toggle).toBeFocused();
      await page.keyboard.press("Space");
      const first = sections(page).getByRole("link").first();
      await expect(first).toBeVisible();
      const target = await first.getAttribute("href");
      await first.focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(target ?? "");
      await expect(sections(page)).toBeHidden();
    });
    await test.step("the toggle closes the menu again, and so does the logo", async () => {
      await header(page).getByRole("button", { name: "Open menu" }).click();
      await header(page).getByRole("button", { name: "Close menu" }).click();
      await expect(sections(page)).toBeHidden();
      await header(page).getByRole("button", { name: "Open menu" }).click();
      await header(page)
        .getByRole("link", { name: /Jarida/ })
        .click();
      await expect(page).toHaveURL("/");
      await expect(sections(page)).toBeHidden();
    });
    await test.step("the search box is expanded by its toggle or by focus, and collapsed by its toggle or Escape", async () => {
      // A page of its own: the navigation of the step before would move the focus once it is complete.
      await openPage(page, "/about");
      await expectSearch(page, "collapsed");
      await header(page).getByRole("button", { name: "Search", exact: true }).click();
      await expectSearch(page, "expanded");
      await expect(searchBox(page)).toBeFocused();
      await page.keyboard.press("Enter");
      // The browser shows no validation message for an empty search.
      expect(await searchBox(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);
      await header(page).getByRole("button", { name: "Close search" }).click();
      await expectSearch(page, "collapsed");
      await searchBox(page).focus();
      await expectSearch(page, "expanded");
      await page.keyboard.press("Escape");
      await expectSearch(page, "collapsed");
      await expect(header(page).getByRole("button", { name: "Search", exact: true })).toBeFocused();
    });
  });
});
