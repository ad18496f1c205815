import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click();
  await page.getByRole("option", { name: option, exact: true }).click();
}
const LIST_CALL = /\/api\/articles\/\?/;
const rowOf = (page: Page, title: string): Locator =>
  page
    .getByRole("table", { name: "Articles" })
    .getByRole("row")
    .filter({ has: page.getByText(title, { exact: true }) });
const table = (page: Page): Locator => page.getByRole("table", { name: "Articles" });

test("a row expands to its excerpt and collapses again", async ({ page, writeArticle }) => {
  await writeArticle({ title: "With an excerpt", excerpt: "What it says in short." });
  await openAdmin(page);
  const excerpt = page.getByText("What it says in short.");
  const opener = page.getByRole("button", { name: "Show excerpt of With an excerpt" });
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(excerpt).toBeVisible();
  const closer = page.getByRole("button", { name: "Hide excerpt of With an excerpt" });
  await expect(closer).toBeFocused();
  await closer.click();
  await expect(excerpt).toHaveCount(0);
});

test("search, filters and order are applied by the server and kept in the address", async ({ page, writeArticle }) => {
  await writeArticle({ title: "Zebra crossing", category: "AI", is_featured: true, tags: ["savannah"] });
  await writeArticle({ title: "Aardvark digging", category: "NFTs", tags: ["savannah"] });
  await writeArticle({ title: "Meerkat standing", category: "NFTs", status: "draft", tags: ["savannah"] });
  await openAdmin(page);
  const titles = table(page).locator("tbody td[data-card=title]");
  await page.getByRole("searchbox").fill("Savannah");
  await expect(titles).toHaveText(["Meerkat standing", "Aardvark digging", "Zebra crossing"]);
  await table(page).getByRole("button", { name: "Title" }).click();
  await expect(titles).toHaveText(["Aardvark digging", "Meerkat standing", "Zebra crossing"]);
  await expect(table(page).getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending");
  await table(page).getByRole("button", { name: "Title" }).click();
  await expect(titles).toHaveText(["Zebra crossing", "Meerkat standing", "Aardvark digging"]);
  await choose(page, page.getByLabel("Category", { exact: true }), "NFTs");
  await expect(titles).toHaveText(["Meerkat standing", "Aardvark digging"]);
  await choose(page, page.getByLabel("Status", { exact: true }), "Draft");
  await expect(titles).toHaveText(["Meerkat standing"]);
  await page.reload();
  await expect(titles).toHaveText(["Meerkat standing"]);
  await expect(page.getByRole("searchbox")).toHaveValue("Savannah");
  await expect(page.getByLabel("Status", { exact: true })).toHaveText("Draft");
  await page.goBack();
  await expect(titles).toHaveText(["Meerkat standing", "Aardvark digging"]);
  await page.goBack();
  await expect(titles).toHaveText(["Zebra crossing", "Meerkat standing", "Aardvark digging"]);
  await page.getByRole("button", { name: "More filters" }).click();
  await choose(page, page.getByLabel("Featured", { exact: true }), "Featured");
  await expect(titles).toHaveText(["Zebra crossing"]);
  await choose(page, page.getByLabel("Editor's Pick", { exact: true }), "Editor's picks");
  await expect(page.getByText("No articles match your search and filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(titles.first()).toBeVisible();
  expect(new URL(page.url()).search).toBe("?sort=title&order=desc");
});

test("the browser holds one page of the list at a time, and pages through all of it", async ({
  page,
  writeArticle,
  api,
}) => {
  const total = Number((await api.get(apiUrl.articles())).headers()["x-total-count"]);
  for (let made = total; made <= 52; made++) await writeArticle({ title: `Filling article ${made}` });
  await openAdmin(page);
  const rows = table(page).locator("tbody tr");
  await expect(rows).toHaveCount(50);
  await expect(page.getByRole("button", { name: "Previous page" })).toBeDisabled();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^51–\d+ of \d+ articles$/ })).toBeVisible();
  await expect(page).toHaveURL(/\?page=2$/);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: /^51–/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();
  await page.getByLabel("Page", { exact: true }).fill("1");
  await page.getByLabel("Page", { exact: true }).press("Enter");
  await expect(rows).toHaveCount(50);
  // A page beyond the last one shows the last one.
  await page.goto(`${pageUrl.admin()}?page=99`);
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.getByRole("status").filter({ hasText: /^51–/ })).toBeVisible();
});

test("shows that it is loading, keeps its place with a skeleton, and reloads by 'Refresh Articles'", async ({
  page,
  writeArticle,
}) => {
  const release = await holdCalls(page, LIST_CALL);
  await openAdmin(page);
  await expect(page.getByRole("status").filter({ hasText: "Loading articles..." })).toBeVisible();
  await expect(table(page)).toHaveAttribute("aria-busy", "true");
  release();
  await expect(table(page)).toHaveAttribute("aria-busy", "false");
  await writeArticle({ title: "Written elsewhere" });
  await expect(rowOf(page, "Written elsewhere")).toHaveCount(0);
  await page.getByRole("button", { name: "Refresh Articles" }).click();
  await expect(rowOf(page, "Written elsewhere")).toBeVisible();
});

test("an empty list suggests writing the first article", async ({ page }) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ json: [], headers: { "x-total-count": "0" } }));
  await openAdmin(page);
  await expect(page.getByText("No articles found. Add your first article!")).toBeVisible();
});

test("a list that fails to load shows the server's message or a default one, and can be retried", async ({ page }) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 400, json: {} }));
  await openAdmin(page);
  const toast = toastOf(page, "Error fetching articles");
  await expect(toast.getByText("Could not fetch articles", { exact: true })).toBeVisible();
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await page.unroute(LIST_CALL);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 400, json: { detail: "Closed for stocktaking." } }));
  await retry.click();
  await expect(toast.getByText("Closed for stocktaking.", { exact: true })).toBeVisible();
  await page.unroute(LIST_CALL);
  await retry.click();
  await expect(table(page).getByRole("row").nth(1)).toBeVisible();
  await expect(retry).toHaveCount(0);
});

test("a failed delete says why and keeps the article", async ({ page, writeArticle }) => {
  const { id } = await writeArticle({ title: "Not to be deleted" });
  await page.route(`**${apiUrl.article(id)}`, (route) => route.abort("internetdisconnected"));
  await openAdmin(page);
  await page.getByRole("button", { name: "Delete Not to be deleted" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const toast = toastOf(page, "Error deleting article");
  await expect(toast.getByText("Could not delete the article", { exact: true })).toBeVisible();
  await expect(rowOf(page, "Not to be deleted")).toBeVisible();
});
