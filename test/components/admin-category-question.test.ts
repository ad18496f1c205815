import type { ArticleSummary } from "#features/articles/schema.ts";
import type { Category } from "#features/categories/endpoints.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { fields, startEdit, startNew, updateButton } from "./article-form.ts";
import { holdCalls } from "./held-requests.ts";
import { type Api, test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

async function articlesOf(api: Api, title: string): Promise<ArticleSummary[]> {
  const found: ArticleSummary[] = await (
    await api.get(`${apiUrl.articles()}?${new URLSearchParams({ query: title })}`)
  ).json();
  return found.filter((article) => article.title === title);
}
const rowOf = (page: Page, title: string): Locator =>
  page
    .getByRole("table", { name: "Articles" })
    .getByRole("row")
    .filter({ has: page.getByText(title, { exact: true }) });

const test = base.extend<{ forgetCategories: undefined }>({
  // Categories named by a journey's articles, once the articles are deleted.
  forgetCategories: [
    async ({ api }, use) => {
      const listed = async (): Promise<Category[]> => (await api.get(apiUrl.categories())).json();
      const before = new Set((await listed()).map(({ id }) => id));
      await use(undefined);
      for (const { id } of await listed()) if (!before.has(id)) await api.delete(apiUrl.category(String(id)));
    },
    { auto: true },
  ],
});

const question = (page: Page) => page.getByText(/^Did you mean/);
const use = (page: Page, name: string) => page.getByRole("button", { name: `Use ${name}`, exact: true });

test("a save waits for the categories, and goes on without them where they cannot be fetched", async ({
  page,
  api,
  cleanUp,
}) => {
  for (const title of ["Too quick to be asked", "Asked of nobody"]) cleanUp(title);
  const answer = await holdCalls(page, `**${apiUrl.categories()}`);
  await startNew(page, { knowsCategories: true });
  await fields(page).title.fill("Too quick to be asked");
  await fields(page).category.fill("Marktes");
  await page.keyboard.press("Control+s");
  await expect(question(page)).toHaveCount(0);
  answer();
  await expect(use(page, "Markets")).toBeFocused();
  expect(await articlesOf(api, "Too quick to be asked")).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Article added")).toBeVisible();
  expect((await articlesOf(api, "Too quick to be asked")).map(({ category }) => category)).toEqual(["Markets"]);

  const fail = await holdCalls(page, `**${apiUrl.categories()}`, (route) => route.abort("connectionreset"));
  await startNew(page, { knowsCategories: true });
  await fields(page).title.fill("Asked of nobody");
  await fields(page).category.fill("Marktes");
  await page.keyboard.press("Control+s");
  fail();
  await expect(toastOf(page, "Article added")).toBeVisible();
});

test("a name that is changed after the question is not saved without asking again", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Asked twice" });
  await startEdit(page, "Asked twice");
  await fields(page).category.fill("Blokchain");
  await updateButton(page).click();
  await expect(use(page, "Blockchain")).toBeFocused();
  await fields(page).category.fill("Regulation");
  await expect(question(page)).toHaveCount(0);
  expect(await (await api.get(apiUrl.article(id))).json()).toMatchObject({ category: "Blockchain" });
  await updateButton(page).click();
  await expect(rowOf(page, "Asked twice")).toContainText("Regulation");
});

test("nothing is asked for a known name in any case, or for one that is close to none", async ({ page }) => {
  await openAdmin(page);
  await startNew(page, { knowsCategories: true });
  for (const name of ["markets", "NFTS", "Regulation", "AR"]) {
    await fields(page).category.fill(name);
    await page.keyboard.press("Control+s");
    // The title is missing: the form tried to save, and did not ask.
    await expect(fields(page).title).toBeFocused();
    await expect(question(page)).toHaveCount(0);
  }
});
