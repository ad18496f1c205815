import type { Category } from "#features/categories/endpoints.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { addButton, articlesOf, fields, leave, rowOf, startEdit, startNew, updateButton } from "./article-form.ts";
import { holdCalls } from "./held-requests.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const test = base.extend<{ forgetCategories: undefined }>({
  // Categories named by a test's articles, once the articles are deleted.
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
const create = (page: Page, name: string) => page.getByRole("button", { name: `Create “${name}”`, exact: true });
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
  await expect(toastOf(page, "Article updated")).toBeVisible();
  await leave(page);
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

test("a near match asks before saving, by keyboard too, and saving continues with the answer", async ({
  page,
  api,
}) => {
  let posts = 0;
  await page.route(/\/api\//, (route) => {
    if (route.request().method() === "POST") posts += 1;
    return route.continue();
  });
  await startNew(page, { knowsCategories: true });
  await fields(page).title.fill("Near a category");
  // There is no question before the categories are loaded.
  await fields(page).category.fill("Mark");
  await expect(page.getByRole("option", { name: "Markets", exact: true })).toBeVisible();
  await fields(page).category.fill("Marktes");
  await page.keyboard.press("Control+s");
  await expect(use(page, "Markets")).toBeFocused();
  expect(posts).toBe(0);
  await page.keyboard.press("Enter");
  await expect(fields(page).category).toHaveValue("Markets");
  await expect(fields(page).category).toBeFocused();
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect((await articlesOf(api, "Near a category")).map(({ category }) => category)).toEqual(["Markets"]);
});

test("the name can be kept: readers see the category with its first published article", async ({ page, request }) => {
  await startNew(page, { knowsCategories: true });
  await fields(page).title.fill("In a category of its own");
  await fields(page).category.fill("Cryptos");
  // Shown without saving, too, once the name is typed.
  await expect(question(page)).toHaveText("Did you mean Crypto? There is no category “Cryptos” yet.");
  await create(page, "Cryptos").click();
  await expect(question(page)).toHaveCount(0);
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();

  const readerSees = async () => (await (await request.get(pageUrl.home())).text()).includes("Cryptos");
  expect(await readerSees()).toBe(false);
  await page.getByRole("tab", { name: "Categories" }).click();
  const row = page.getByRole("row").filter({ hasText: "Cryptos" });
  await expect(row).toContainText("Hidden until one of its articles is published");
  await expect(row.getByRole("link")).toHaveCount(0);

  await page.getByRole("tab", { name: "Articles" }).click();
  await page.getByRole("button", { name: "Edit In a category of its own", exact: true }).click();
  await fields(page).published.check();
  // Nothing is asked about what is already stored.
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect(await readerSees()).toBe(true);
  await leave(page);
  await page.getByRole("tab", { name: "Categories" }).click();
  await expect(row.getByRole("link", { name: "Cryptos" })).toBeVisible();
});
