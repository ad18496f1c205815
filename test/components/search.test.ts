import { holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const openPage = (page: Page, address: string) => page.goto(address);

const CALL = "**/api/articles/search/**";

/** Searches from another page, so that the browser itself makes the call. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole("banner").getByPlaceholder("Search articles...").fill(text);
  await page.keyboard.press("Enter");
}

test("shows 'Loading...' while results are loading", async ({ page }) => {
  const release = await holdCalls(page, CALL);
  await openPage(page, "/about");
  await searchFor(page, "wallet");
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  release();
  await expect(page.getByRole("region", { name: "Results" }).getByRole("article").first()).toBeVisible();
  await expect(page.getByText("Loading...")).toBeHidden();
});

test("the page's own box searches again, and more results are on further pages", async ({ page, publishArticle }) => {
  for (let number = 1; number <= 21; number++) await publishArticle({ title: `Quokkapaper number ${number}` });
  await openPage(page, "/search");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search");
  const box = page.getByRole("main").getByRole("searchbox", { name: "Search articles" });
  await box.fill("  ");
  await box.press("Enter");
  await expect(page).toHaveURL("/search");
  await box.fill("quokkapaper");
  await box.press("Enter");
  await expect(page.getByText("21 results")).toBeVisible();
  const results = page.getByRole("region", { name: "Results" }).getByRole("article");
  await expect(results).toHaveCount(20);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL("/search?query=quokkapaper&page=2");
  await expect(results).toHaveCount(1);
  await expect(page.getByText("Page 2 of 2")).toBeVisible();

  await openPage(page, "/search?query=quokkapaper&page=9");
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(results).toHaveCount(20);
});

test("results follow the reader's typing, the last words win, and the field stays", async ({
  page,
  publishArticle,
}) => {
  await publishArticle({ title: "Zebrafish in the lake" });
  await publishArticle({ title: "Zeppelin over the lake" });
  await openPage(page, "/search");
  const box = page.getByRole("main").getByRole("searchbox", { name: "Search articles" });
  await box.focus();
  const release = await holdCalls(page, "**/api/articles/search/?query=ze&**");
  await box.fill("ze");
  await expect(page).toHaveURL("/search?query=ze");
  await box.fill("zeppelin");
  await expect(page).toHaveURL("/search?query=zeppelin");
  release();
  const results = page.getByRole("region", { name: "Results" }).getByRole("article");
  await expect(results).toHaveCount(1);
  await expect(page.getByRole("status").filter({ hasText: "1 result" })).toBeVisible();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("zeppelin");
});
