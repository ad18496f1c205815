import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { choose, openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { rowOf, table } from "./article-form.ts";
import { holdAnswers, holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const LIST_CALL = /\/api\/articles\/\?/;

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
  await choose(page.getByLabel("Category", { exact: true }), "NFTs");
  await expect(titles).toHaveText(["Meerkat standing", "Aardvark digging"]);
  await choose(page.getByLabel("Status", { exact: true }), "Draft");
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
  await choose(page.getByLabel("Featured", { exact: true }), "Featured");
  await expect(titles).toHaveText(["Zebra crossing"]);
  await choose(page.getByLabel("Editor's Pick", { exact: true }), "Editor's picks");
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

test("the table has its columns and formats each article's values", async ({
  page,
  editor,
  writeArticle,
  complaints,
}) => {
  const facts = { category: "Crypto", published_date: "2025-01-05T09:30:00Z" };
  const plain = await writeArticle({ title: "Plain values", ...facts });
  await writeArticle({
    title: "Every flag",
    ...facts,
    is_auto_update: true,
    is_featured: true,
    is_editors_pick: true,
  });
  await writeArticle({ title: "Still a draft", category: "AI", status: "draft" });
  await writeArticle({ title: "Yet to come", category: "AI", published_date: "2999-12-31T09:30:00Z" });
  await openAdmin(page);
  await expect(page.getByRole("heading", { name: "Manage Articles" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add New Article" })).toBeVisible();
  await expect(table(page).getByRole("columnheader")).toHaveText([
    "",
    "Title",
    "Category",
    "Author",
    /^Date/,
    "Status",
    "Last edit",
    "Views",
    "Auto-Update",
    "Featured",
    "Editor's Pick",
    "Actions",
  ]);
  const values = (title: string) => rowOf(page, title).getByRole("cell");
  const search = page.getByRole("searchbox", { name: /^Search articles/ });
  await search.fill(editor.name);
  await expect(page.getByRole("status").filter({ hasText: "1–4 of 4 articles" })).toBeVisible();
  const row = (title: string, category: string, date: string, state: string | RegExp, ...flags: string[]) => [
    ...["", title, category, editor.name, date, state],
    ...[new RegExp(`^(just now|\\d minutes? ago)\\s*${editor.name}$`), "0", ...flags, ""],
  ];
  const regular = ["Disabled", "Regular", "No"];
  await expect(values("Plain values")).toHaveText(
    row("Plain values", "Crypto", "Jan 05, 2025", "Published", ...regular),
  );
  await expect(values("Every flag")).toHaveText(
    row("Every flag", "Crypto", "Jan 05, 2025", "Published", "Enabled", "Featured", "Yes"),
  );
  await expect(values("Still a draft")).toHaveText(row("Still a draft", "AI", "N/A", "Draft", ...regular));
  await expect(values("Yet to come")).toHaveText(
    row("Yet to come", "AI", "Dec 31, 2999", /^Scheduled,\sDec\s31,\s2999\s\d\d:\d\d\s*$/, ...regular),
  );
  // Only articles that readers can see link to their page.
  const link = (title: string) => rowOf(page, title).getByRole("link", { name: /^View / });
  await expect(link("Plain values")).toHaveAttribute("href", pageUrl.article(plain.id));
  await expect(link("Still a draft")).toHaveCount(0);
  await expect(link("Yet to come")).toHaveCount(0);
  expect(ownComplaints(complaints)).toEqual([]);
});

test("a letter typed while search results are being rendered is kept", async ({ page }) => {
  await openAdmin(page);
  await expect(table(page)).toHaveAttribute("aria-busy", "false");
  const box = page.getByRole("searchbox");
  // What is typed last is not searched for.
  await page.clock.pause();
  await box.pressSequentially("axe");
  // A search changes the address, and the screen a moment later.
  await page.evaluate(() => {
    for (const way of ["pushState", "replaceState"] as const) {
      const change = history[way].bind(history);
      history[way] = (...given) => {
        change(...given);
        if (!location.search.includes("query=axe") || !(document.activeElement instanceof HTMLInputElement)) return;
        history[way] = change;
        const field = document.activeElement;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, `${field.value}s`);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      };
    }
  });
  const asked = page.waitForRequest(/query=axe(&|$)/);
  await page.clock.runFor(250);
  await asked;
  await expect(box).toHaveValue("axes");
});

test("a late response does not replace a newer one", async ({ page, writeArticle }) => {
  await writeArticle({ title: "Late answer", tags: ["latecomer"] });
  await writeArticle({ title: "Newer answer", tags: ["newcomer"] });
  await openAdmin(page);
  await expect(table(page)).toBeVisible();
  const asked = Promise.withResolvers<void>();
  const release = await holdAnswers(page, /query=latecomer/, asked.resolve);
  await page.getByRole("searchbox").fill("latecomer");
  await asked.promise;
  await page.getByRole("searchbox").fill("newcomer");
  await expect(rowOf(page, "Newer answer")).toBeVisible();
  release();
  await expect(page.getByRole("status").filter({ hasText: /^1 article$/ })).toBeVisible();
  await expect(rowOf(page, "Late answer")).toHaveCount(0);
});

test("deleting asks first; then the article is gone everywhere, and the focus moves to its neighbour", async ({
  page,
  request,
  writeArticle,
}) => {
  await writeArticle({ title: "Stays below", published_date: "2026-01-01T00:00:01Z", tags: ["deletion"] });
  const doomed = await writeArticle({
    title: "Doomed",
    published_date: "2026-01-01T00:00:02Z",
    tags: ["deletion"],
  });
  expect((await request.get(pageUrl.article(doomed.id))).status()).toBe(200);
  await openAdmin(page);
  await page.getByRole("searchbox").fill("deletion");
  await expect(rowOf(page, "Stays below")).toBeVisible();
  const opener = page.getByRole("button", { name: "Delete Doomed" });
  await opener.click();
  const question = page.getByRole("dialog", { name: "Delete this article?" });
  await expect(question).toContainText("Doomed");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(rowOf(page, "Doomed")).toBeVisible();
  await opener.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Article deleted")).toBeVisible();
  await expect(rowOf(page, "Doomed")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit Stays below" })).toBeFocused();
  expect((await request.get(pageUrl.article(doomed.id))).status()).toBe(410);
});
