import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { startEdit, updateButton } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const SETTING = "/api/settings/addresses/";

test("a chief chooses the form of addresses, which is saved by a button", async ({ page, api }) => {
  await openAdmin(page);
  await page.goto(adminUrl.settings());
  const words = page.getByRole("radio", { name: "Number and words, such as /article/12/bitcoin-falls" });
  const save = page.getByRole("button", { name: "Save addresses" });
  await expect(save).toBeDisabled();
  await words.check();
  await save.click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  expect(await (await api.get(SETTING)).json()).toEqual({ article: "id-slug" });
  await expect(save).toBeDisabled();
});

test("an article's address follows its title until it is typed, and becomes one when the field is left", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id, title } = await writeArticle({ title: "Bitcoin falls" });
  const slug = async () => (await (await api.get(apiUrl.article(id))).json()).slug;
  await startEdit(page, title);
  const field = page.getByLabel("Address", { exact: true });
  await expect(field).toHaveValue("");
  await expect(field).toHaveAttribute("placeholder", "bitcoin-falls");
  await field.fill("  The big Fall! ");
  await field.press("Tab");
  await expect(field).toHaveValue("the-big-fall");
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect(await slug()).toBe("the-big-fall");
});
