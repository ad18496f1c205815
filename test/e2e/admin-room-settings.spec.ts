import type { Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { fields, openTool, room, startEdit } from "./article-form.ts";
import { stored, test } from "./newsroom.ts";
import { expect } from "./site.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Settings" });
const group = (page: Page, title: string) => page.locator("summary").filter({ hasText: title });

test("on a phone the settings are a sheet, which Back and Escape close", async ({ page, api, writeArticle }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 375, height: 800 });
  const { id } = await writeArticle({ title: "On the move", status: "draft", content: "<p>Text</p>" });
  await startEdit(page, "On the move");
  await expect(fields(page).category).toBeHidden();
  const opener = button(page, "Settings");
  expect((await opener.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect((await opener.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  await opener.press("Enter");
  await expect(sheet(page)).toBeVisible();
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);
  // The focus stays inside: Shift+Tab from its first control leads to its last, or out of the page.
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator("body, .room-sheet *:focus, .room-sheet:focus").first()).toBeAttached();
  await expect(fields(page).title).not.toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(room(page, "Edit Article")).toBeVisible();

  await opener.press("Enter");
  await fields(page).category.fill("");
  await page.goBack();
  await expect(sheet(page)).toBeHidden();
  await expect(page).toHaveURL(adminUrl.article(id));
  await expect(fields(page).title).toHaveValue("On the move");

  // What publishing needs leads there, and saving from it leads back to the list.
  await button(page, "Publish").click();
  await page.getByRole("dialog", { name: "Publish this article" }).getByRole("button", { name: "No category" }).click();
  await expect(fields(page).category).toBeFocused();
  await fields(page).category.fill("Blockchain");
  await fields(page).alt.fill("A street at night");
  await fields(page).alt.press("Enter");
  await expect(button(page, "Edit On the move")).toBeFocused();
  expect(await stored(api, id)).toMatchObject({ category: "Blockchain" });
});

test.describe("with autosaves", () => {
  test.use({ takesAutosaves: true, viewport: { width: 375, height: 800 } });
  test("a new article that is stored under the open sheet gets its address once that is closed", async ({
    page,
    cleanUp,
  }) => {
    cleanUp("Stored underneath");
    await page.goto(adminUrl.article("new"));
    await fields(page).title.fill("Stored underneath");
    await button(page, "Settings").press("Enter");
    await fields(page).alt.fill("Night");
    await expect(page.getByText(/^Draft, saved/)).toBeAttached();
    await expect(fields(page).alt).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/admin\/articles\/\d+$/);
    await expect(fields(page).title).toHaveValue("Stored underneath");
  });
});

test("groups of settings fold, show their values, and stay as they were left", async ({ page, writeArticle }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const title = "Folded";
  await writeArticle({ title, category: "Blockchain", status: "draft", tags: ["One", "Two"] });
  await startEdit(page, title);
  await group(page, "Category and tags").click();
  await expect(fields(page).tags).toBeHidden();
  await expect(group(page, "Category and tags")).toContainText(/Blockchain · .*2 tags/);
  await group(page, "Publishing").press("Enter");
  await expect(group(page, "Publishing")).toContainText("Draft");
  await page.reload();
  await expect(fields(page).title).toHaveValue(title);
  await expect(fields(page).tags).toBeHidden();
  await expect(fields(page).draft).toBeHidden();
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoViolations(page);
    expect(await overflowOf(page), `${width} px`).toBe(0);
  }
  // An error opens its group.
  await page.route("**/api/articles/*/", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 400, json: { detail: "Wrong.", errors: { tags: "A tag is too long." } } })
      : route.fallback(),
  );
  await button(page, "Update Article").click();
  await expect(fields(page).tags).toBeFocused();
  await expect(page.getByText("A tag is too long.")).toBeVisible();
});

test("an article is duplicated as a draft from its room, with what was typed", async ({
  page,
  api,
  writeArticle,
  cleanUp,
}) => {
  cleanUp("Copy of Twice");
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { id } = await writeArticle({ title: "Twice", content: "<p>Text</p>", tags: ["One"], is_featured: true });
  await startEdit(page, "Twice");
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoViolations(page);
    expect(await overflowOf(page), `${width} px`).toBe(0);
  }
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
