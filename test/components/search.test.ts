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
