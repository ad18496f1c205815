import type { Page } from "@playwright/test";
import { adminUrl } from "#shared/urls.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { fields, room, startEdit } from "./article-form.ts";
import { stored, test } from "./newsroom.ts";
import { expect } from "./site.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Settings" });

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
  // The first one may close suggestions of a field; one more than needed would leave the room.
  await expect(async () => {
    if (await sheet(page).isVisible()) await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(opener).toBeFocused();
  await expect(room(page, "Edit Article")).toBeVisible();

  await opener.press("Enter");
  await fields(page).category.fill("");
  await page.goBack();
  await expect(sheet(page)).toBeHidden();
  await expect(page).toHaveURL(adminUrl.article(id));
  await expect(fields(page).title).toHaveValue("On the move");

  // What publishing needs leads there, and Enter in it saves.
  await button(page, "Publish").click();
  await page.getByRole("dialog", { name: "Publish this article" }).getByRole("button", { name: "No category" }).click();
  await expect(fields(page).category).toBeFocused();
  await fields(page).category.fill("Blockchain");
  await fields(page).alt.fill("A street at night");
  await fields(page).alt.press("Enter");
  await expect.poll(async () => (await stored(api, id)).category).toBe("Blockchain");
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
