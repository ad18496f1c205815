import type { Page } from "@playwright/test";
import { updateCategory } from "#features/categories/commands.ts";
import { operator } from "#shared/actor.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { columnsOf, seenCards } from "./cards.ts";
import { holdCalls } from "./held-calls.ts";
import { openPage } from "./open-page.ts";
import { listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

const CALL = "**/api/categories/tech/?*";

const articles = (page: Page) => page.getByRole("region", { name: "Articles", exact: true });
const bar = (page: Page) => page.getByRole("navigation", { name: "Filter by category" });

/** 'MMMM dd, yyyy'. */
function cardDate(iso: string | null): string {
  const date = new Date(iso ?? "");
  const month = date.toLocaleString("en-US", { month: "long", timeZone: "UTC" });
  return `${month} ${String(date.getUTCDate()).padStart(2, "0")}, ${date.getUTCFullYear()}`;
}

/** Opens Tech from another page, so that the browser itself makes the call. */
async function chooseTech(page: Page): Promise<void> {
  await openPage(page, "/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "Tech", exact: true }).click();
  await expect(page).toHaveURL("/category/tech");
}

test("a category's page has its cards, and further pages", async ({ page, request, store, publishArticle }) => {
  test.slow();
  await test.step("shows the category's own name and capitals, the highlighted bar, a grid of its cards and what is trending", async () => {
    const list = await listOf(request, apiUrl.category("nfts"));
    expect(list.length).toBeGreaterThan(4);
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPage(page, "/category/nfts");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("NFTs");
    await expect(page).toHaveTitle("NFTs | Jarida");
    // As it is displayed: no style may change its case.
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("NFTs");
    const badge = articles(page).getByRole("article").first().getByRole("link", { name: "NFTs", exact: true });
    expect(await badge.innerText()).toBe("NFTs");
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
    expect(new Set(cards.map(({ category, categoryHref }) => `${category} ${categoryHref}`))).toEqual(
      new Set(["NFTs /category/nfts"]),
    );
    expect(cards.map(({ dates }) => dates)).toEqual(list.map(({ published_date }) => [cardDate(published_date)]));
    // The newest one spans both columns.
    expect(columnsOf(cards.slice(1))).toBe(2);
    await expect(page.getByRole("region", { name: "Trending" }).getByRole("listitem").first()).toContainText("01");

    await bar(page).getByRole("link", { name: "All", exact: true }).click();
    await expect(page).toHaveURL("/");
  });
  await page.unrouteAll();
  await test.step("an unknown category is a 404 with a link home", async () => {
    const response = await openPage(page, "/category/no-such-thing");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Category not found");
    await page.getByRole("link", { name: "Go back to homepage" }).click();
    await expect(page).toHaveURL("/");
  });
  await page.unrouteAll();
  await test.step("a link to a category's old slug redirects to its new one, without a reload", async () => {
    const { db } = store.database;
    const tech = await db.selectFrom("category").select("id").where("slug", "=", "tech").executeTakeFirstOrThrow();
    await openPage(page, "/about");
    await updateCategory(store, operator, tech.id, { name: "Tech", slug: "technology" });
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
      await updateCategory(store, operator, tech.id, { name: "Tech", slug: "tech" });
    }
  });
  await page.unrouteAll();
  await test.step("more articles than fit on a page continue on further pages, and past the last is a 404", async () => {
    for (let number = 1; number <= 20; number++)
      await publishArticle({ title: `Ledger note ${number}`, category: "Markets" });
    await openPage(page, "/category/markets");
    await expect(articles(page).getByRole("article")).toHaveCount(24);
    const firstPage = await articles(page).getByRole("heading").allTextContents();
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL("/category/markets?page=2");
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const secondPage = await articles(page).getByRole("heading").allTextContents();
    expect(secondPage.filter((title) => firstPage.includes(title))).toEqual([]);
    await page.getByRole("link", { name: "Previous page" }).click();
    await expect(page).toHaveURL("/category/markets");

    const beyond = await openPage(page, "/category/markets?page=9");
    expect(beyond?.status()).toBe(404);
    await expect(page.getByText("This page is past the last one")).toBeVisible();
    await expect(page).toHaveTitle("This page is past the last one | Jarida");
  });
});

test("loading, empty and failed lists of a category say so", async ({ page, request }) => {
  test.slow();
  await test.step("shows 'Loading articles...' while they are loading", async () => {
    const release = await holdCalls(page, CALL);
    await chooseTech(page);
    await expect(page.getByRole("status").filter({ hasText: "Loading articles..." })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tech");
    release();
    await expect(articles(page).getByRole("article").first()).toBeVisible();
    await expect(page.getByText("Loading articles...")).toBeHidden();
  });
  await page.unrouteAll();
  await test.step("an unreadable date is an unknown date", async () => {
    const list = await listOf(request, apiUrl.category("tech"));
    const dates = ["not a date", null, "2025-01-05T23:30:00.000Z"];
    await page.route(CALL, (route) =>
      route.fulfill({
        headers: { "x-total-count": "3" },
        json: list.slice(0, 3).map((article, place) => ({ ...article, published_date: dates[place] })),
      }),
    );
    await chooseTech(page);
    await expect(articles(page).locator("time")).toHaveText(["Unknown date", "Unknown date", "January 05, 2025"]);
  });
  await page.unrouteAll();
  await test.step("says so when a category has no articles, or fails to load", async () => {
    await page.route(CALL, (route) => route.fulfill({ headers: { "x-total-count": "0" }, json: [] }));
    await chooseTech(page);
    await expect(articles(page).getByRole("article")).toHaveCount(0);
    await expect(articles(page).getByRole("heading")).toHaveText("Nothing published here yet");

    await page.unroute(CALL);
    await page.route(CALL, (route) => route.fulfill({ status: 400, json: { detail: "No." } }));
    await chooseTech(page);
    await expect(page.getByRole("alert")).toHaveText("The articles could not be loaded.");
    await page.unroute(CALL);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(articles(page).getByRole("article").first()).toBeVisible();
  });
});
