import type { ListedArticle } from "#features/articles/schema.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const TEMPLATES = "/api/articles/templates/";

const begin = (page: Page) => page.getByRole("button", { name: "Add New Article", exact: true });
/** Opens the menu of the button, once the templates are there. */
async function openMenu(page: Page): Promise<void> {
  await expect(begin(page)).toHaveAttribute("aria-haspopup", "menu");
  await begin(page).click();
}
const item = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });

test("an article begins from a template with its fields, as a draft of its own", async ({ page, api }) => {
  const fields = { title: "The week", excerpt: "In brief.", content: "<p>Text.</p>", category: "Tech", tags: ["a, b"] };
  const { id } = await (await api.post(apiUrl.articles(), { data: { ...fields, is_featured: true } })).json();
  await api.post(TEMPLATES, { data: { name: "Column", document: id } });
  await openAdmin(page);
  await openMenu(page);
  await item(page, "Column").click();
  const others = async () => {
    const listed: ListedArticle[] = await (await api.get(apiUrl.articles())).json();
    return listed.filter((article) => article.id !== id && article.title === fields.title);
  };
  await expect.poll(async () => (await others()).length).toBe(1);
  const [made] = await others();
  expect(await (await api.get(apiUrl.article(made?.id ?? 0))).json()).toMatchObject({
    ...fields,
    status: "draft",
    published_date: null,
    is_featured: false,
  });
});

test("templates are renamed and deleted, and without any the button opens an empty article", async ({ page, api }) => {
  const { id } = await (await api.post(apiUrl.articles(), { data: { title: "The week", category: "Tech" } })).json();
  await api.post(TEMPLATES, { data: { name: "Column", document: id } });
  await openAdmin(page);
  await openMenu(page);
  await item(page, "Manage templates…").click();
  await page.getByRole("button", { name: "Rename Column" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Weekly column");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(toastOf(page, "Template renamed")).toBeVisible();
  await page.getByRole("button", { name: "Delete Weekly column" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No templates.")).toBeVisible();
  expect(await (await api.get(TEMPLATES)).json()).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await begin(page).click();
  await expect(page).toHaveURL(/\/admin\/articles\/new$/);
});
