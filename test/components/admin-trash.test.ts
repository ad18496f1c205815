import { adminUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("what is deleted for good asks first, and does not come back", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Gone for good" });
  await api.delete(`/api/articles/${id}/`);
  await page.goto(adminUrl.trash());
  const button = page.getByRole("button", { name: "Delete Gone for good permanently" });
  await button.click();
  const question = page.getByRole("dialog", { name: "Delete permanently?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Delete permanently" }).click();
  await expect(toastOf(page, "Permanently deleted")).toBeVisible();
  await expect(button).toHaveCount(0);
  expect((await api.post(editorApiUrl.restore(id))).status()).toBe(404);
});

test("two rows are restored in a row, also while the first is on its way, and a second press changes nothing", async ({
  page,
  api,
  request,
  writeArticle,
}) => {
  const titles = ["Back first", "Back second"];
  const ids: number[] = [];
  for (const title of titles) ids.push((await writeArticle({ title })).id);
  for (const id of ids) await api.delete(apiUrl.article(id));
  await page.goto(adminUrl.trash());
  let calls = 0;
  const release = await holdCalls(page, "**/restore/", async (route) => {
    calls += 1;
    await route.continue();
  });
  for (const title of [...titles, ...titles]) await page.getByRole("button", { name: `Restore ${title}` }).click();
  release();
  for (const title of titles) await expect(page.getByRole("row").filter({ hasText: title })).toHaveCount(0);
  await expect(toastOf(page, "Article restored")).toContainText("Back second");
  for (const id of ids) expect((await request.get(pageUrl.article(id))).status()).toBe(200);
  expect(calls).toBe(2);
});

test("an empty trash says so", async ({ page }) => {
  await page.route(/\/api\/trash\//, (route) => route.fulfill({ json: [], headers: { "x-total-count": "0" } }));
  await page.goto(adminUrl.trash());
  await expect(page.getByText("The trash is empty.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Empty trash" })).toHaveCount(0);
});
