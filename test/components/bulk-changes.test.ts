import { FIELDS } from "#features/articles/fields.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { rowOf, startEdit, stored, table, updateButton } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("several articles are changed together, and one click undoes it", async ({ page, api, writeArticle }) => {
  const first = await writeArticle({ title: "Bulk one", category: "AI", tags: ["bulky"] });
  const second = await writeArticle({ title: "Bulk two", category: "NFTs", tags: ["bulky"], is_featured: true });
  await openAdmin(page);
  await page.getByRole("searchbox").fill("bulky");
  await expect(page.getByRole("status").filter({ hasText: "1–2 of 2 articles" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all articles on this page" }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change 2 articles" });
  await expect(dialog.getByRole("button", { name: "Apply" })).toBeDisabled();
  const category = dialog.getByLabel("Category");
  await category.fill("cryp");
  await expect(page.getByRole("option", { name: "Crypto", exact: true })).toBeVisible();
  await category.press("ArrowDown");
  await category.press("Enter");
  await expect(category).toHaveValue("Crypto");
  // Esc closes what is offered, not the dialog.
  await category.press("ArrowDown");
  await expect(page.getByRole("option", { name: "NFTs", exact: true })).toBeVisible();
  await category.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await choose(page, dialog.getByLabel("Featured"), "Featured");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(toastOf(page, "2 articles updated")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  for (const { id } of [first, second])
    expect(await stored(api, id)).toMatchObject({ category: "Crypto", is_featured: true });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  expect(await stored(api, first.id)).toMatchObject({ category: "AI", is_featured: false });
  expect(await stored(api, second.id)).toMatchObject({ category: "NFTs", is_featured: true });

  await page.getByRole("button", { name: "Move to trash" }).click();
  await expect(toastOf(page, "2 articles moved to the trash")).toBeVisible();
  await expect(page.getByText("2 selected")).toHaveCount(0);
  expect((await api.get(apiUrl.article(first.id))).status()).toBe(404);
  await expect(rowOf(page, "Bulk two")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  await expect(rowOf(page, "Bulk two")).toBeVisible();
  expect((await api.get(apiUrl.article(first.id))).status()).toBe(200);
});

test("chosen columns and saved views are kept after a reload", async ({ page, writeArticle }) => {
  await writeArticle({ title: "Filtered", status: "draft", category: "AI" });
  await openAdmin(page);
  const heading = table(page).getByRole("columnheader", { name: "Views" });
  await expect(heading).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Views" }).uncheck();
  await expect(heading).toHaveCount(0);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await choose(page, page.getByRole("combobox", { name: "Status" }), "Draft");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("My drafts");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "My drafts", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.reload();
  await expect(rowOf(page, "Filtered")).toBeVisible();
  await expect(heading).toHaveCount(0);
  await page.getByRole("link", { name: "My drafts", exact: true }).click();
  await expect(page).toHaveURL(/\?status=draft$/);
  await page.getByRole("button", { name: "Remove the view My drafts" }).click();
  await expect(page.getByRole("link", { name: "My drafts", exact: true })).toHaveCount(0);
});

test("an article's language is chosen by its name with the keyboard, and its words have it for writers and readers", async ({
  page,
  request,
  writeArticle,
}) => {
  const { id, title } = await writeArticle({ excerpt: "ETF", status: "published" });
  await startEdit(page, title);
  const field = page.getByRole("combobox", { name: FIELDS.language.label, exact: true });
  await field.fill("Klingonese");
  await field.press("Tab");
  await expect(field).toHaveAccessibleDescription(/Choose a language from the list, or enter its tag/);
  await field.fill("arab");
  await expect(page.getByRole("option")).toHaveText(["Arabicar"]);
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription("Tag: ar. This language is written from right to left.");
  await field.press("Tab");
  await expect(field).toHaveValue("Arabic");
  const words = ["Title*", "Excerpt"].map((name) => page.getByRole("textbox", { name }));
  for (const one of words) {
    await expect(one).toHaveAttribute("lang", "ar");
    await expect(one).toHaveAttribute("dir", "rtl");
  }
  await expect(page.locator('[lang="ar"][dir="rtl"] > .article-editor')).toHaveCount(1);
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  const html = await (await request.get(pageUrl.article(id))).text();
  expect(html.match(/lang="ar" dir="rtl"/g)?.length).toBeGreaterThanOrEqual(2);
});
