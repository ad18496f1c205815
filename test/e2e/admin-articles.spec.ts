import { pageUrl } from "#shared/urls.ts";
import { expectFits, expectNoViolations, overflowOf } from "./accessibility.ts";
import { openAdmin, ownComplaints, pressSlowly, toastOf } from "./admin.ts";
import { holdAnswers } from "./held-calls.ts";
import { rowOf, table, test } from "./newsroom.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

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

test("a letter that is typed between a search and its showing stays", async ({ page }) => {
  await openAdmin(page);
  await expect(table(page)).toHaveAttribute("aria-busy", "false");
  const box = page.getByRole("searchbox");
  // No timer runs while the clock stands: what is typed last is not searched for.
  await page.clock.pauseAt(Date.now() + 60_000);
  await box.pressSequentially("axe");
  // A search changes the address, and the screen a moment later.
  await page.evaluate(() => {
    for (const way of ["pushState", "replaceState"] as const) {
      const change = history[way].bind(history);
      history[way] = (...given) => {
        change(...given);
        if (!location.search.includes("query=axe") || !(document.activeElement instanceof HTMLInputElement)) return;
        document.execCommand("insertText", false, "s");
        history[way] = change;
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
  const release = await holdAnswers(page, /query=latecomer/);
  const asked = page.waitForRequest(/query=latecomer/);
  await page.getByRole("searchbox").fill("latecomer");
  await asked;
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

test("the list, a row's excerpt and the dialog have no violations at any width, and fit", async ({
  page,
  writeArticle,
}) => {
  test.slow();
  await writeArticle({ title: `Unbreakable${"y".repeat(120)}`, excerpt: "In short.", tags: ["axes"] });
  await openAdmin(page);
  await page.getByRole("searchbox").fill("axes");
  await expect(page.getByRole("status").filter({ hasText: /^1 article$/ })).toBeVisible();
  await page.getByRole("button", { name: /^Show excerpt/ }).click();
  await expectFits(page, [768]);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page);
    expect(await overflowOf(page), `${width} px`).toBe(0);
    await page.getByRole("button", { name: /^Delete Unbreakable/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoViolations(page);
    expect(await overflowOf(page), `the dialog at ${width} px`).toBe(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("a click right after typing a search counts, although the search moves what is pressed", async ({
  page,
  writeArticle,
}) => {
  for (const title of ["First", "Second"]) await writeArticle({ title, tags: ["hasty"] });
  await openAdmin(page);
  const heading = table(page).getByRole("button", { name: "Title", exact: true });
  await heading.hover();
  await page.getByRole("searchbox", { name: /^Search articles/ }).fill("hasty");
  await pressSlowly(page);
  await expect(page.getByRole("status").filter({ hasText: "1–2 of 2 articles" })).toBeVisible();
  await expect(table(page).locator("tbody tr").first()).toContainText("First");
  await expect(page).toHaveURL(/query=hasty&sort=title&order=asc$/);
});

test("a search that is left by the keyboard is not held back by a context menu opened before", async ({
  page,
  writeArticle,
}) => {
  for (const title of ["First", "Second"]) await writeArticle({ title, tags: ["hasty"] });
  await openAdmin(page);
  await table(page).getByRole("button", { name: "Title", exact: true }).hover();
  // The menu takes the release: the page sees no mouseup.
  await page.mouse.down({ button: "right" });
  await page.getByRole("searchbox", { name: /^Search articles/ }).fill("hasty");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("status").filter({ hasText: "1–2 of 2 articles" })).toBeVisible();
});
