import type { Editor } from "@tiptap/core";
import type { ArticleDetail, ArticleSummary } from "#features/articles/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openAdmin } from "./admin.ts";
import type { Api } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

/** The open writing room. */
export const room = (page: Page, name: "Add New Article" | "Edit Article"): Locator =>
  page.getByRole("region", { name });

/** The form's fields, by their labels. */
export const fields = (page: Page) => ({
  title: page.getByLabel("Title*", { exact: true }),
  category: page.getByLabel("Category*", { exact: true }),
  excerpt: page.getByRole("textbox", { name: "Excerpt", exact: true }),
  content: page.getByRole("textbox", { name: "Content", exact: true }),
  address: page.getByLabel("Image address", { exact: true }),
  tags: page.getByLabel("Tags", { exact: true }),
  date: page.getByLabel("Publication date and time", { exact: true }),
  alt: page.getByLabel("Image alternative text", { exact: true }),
  autoUpdate: page.getByRole("switch", { name: "Enable automatic content updates" }),
  featured: page.getByRole("switch", { name: "Featured Article" }),
  pick: page.getByRole("switch", { name: "Editor's Pick" }),
  published: page.getByRole("radio", { name: "Published" }),
  draft: page.getByRole("radio", { name: "Draft" }),
});

/** The editor loads with the first form. */
async function expectEditor(page: Page): Promise<void> {
  await expect(fields(page).content).toBeVisible();
}

const hideCategories = (page: Page) => page.route(`**${apiUrl.categories()}`, (route) => route.fulfill({ json: [] }));

/**
 * Opens the room of a new article. It is stored by itself only in a category that there is: unless `knowsCategories`,
 * there is none, and the test decides when it is created.
 */
export async function startNew(page: Page, { knowsCategories = false } = {}): Promise<void> {
  if (!knowsCategories) await hideCategories(page);
  await page.goto(adminUrl.article("new"));
  await expectEditor(page);
}

/** Runs an action of an article's row in the list. */
export async function openRowMenu(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Opens the dashboard, with the list searched for the article or at other `filters`, and from there its room. */
export async function startEdit(
  page: Page,
  title: string,
  filters: Record<string, string> = { query: title },
): Promise<void> {
  await openAdmin(page, undefined, filters);
  await expect(page.getByRole("table", { name: "Articles" })).toHaveAttribute("aria-busy", "false");
  await page.getByRole("button", { name: `Edit ${title}`, exact: true }).click();
  await expectEditor(page);
}

export const addButton = (page: Page): Locator => page.getByRole("button", { name: "Add Article", exact: true });
export const updateButton = (page: Page): Locator => page.getByRole("button", { name: "Update Article", exact: true });

/** Leaves the room for the list. */
export const leave = (page: Page): Promise<void> => page.getByRole("button", { name: "Cancel" }).click();

/** The articles of this title, as an editor's list has them. */
export async function articlesOf(api: Api, title: string): Promise<ArticleSummary[]> {
  const answer = await api.get(`${apiUrl.articles()}?${new URLSearchParams({ query: title })}`);
  const found: ArticleSummary[] = await answer.json();
  return found.filter((article) => article.title === title);
}

/** The article as it is stored. */
export const stored = async (api: Api, id: number): Promise<ArticleDetail> =>
  (await api.get(apiUrl.article(id))).json();

export const table = (page: Page): Locator => page.getByRole("table", { name: "Articles" });

/** The table's row with this title. */
export const rowOf = (page: Page, title: string): Locator =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByText(title, { exact: true }) });

/** Types words after a text of the rich-text editor, as its own input does, which the DOM in use cannot. */
export async function writeAfter(content: Locator, text: string, words: string): Promise<void> {
  await expect(content).toContainText(text);
  await content.evaluate((element) => {
    const { editor } = element as unknown as { editor: Editor };
    let end = -1;
    editor.state.doc.descendants((node, at) => {
      const found = node.text?.indexOf(text) ?? -1;
      if (found >= 0) end = at + found + text.length;
    });
    editor.view.dispatch(editor.state.tr.insertText(words, end));
  });
}

/** Opens a tool of the room: an item of its menu, as in a window of this width. */
export async function openTool(
  page: Page,
  name: "Notes" | "Corrections" | "Versions" | "Duplicate" | "Share" | "Delete",
): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).click();
}

/** Chooses another way of the primary action, from the menu next to it. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /: more ways$/ }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
