import type { Locator, Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { type Filters, openAdmin } from "./admin.ts";
import { table } from "./newsroom.ts";
import { expect } from "./site.ts";

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

const hideCategories = (page: Page) =>
  page.context().route(`**${apiUrl.categories()}`, (route) => route.fulfill({ json: [] }));

/**
 * Opens the room of a new article. It is stored by itself only in a category that there is: unless `knowsCategories`,
 * there is none, and the test decides when it is created.
 */
export async function startNew(page: Page, { knowsCategories = false } = {}): Promise<void> {
  if (!knowsCategories) await hideCategories(page);
  await page.goto(adminUrl.article("new"));
  await expectEditor(page);
}

/** Opens the dashboard, with the list searched for the article or at other `filters`, and from there its room. */
export async function startEdit(page: Page, title: string, filters: Filters = { query: title }): Promise<void> {
  await openAdmin(page, undefined, filters);
  await expect(table(page)).toHaveAttribute("aria-busy", "false");
  await page.getByRole("button", { name: `Edit ${title}`, exact: true }).click();
  await expectEditor(page);
}

/** Opens a tool of the room: a button of its bar, or on a narrow screen an item of its menu. */
export async function openTool(
  page: Page,
  name: "Notes" | "Corrections" | "Versions" | "Duplicate" | "Share" | "Delete",
): Promise<void> {
  const isInMenu = name === "Duplicate" || (page.viewportSize()?.width ?? 0) < 1280;
  if (isInMenu) await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole(isInMenu ? "menuitem" : "button", { name: new RegExp(`^${name}`) }).click();
}

export const addButton = (page: Page): Locator => page.getByRole("button", { name: "Add Article", exact: true });
export const updateButton = (page: Page): Locator => page.getByRole("button", { name: "Update Article", exact: true });

/** Chooses another way of the primary action, from the menu next to it. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /: more ways$/ }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
