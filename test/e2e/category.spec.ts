import type { Page } from "@playwright/test";
import { categoryWrites } from "#features/categories/commands.ts";
import { updateRecord } from "#platform/records/store.ts";
import { operator } from "#shared/actor.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { columnsOf, seenCards } from "./cards.ts";
import { openPage } from "./open-page.ts";
import { listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

const articles = (page: Page) => page.getByRole("region", { name: "Articles", exact: true });
const bar = (page: Page) => page.getByRole("navigation", { name: "Filter by category" });

/** 'MMMM dd, yyyy'. */
function cardDate(iso: string | null): string {
  const date = new Date(iso ?? "");
  const month = date.toLocaleString("en-US", { month: "long", timeZone: "UTC" });
  return `${month} ${String(date.getUTCDate()).padStart(2, "0")}, ${date.getUTCFullYear()}`;
}

test("a category has its page, also under its former address", async ({ page, request, store }) => {
  test.slow();
  await test.step("shows the category's own name and capitals, the highlighted bar, a grid of its cards", async () => {
    const list = await listOf(request, apiUrl.category("nfts"));
    expect(list.length).toBeGreaterThan(4);
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPage(page, "/category/nfts");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("NFTs");
    await expect(page).toHaveTitle("NFTs | Jarida");
    // As it is displayed: no style may change its case.
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("NFTs");
    await expect(bar(page).locator("[aria-current=page]")).toHaveText("NFTs");
    const [current, other] = await Promise.all(
      ["NFTs", "AI"].map((name) =>
        bar(page)
          .getByRole("link", { name, exact: true })
          .evaluate((link) => getComputedStyle(link).borderBottomColor),
      ),
    );
    expect(current).not.toBe(other);

    const cards = await seenCards(articles(page).getByRole("article"));
    expect(cards.map(({ title }) => title)).toEqual(list.map(({ title }) => title));
    expect(cards.map(({ dates }) => dates)).toEqual(list.map(({ published_date }) => [cardDate(published_date)]));
    // The newest one spans both columns.
    expect(columnsOf(cards.slice(1))).toBe(2);
  });
  await page.unrouteAll();
  await test.step("a link to a category's old slug redirects to its new one, without a reload", async () => {
    const { db } = store.database;
    const tech = await db.selectFrom("category").select("id").where("slug", "=", "tech").executeTakeFirstOrThrow();
    await openPage(page, "/about");
    await updateRecord(categoryWrites(store), operator, tech.id, { name: "Tech", slug: "technology" });
    try {
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      await page.getByRole("contentinfo").getByRole("link", { name: "Tech", exact: true }).click();
      await expect(page).toHaveURL("/category/technology");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tech");
      await expect(articles(page).getByRole("article").first()).toBeVisible();
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/category\/technology$/);
      expect(await page.evaluate(() => "stayed" in window)).toBe(true);
      await page.goBack();
      await expect(page).toHaveURL("/about");
      await openPage(page, "/category/tech");
      await expect(page).toHaveURL("/category/technology");
    } finally {
      await updateRecord(categoryWrites(store), operator, tech.id, { name: "Tech", slug: "tech" });
    }
  });
});
