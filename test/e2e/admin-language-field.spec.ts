import { FIELDS } from "#features/articles/fields.ts";
import { pageUrl } from "#shared/urls.ts";
import { toastOf } from "./admin.ts";
import { startEdit, updateButton } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { openPage } from "./open-page.ts";
import { expect } from "./site.ts";

test("an article's language is chosen by its name with the keyboard, and its words have it for writers and readers", async ({
  page,
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
  await expect(field).toHaveAccessibleDescription("Tag: ar. Written from right to left.");
  await field.press("Tab");
  await expect(field).toHaveValue("Arabic");
  const words = ["Title*", "Excerpt"].map((name) => page.getByRole("textbox", { name }));
  for (const one of [...words, page.locator(".article-editor").locator("..")]) {
    await expect(one).toHaveAttribute("lang", "ar");
    await expect(one).toHaveAttribute("dir", "rtl");
  }
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  await openPage(page, pageUrl.article(id));
  for (const one of [page.getByRole("heading", { level: 1 }), page.locator("#article-text")]) {
    await expect(one).toHaveAttribute("lang", "ar");
    await expect(one).toHaveCSS("direction", "rtl");
  }
});
