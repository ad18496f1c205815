import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { articlesOf, chooseMore, fields, startNew } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("a text under review is published by a second click that says so, and notes lead to their place", async ({
  page,
  api,
  request,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Under review", excerpt: "Short.", status: "draft" });
  await api.post(`${apiUrl.article(id)}notes/`, { data: { text: "Who says so?" } });
  await page.goto(adminUrl.article(id));
  await expect(page.getByText(/^Draft/).first()).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Publish this article" });
  await dialog.getByRole("button", { name: "1 open note" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Notes" }).getByText("Who says so?").first()).toBeVisible();

  await page.keyboard.press("Control+Enter");
  await dialog.getByRole("button", { name: "Publish now" }).click();
  expect((await request.get(apiUrl.article(id))).status(), "the first click names what is open").toBe(404);
  await dialog.getByRole("button", { name: "Publish with 1 open note" }).click();
  await expect(page.getByRole("region", { name: "Published" })).toBeVisible();
  expect((await request.get(apiUrl.article(id))).status()).toBe(200);

  // The button of the form asks as well.
  await page.getByLabel("Title*", { exact: true }).fill("Under review, changed");
  await page.getByRole("button", { name: "Update Article" }).click();
  await expect(page.getByRole("dialog", { name: "Update this article" })).toContainText("1 open note");
  await page.keyboard.press("Escape");
  expect((await (await request.get(apiUrl.article(id))).json()).title).toBe("Under review");

  await chooseMore(page, "Unpublish…");
  await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText(/^Draft, withdrawn/).first()).toBeVisible();
  expect((await request.get(apiUrl.article(id))).status()).toBe(404);
  expect((await (await api.get(editorApiUrl.draft(id))).json()).title).toBe("Under review, changed");
});

test("an article that is published as soon as it is started is by its writer", async ({ page, api, editor }) => {
  await startNew(page, { knowsCategories: true });
  await fields(page).title.fill("Started and published");
  await expect(page.getByText(/^Draft, saved/)).toBeVisible();
  await expect(page.getByRole("button", { name: `Remove ${editor.name}` })).toBeVisible();
  await fields(page).category.fill("Blockchain");
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Publish this article" });
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("region", { name: "Published" })).toBeVisible();
  expect((await articlesOf(api, "Started and published")).map(({ author }) => author)).toEqual([editor.name]);
});
