import { adminUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { expectFits } from "./accessibility.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { rowOf, table, test } from "./newsroom.ts";
import { expect } from "./site.ts";

test("a deletion is undone from its toast by the keyboard, and from the trash", { tag: "@engines" }, async ({
  page,
  request,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Deleted by mistake", tags: ["undoing"] });
  const status = async () => (await request.get(pageUrl.article(id))).status();
  const remove = async () => {
    await page.getByRole("button", { name: "Actions for Deleted by mistake" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(toastOf(page, "Article deleted")).toBeVisible();
    expect(await status()).toBe(410);
  };
  await openAdmin(page);
  await page.getByRole("searchbox").fill("undoing");
  await remove();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Article restored")).toBeVisible();
  await expect(rowOf(page, "Deleted by mistake")).toBeVisible();
  expect(await status()).toBe(200);

  await remove();
  await page.getByRole("link", { name: "Trash", exact: true }).click();
  await expect(page).toHaveURL(adminUrl.trash());
  await expect(page.getByRole("heading", { name: "Trash" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Deleted by mistake" });
  await expect(row).toContainText("30 days");
  await row.getByRole("button", { name: "Restore Deleted by mistake" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("link", { name: "All articles" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("undoing");
  await expect(rowOf(page, "Deleted by mistake")).toBeVisible();
});

test("the trash and the bar of a selection fit every width and have no violations", async ({
  page,
  api,
  writeArticle,
}) => {
  test.slow();
  const { id } = await writeArticle({ title: `Long${"y".repeat(120)}` });
  await api.delete(apiUrl.article(id));
  await page.goto(adminUrl.trash());
  await expect(page.getByRole("button", { name: /^Restore Longy/ })).toBeVisible();
  await expectFits(page, [375, 1280]);
  await openAdmin(page);
  const row = table(page).getByRole("row").nth(1);
  const before = await row.boundingBox();
  await row.getByRole("checkbox").check();
  await expect(page.getByText("1 selected")).toBeVisible();
  expect(await row.boundingBox(), "selecting moves no row").toEqual(before);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Change 1 article" })).toBeVisible();
  await expectFits(page, [375, 1280]);
});
