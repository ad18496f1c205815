import type { Page } from "@playwright/test";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openAdmin } from "./admin.ts";
import { chooseMore, fields, openTool, startEdit, updateButton } from "./article-form.ts";
import { table, test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { offers } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("Back and Cancel, also after an update, lead to the same row of the same list, scrolled as it was", async ({
  page,
  writeArticle,
}) => {
  for (let at = 1; at <= 9; at++) await writeArticle({ title: `Row number ${at}`, tags: ["returning"] });
  await page.setViewportSize({ width: 1280, height: 400 });
  await openAdmin(page);
  await page.getByRole("searchbox").fill("returning");
  await expect(page.getByRole("status").filter({ hasText: "1–9 of 9 articles" })).toBeVisible();
  await table(page).getByRole("button", { name: "Title" }).click();
  await expect(table(page).locator("tbody tr").first()).toContainText("Row number 1");
  const list = page.url();
  const edit = button(page, "Edit Row number 8");
  for (const [text, leave] of [
    ["", () => page.goBack()],
    ["", () => button(page, "Cancel").click()],
    ["Changed", () => button(page, "Cancel").click()],
  ] as const) {
    await edit.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(100);
    await edit.click();
    await expect(fields(page).title).toHaveValue("Row number 8");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    if (text) {
      await fields(page).excerpt.fill(text);
      await updateButton(page).click();
      await expect(page.getByText("Article updated").first()).toBeVisible();
    }
    await leave();
    await expect(edit).toBeFocused();
    expect(page.url()).toBe(list);
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
  }
});

test("the room, its dialogs, a conflict and offered work fit a phone and have no violations", async ({
  page,
  api,
  writeArticle,
}) => {
  test.slow();
  const expectPhone = async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoViolations(page);
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  const title = `Long${"word".repeat(30)}`;
  const { id } = await writeArticle({ title, excerpt: "In short.", content: `<p>${"long".repeat(40)}</p>` });
  await api.put(editorApiUrl.draft(id), { data: { excerpt: "Changed" } });
  await startEdit(page, title);
  await test.step("the title grows with its text", async () => {
    const field = fields(page).title;
    const before = (await field.boundingBox())?.height ?? 0;
    await field.fill("word ".repeat(50));
    await expect.poll(async () => (await field.boundingBox())?.height ?? 0).toBeGreaterThan(before);
    expect(await field.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
    await field.fill(title);
  });
  await test.step("the room", expectPhone);
  await test.step("the update dialog", async () => {
    await chooseMore(page, "Update with a reason or correction…");
    const asked = page.getByRole("dialog", { name: "Update this article" });
    const topOf = async (name: string) => (await asked.getByRole("checkbox", { name }).boundingBox())?.y ?? 0;
    expect(await topOf("Add a correction"), "each box has a line").toBeGreaterThan((await topOf("Typo fix")) + 24);
    await asked.getByRole("checkbox", { name: "Add a correction" }).check();
    await asked.getByRole("textbox", { name: "Correction" }).fill("An earlier version named the wrong bank.");
    await expectPhone();
    await page.keyboard.press("Escape");
    await expect(asked).toHaveCount(0);
  });
  await test.step("the schedule dialog", async () => {
    await chooseMore(page, "Update at a time…");
    const asked = page.getByRole("dialog", { name: "Update this article" });
    await asked.getByRole("radio", { name: "At a time" }).check();
    await asked.getByRole("button", { name: "Choose date and time" }).click();
    await expectPhone();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(asked).toHaveCount(0);
  });
  await test.step("the versions", async () => {
    await openTool(page, "Versions");
    await expect(page.getByRole("dialog").getByRole("article", { name: "The version" })).toBeVisible();
    await expectPhone();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("a conflict", async () => {
    await fields(page).excerpt.fill("Mine");
    await api.put(editorApiUrl.draft(id), { data: { excerpt: "Theirs" } });
    await updateButton(page).click();
    await expect(page.getByRole("region", { name: /changed the same words/ })).toBeVisible();
    await expectPhone();
  });
  await test.step("offered work", async () => {
    await button(page, "Cancel").click();
    await expect(offers(page)).toBeVisible();
    await expectPhone();
  });
});
