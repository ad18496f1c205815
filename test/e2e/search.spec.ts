import type { Page } from "@playwright/test";
import { apiUrl } from "#test/support/api-url.ts";
import { seenCards } from "./cards.ts";
import { openPage } from "./open-page.ts";
import { listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

const CALL = "**/api/articles/search/**";

/** Searches from another page, so that the browser itself makes the call. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole("banner").getByPlaceholder("Search articles...").fill(text);
  await page.keyboard.press("Enter");
}

test("results, no results and failures are shown", async ({ page, request }) => {
  test.slow();
  await test.step("every result shows its title and excerpt, marked, and links to its article", async () => {
    const found = await listOf(request, `${apiUrl.search("wallet")}&limit=20`);
    expect(found.length).toBeGreaterThan(1);
    await openPage(page, "/search?query=wallet");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText('Search Results for "wallet"');
    const results = page.getByRole("region", { name: "Results" }).getByRole("article");
    const seen = await seenCards(results);
    expect(seen.map(({ title, href }) => ({ title, href }))).toEqual(
      found.map(({ id, title }) => ({ title, href: `/article/${id}` })),
    );
    for (const [place, { text }] of seen.entries()) expect(text).toContain(found[place]?.excerpt);
    await expect(page.locator("mark").first()).toHaveText(/wallet/i);
    await results.first().getByRole("link").click();
    await expect(page).toHaveURL(`/article/${found[0]?.id}`);
  });
  await page.unrouteAll();
  await test.step("a query without results says so, and odd text is shown as it is", async () => {
    const response = await openPage(page, `/search?query=${encodeURIComponent('<b>"zzqq" & \u00fc%</b>')}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText('Search Results for "<b>"zzqq" & \u00fc%</b>"');
    await expect(page.getByText("No results found.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Results" }).getByRole("article")).toHaveCount(0);
  });
  await page.unrouteAll();
  await test.step("a query that the server rejects has its status", async () => {
    const response = await openPage(page, `/search?query=${"a".repeat(1001)}`);
    expect(response?.status()).toBe(400);
    await expect(page.getByText("Failed to fetch search results")).toBeVisible();
  });
  await page.unrouteAll();
  await test.step("a failed search says so in red", async () => {
    await page.route(CALL, (route) => route.fulfill({ status: 400, json: { detail: "No." } }));
    await openPage(page, "/about");
    await searchFor(page, "wallet");
    const failure = page.getByText("Failed to fetch search results");
    await expect(failure).toBeVisible();
    const [red = 0, green = 0, blue = 0] = await failure.evaluate((element) =>
      (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  });
});

test("the search page's own box searches again, and more results are on further pages", async ({
  page,
  publishArticle,
}) => {
  for (let number = 1; number <= 21; number++)
    await publishArticle({ title: `Quokkapaper number ${number}`, excerpt: "About quokkapaper." });
  await openPage(page, "/search");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search");
  const box = page.getByRole("main").getByRole("searchbox", { name: "Search articles" });
  await box.fill("  ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search");
  await box.fill("quokkapaper");
  await page.keyboard.press("Enter");
  await expect(page.getByText("21 results")).toBeVisible();
  const results = page.getByRole("region", { name: "Results" }).getByRole("article");
  await expect(results).toHaveCount(20);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL("/search?query=quokkapaper&page=2");
  await expect(results).toHaveCount(1);
  await expect(page.getByText("Page 2 of 2")).toBeVisible();

  const beyond = await openPage(page, "/search?query=quokkapaper&page=9");
  expect(beyond?.status()).toBe(404);
  await expect(page.getByText("No results found.")).toHaveCount(0);
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(results).toHaveCount(20);
});
