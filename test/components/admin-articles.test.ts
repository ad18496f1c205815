import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { choose, openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { openRowMenu, rowOf, table } from "./article-form.ts";
import { holdAnswers, holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const LIST_CALL = /\/api\/articles\/\?/;

test("a row expands to its excerpt and collapses again", async ({ page, writeArticle }) => {
  await writeArticle({ title: "With an excerpt", excerpt: "What it says in short." });
  await openAdmin(page);
  const excerpt = page.getByText("What it says in short.");
  const opener = page.getByRole("button", { name: "Actions for With an excerpt" });
  await opener.click();
  await page.getByRole("menuitem", { name: "Show excerpt" }).click();
  await expect(excerpt).toBeVisible();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.getByRole("menuitem", { name: "Hide excerpt" }).click();
  await expect(excerpt).toHaveCount(0);
});

test("keys act on the row that has the focus: step, select, mark, open the excerpt, delete", async ({
  page,
  api,
  writeArticle,
}) => {
  const dates = { category: "AI", tags: ["keyed"] };
  await writeArticle({ title: "Second", ...dates, published_date: "2026-01-01T00:00:01Z" });
  const first = await writeArticle({
    title: "First",
    excerpt: "In short.",
    ...dates,
    published_date: "2026-01-01T00:00:02Z",
  });
  await openAdmin(page, undefined, { query: "keyed" });
  await rowOf(page, "First").getByRole("link", { name: "First" }).focus();
  await page.keyboard.press("j");
  await expect(rowOf(page, "Second").getByRole("link", { name: "Second" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selected articles" })).toContainText("1 selected");
  await page.keyboard.press("x");
  await page.keyboard.press("e");
  await expect(page.getByText("In short.")).toBeVisible();
  await page.keyboard.press("b");
  await expect(page.getByRole("switch", { name: "Breaking: First" })).toHaveAttribute("aria-checked", "true");
  await expect.poll(async () => (await (await api.get(apiUrl.article(first.id))).json()).is_breaking).toBe(true);
  await page.keyboard.press("Delete");
  await expect(page.getByRole("dialog", { name: "Delete this article?" })).toContainText("First");
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
  const filters = page.getByRole("button", { name: /^Filters/ });
  await filters.click();
  await choose(page.getByLabel("Category", { exact: true }), "NFTs");
  await expect(titles).toHaveText(["Meerkat standing", "Aardvark digging"]);
  await choose(page.getByLabel("Status", { exact: true }), "Draft");
  await expect(titles).toHaveText(["Meerkat standing"]);
  await page.reload();
  await expect(titles).toHaveText(["Meerkat standing"]);
  await expect(page.getByRole("searchbox")).toHaveValue("Savannah");
  await expect(filters).toHaveText("Filters (2)");
  await filters.click();
  await expect(page.getByLabel("Status", { exact: true })).toHaveText("Draft");
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(titles).toHaveText(["Meerkat standing", "Aardvark digging"]);
  await page.goBack();
  await expect(titles).toHaveText(["Zebra crossing", "Meerkat standing", "Aardvark digging"]);
  await filters.click();
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
  await openRowMenu(page, "Not to be deleted", "Delete");
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
  await writeArticle({ title: "Plain values", ...facts });
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
    "Words",
    "Views",
    "Auto-Update",
    "Featured",
    "Editor's Pick",
    "Breaking",
    "Actions",
  ]);
  const values = (title: string) => rowOf(page, title).getByRole("cell");
  const search = page.getByRole("searchbox", { name: /^Search articles/ });
  await search.fill(editor.name);
  await expect(page.getByRole("status").filter({ hasText: "1–4 of 4 articles" })).toBeVisible();
  const row = (title: string, category: string, date: string, state: string | RegExp, ...flags: string[]) => [
    ...["", title, category, editor.name, date, state],
    ...[new RegExp(`^(just now|\\d minutes? ago)\\s*${editor.name}$`), /^\d+$/, "0", ...flags, "No", ""],
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
  // Only articles that readers can see lead to their page.
  for (const [title, count] of [
    ["Plain values", 1],
    ["Still a draft", 0],
    ["Yet to come", 0],
  ] as const) {
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "View on the site" })).toHaveCount(count);
    await page.keyboard.press("Escape");
  }
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
  const opener = page.getByRole("button", { name: "Actions for Doomed" });
  await openRowMenu(page, "Doomed", "Delete");
  const question = page.getByRole("dialog", { name: "Delete this article?" });
  await expect(question).toContainText("Doomed");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(rowOf(page, "Doomed")).toBeVisible();
  await openRowMenu(page, "Doomed", "Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Article deleted")).toBeVisible();
  await expect(rowOf(page, "Doomed")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit Stays below" })).toBeFocused();
  expect((await request.get(pageUrl.article(doomed.id))).status()).toBe(410);
});
