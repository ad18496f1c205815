import { documentUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

test("a byline leads to the author's page, by keyboard and on a phone", async ({ page, api, editor, writeArticle }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await api.post(editorApiUrl.holdings(), { data: { symbol: "BTC", from: "2025-03-01" } });
  await api.put(editorApiUrl.profile(), { data: { bio: "Covers exchanges and what they keep quiet about." } });
  const article = await writeArticle({ title: "Of bitcoin", authors: [editor.name, "Nobody Else"] });
  const slug = article.authors[0]?.slug ?? "";

  await page.goto(pageUrl.article(article.id));
  await expect(page.getByText(`${editor.name} held BTC when this was published.`)).toBeVisible();
  const byline = page.locator("header").getByRole("link", { name: editor.name });
  await byline.press("Enter");
  await expect(page).toHaveURL(documentUrl.author(slug));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(editor.name);
  await expect(page.getByRole("listitem").filter({ hasText: "Holds BTC since March 2025" })).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Of bitcoin" }).press("Enter");
  await expect(page).toHaveURL(pageUrl.article(article.id));
});
