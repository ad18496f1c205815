import { apiUrl } from "#test/support/api-url.ts";
import { choose, openAdmin, toastOf } from "./admin.ts";
import { rowOf, stored, table, test } from "./newsroom.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("several articles are changed at once, and one press undoes it", { tag: "@engines" }, async ({
  page,
  api,
  writeArticle,
}) => {
  const first = await writeArticle({ title: "Bulk one", category: "AI", tags: ["bulky"] });
  const second = await writeArticle({ title: "Bulk two", category: "NFTs", tags: ["bulky"], is_featured: true });
  await openAdmin(page);
  await page.getByRole("searchbox").fill("bulky");
  await expect(page.getByRole("status").filter({ hasText: "1–2 of 2 articles" })).toBeVisible();
  const place = () => rowOf(page, "Bulk one").boundingBox();
  const before = await place();
  await page.getByRole("checkbox", { name: "Select all articles on this page" }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  expect(await place(), "selecting moves no row").toEqual(before);
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
  await choose(dialog.getByLabel("Featured"), "Featured");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(toastOf(page, "2 articles updated")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  for (const { id } of [first, second])
    expect(await stored(api, id)).toMatchObject({ category: "Crypto", is_featured: true });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  expect(await stored(api, first.id)).toMatchObject({ category: "AI", is_featured: false });
  expect(await stored(api, second.id)).toMatchObject({ category: "NFTs", is_featured: true });

  await page.getByRole("button", { name: "Move to Trash" }).click();
  await expect(toastOf(page, "2 articles moved to the trash")).toBeVisible();
  await expect(page.getByText("2 selected")).toHaveCount(0);
  expect((await api.get(apiUrl.article(first.id))).status()).toBe(404);
  await expect(rowOf(page, "Bulk two")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Change undone")).toBeVisible();
  await expect(rowOf(page, "Bulk two")).toBeVisible();
  expect((await api.get(apiUrl.article(first.id))).status()).toBe(200);
});

test("the choice of columns and saved views outlive the page", async ({ page, writeArticle }) => {
  await writeArticle({ title: "Filtered", status: "draft", category: "AI" });
  await openAdmin(page);
  const heading = table(page).getByRole("columnheader", { name: "Views" });
  await expect(heading).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  const box = await page.getByRole("group", { name: "Columns" }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0);
  await page.getByRole("checkbox", { name: "Views" }).uncheck();
  await expect(heading).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("checkbox", { name: "Views" })).toHaveCount(0);
  await choose(page.getByRole("combobox", { name: "Status" }), "Draft");
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("My drafts");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.reload();
  await expect(rowOf(page, "Filtered")).toBeVisible();
  await expect(heading).toHaveCount(0);
  await page.getByRole("link", { name: "My drafts", exact: true }).click();
  await expect(page).toHaveURL(/\?status=draft$/);
  await page.getByRole("button", { name: "Remove the view My drafts" }).click();
  await expect(page.getByRole("link", { name: "My drafts", exact: true })).toHaveCount(0);
});
