import { pageUrl } from "#shared/urls.ts";
import { toastOf } from "./admin.ts";
import { startEdit, updateButton } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("authors are chosen from the profiles as one types, or typed, and can be taken away again", async ({
  page,
  writeArticle,
}) => {
  const { id, title } = await writeArticle({ author_name: "Zuri Achieng" });
  await startEdit(page, title);
  const authors = page.getByRole("combobox", { name: "Authors" });
  await authors.fill("zur");
  await expect(page.getByRole("option")).toHaveCount(0);
  await authors.fill("newcomer");
  await authors.press("Enter");
  await authors.fill("Seco");
  await authors.press(",");
  await page.getByRole("button", { name: "Remove Zuri Achieng" }).click();
  await expect(authors).toBeFocused();
  await authors.fill("zur");
  await expect(page.getByRole("option", { name: "Zuri Achieng" })).toBeVisible();
  await authors.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Zuri Achieng" })).toHaveAttribute("aria-selected", "true");
  await authors.press("Enter");
  await authors.press("Backspace");
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  await page.goto(pageUrl.article(id));
  await expect(page.getByText("newcomer and Seco", { exact: true })).toBeVisible();
});
