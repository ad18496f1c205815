import { toastOf } from "./admin.ts";
import { fields, openTool, startEdit, stored } from "./article-form.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

const test = base.extend({ takesAutosaves: false });

const button = (within: Locator, name: string | RegExp) => within.getByRole("button", { name, exact: true });
const group = (page: Page, title: string) => page.locator("summary").filter({ hasText: title });
const panel = (page: Page) => page.getByRole("complementary", { name: "Notes" });
const cards = (page: Page) => panel(page).getByRole("list", { name: "Notes" }).locator(":scope > li");

test("groups of settings fold, show their values, and stay as they were left", async ({ page, writeArticle }) => {
  const title = "Folded";
  await writeArticle({ title, category: "Blockchain", status: "draft", tags: ["One", "Two"] });
  await startEdit(page, title);
  await group(page, "Category and tags").click();
  await expect(fields(page).tags).toBeHidden();
  await expect(group(page, "Category and tags")).toContainText(/Blockchain · .*2 tags/);
  await group(page, "Publishing").click();
  await expect(group(page, "Publishing")).toContainText("Draft");
  await page.reload();
  await expect(fields(page).title).toHaveValue(title);
  await expect(fields(page).tags).toBeHidden();
  await expect(fields(page).draft).toBeHidden();
  // An error opens its group.
  await page.route("**/api/articles/*/", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 400, json: { detail: "Wrong.", errors: { tags: "A tag is too long." } } })
      : route.continue(),
  );
  await button(page, "Update Article").click();
  await expect(fields(page).tags).toBeFocused();
  await expect(page.getByText("A tag is too long.")).toBeVisible();
});

test("an article is duplicated as a draft from its room, with what was typed", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Twice", content: "<p>Text</p>", tags: ["One"], is_featured: true });
  await startEdit(page, "Twice");
  await openTool(page, "Corrections");
  await expect(page.getByRole("dialog", { name: "Corrections" })).toContainText("No corrections yet.");
  await page.keyboard.press("Escape");
  await openTool(page, "Duplicate");
  await toastOf(page, "Article duplicated").getByRole("link", { name: "Open the copy" }).click();
  await expect(fields(page).title).toHaveValue("Copy of Twice");
  const copy = await stored(api, Number(page.url().split("/").at(-1)));
  expect(copy.id).not.toBe(id);
  expect(copy).toMatchObject({ status: "draft", category: "Blockchain", tags: ["One"], is_featured: false });
  expect(copy).toMatchObject({ content: "<p>Text</p>", published_date: null });
  expect(copy.authors).toEqual((await stored(api, id)).authors);
});

test("a list of notes that can't be loaded can be retried, and a note that can't be sent keeps its words after a reload", async ({
  page,
  writeArticle,
}) => {
  await writeArticle({ title: "Noted offline", status: "draft" });
  await page.route(/\/notes\/$/, (route) => route.fulfill({ status: 400, json: { detail: "No." } }));
  await startEdit(page, "Noted offline");
  await openTool(page, "Notes");
  await expect(panel(page).getByText("Could not load the notes.")).toBeVisible();
  await page.unroute(/\/notes\/$/);
  await button(panel(page), "Try again").click();
  await expect(panel(page).getByText(/^No notes yet\./)).toBeVisible();
  await page.route(/\/notes\/$/, (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.fallback(),
  );
  await button(panel(page), "Note on the whole article").click();
  await page.keyboard.type("Who checks this?");
  await button(panel(page), "Add note").click();
  await expect(toastOf(page, "Error adding the note")).toBeVisible();
  await expect(panel(page).getByLabel("Your note")).toHaveValue("Who checks this?");
  await page.unroute(/\/notes\/$/);
  await page.reload();
  await openTool(page, "Notes");
  await button(panel(page), "Note on the whole article").click();
  await button(panel(page), "Add note").click();
  await expect(cards(page).getByText("Who checks this?", { exact: true })).toBeVisible();
});
