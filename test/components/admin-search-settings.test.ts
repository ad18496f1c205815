import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { room } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("the settings show the article as a search result and as a card, and suggest what to improve", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "The headline", excerpt: "Too short.", status: "draft" });
  await page.goto(adminUrl.article(id));
  const settings = room(page, "Edit Article");
  const search = settings.getByRole("figure", { name: "Search result" });
  const card = settings.getByRole("figure", { name: "Social card" });
  for (const preview of [search, card]) {
    await expect(preview).toContainText("The headline");
    await expect(preview).toContainText("Too short.");
  }
  const suggestions = settings.getByRole("list", { name: "Hints for search and sharing" });
  await expect(suggestions).toContainText("The description has only 10 characters");
  await settings.getByRole("textbox", { name: "Search title" }).fill("For search engines");
  await settings.getByRole("textbox", { name: "Search description" }).fill("A description. ".repeat(6));
  await settings.getByRole("textbox", { name: "Social title" }).fill("For people");
  await expect(search).toContainText("For search engines");
  await expect(card).toContainText("For people");
  await expect(suggestions).not.toContainText("The description has only");
  const original = settings.getByRole("textbox", { name: "Original address" });
  await original.fill("first.example/story");
  await original.press("Tab");
  await expect(original).toHaveValue("https://first.example/story");
  await page.keyboard.press("Control+s");
  await expect
    .poll(async () => (await (await api.get(apiUrl.article(id))).json()) as object)
    .toMatchObject({
      seo_title: "For search engines",
      social_title: "For people",
      canonical_url: "https://first.example/story",
    });
});

test("a wrong original address is reported at its field", async ({ page, writeArticle }) => {
  const { id } = await writeArticle({ title: "Wrong address", status: "draft" });
  await page.goto(adminUrl.article(id));
  const original = room(page, "Edit Article").getByRole("textbox", { name: "Original address" });
  await original.fill("http://first.example/story");
  await page.keyboard.press("Control+s");
  await expect(
    room(page, "Edit Article")
      .getByText(/must be a complete https address/)
      .first(),
  ).toBeVisible();
});
