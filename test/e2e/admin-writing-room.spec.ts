import type { Page } from "@playwright/test";
import { adminUrl, documentUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { fields, room, startEdit, startNew, updateButton } from "./article-form.ts";
import { rowOf, stored, table, test } from "./newsroom.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Publish|Update) this article$/ });

for (const address of [adminUrl.article(999_999_999), "/admin/articles/12abc"]) {
  test(`there is no article at ${address}, which says so and leads to the list`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Article not found" })).toBeVisible();
    await expect(page).toHaveTitle(/^Article not found \|/);
    await button(page, "Back to all articles").click();
    await expect(table(page)).toBeVisible();
  });
}

test("an article has an address of its own, and the browser's tab its title", async ({
  page,
  writeArticle,
  complaints,
}) => {
  const { id } = await writeArticle({ title: "At its own address" });
  await page.goto(adminUrl.article(id));
  await expect(fields(page).title).toHaveValue("At its own address");
  await expect(page).toHaveTitle(/^At its own address \|/);
  await fields(page).title.fill("Renamed");
  await expect(page).toHaveTitle(/^Renamed \|/);
  await fields(page).title.fill("At its own address");
  // Whoever did not come from the list gets there all the same, at the article's row.
  await button(page, "Cancel").click();
  await expect(button(page, "Edit At its own address")).toBeFocused();
  await expect(page).toHaveTitle(/^Admin Dashboard \|/);
  expect(ownComplaints(complaints)).toEqual([]);
});

test.describe("signed out", () => {
  test.use({ isLoggedIn: false });
  test("an article's address shows the login, and then the article", async ({ page, editor, writeArticle }) => {
    const { id } = await writeArticle({ title: "Behind the login" });
    await page.goto(adminUrl.article(id));
    await expect(page).toHaveTitle(/^Admin Login \|/);
    await page.getByLabel("Email", { exact: true }).fill(editor.email);
    await page.getByLabel("Password", { exact: true }).fill(editor.password);
    await button(page, "Log In").click();
    await expect(fields(page).title).toHaveValue("Behind the login");
    await expect(fields(page).title).toBeFocused();
    await expect(page).toHaveTitle(/^Behind the login \|/);
  });
});

test("Back, Cancel and saving lead to the same row of the same list, scrolled as it was", async ({
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
    ["Changed", () => updateButton(page).click()],
  ] as const) {
    await edit.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(100);
    await edit.click();
    await expect(fields(page).title).toHaveValue("Row number 8");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    if (text) await fields(page).excerpt.fill(text);
    await leave();
    await expect(edit).toBeFocused();
    expect(page.url()).toBe(list);
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
  }
});

test("the title is one line of text however it is entered, and Enter goes on to the excerpt", async ({ page }) => {
  await startNew(page);
  const { title, excerpt } = fields(page);
  await title.fill("Pasted from\n  two lines");
  await expect(title).toHaveValue("Pasted from two lines");
  await title.press("Enter");
  await expect(excerpt).toBeFocused();
  await expect(title).toHaveValue("Pasted from two lines");
  // It grows with the text instead of scrolling inside.
  const before = (await title.boundingBox())?.height ?? 0;
  await title.fill("word ".repeat(50));
  await expect.poll(async () => (await title.boundingBox())?.height ?? 0).toBeGreaterThan(before * 2);
  expect(await title.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThanOrEqual(1);
});

test("Ctrl+Enter asks when to publish and what is missing, which does not keep from it; the toast leads to the page", async ({
  page,
  request,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Ready to go", status: "draft", tags: ["one"] });
  await startEdit(page, "Ready to go");
  await expect(room(page, "Edit Article").getByText("Draft", { exact: true }).first()).toBeVisible();
  await fields(page).content.pressSequentially("Word for word.");
  await page.keyboard.press("Control+Enter");
  const missing = dialog(page).getByRole("list", { name: "You may want to add" });
  await expect(missing.getByRole("listitem")).toHaveText([/^No picture/, /^No excerpt/]);
  // Each leads to where it can be added.
  await missing.getByRole("button", { name: /^No excerpt/ }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(fields(page).excerpt).toBeFocused();
  await page.keyboard.type("In short.");
  await page.keyboard.press("Control+Enter");
  await expect(missing.getByRole("listitem")).toHaveText([/^No picture/]);
  await expect(dialog(page).getByRole("radio", { name: "Now" })).toBeFocused();
  await page.keyboard.press("Enter");
  const link = toastOf(page, "Article published").getByRole("link", { name: "View page" });
  await expect(link).toHaveAttribute("href", pageUrl.article(id));
  // The room stays, with the link to the page.
  const published = page.getByRole("region", { name: "Published" });
  await expect(published.getByRole("link")).toHaveAttribute("href", new RegExp(`${pageUrl.article(id)}$`));
  await published.getByRole("button", { name: "Close" }).click();
  await expect(published).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View page" }).first()).toHaveAttribute("href", pageUrl.article(id));
  expect(await (await request.get(pageUrl.article(id))).text()).toContain("Word for word.");
  expect(await stored(api, id)).toMatchObject({ status: "published", excerpt: "In short." });
});

test("an update says why, and corrects the article: readers see both", async ({ page, request, writeArticle }) => {
  const { id } = await writeArticle({ title: "What the bank lost", content: "<p>It lost four million.</p>" });
  await startEdit(page, "What the bank lost");
  await fields(page).title.fill("What the bank has lost");
  await button(page, "Update with a reason or correction").press("Enter");
  const asked = dialog(page);
  // Below the title: the dialog is centred, and grows when it has found the next newsletter.
  const title = asked.getByRole("heading", { level: 2 });
  const topOf = async (name: string) =>
    asked.getByRole("checkbox", { name }).evaluate(
      (box, from) => {
        return box.getBoundingClientRect().y - (from?.getBoundingClientRect().y ?? 0);
      },
      await title.elementHandle(),
    );
  const top = await topOf("Typo fix");
  expect(await topOf("Add a correction"), "each box has a line of its own").toBeGreaterThan(top + 24);
  await asked.getByRole("checkbox", { name: "Typo fix" }).check();
  expect(await topOf("Typo fix"), "a box that is checked stays in its place").toBe(top);
  await asked.getByRole("checkbox", { name: "Typo fix" }).uncheck();
  await asked.getByLabel("Reason (optional)").fill("The bank spoke again.");
  await asked.getByRole("checkbox", { name: "Add a correction" }).press("Space");
  await asked.getByRole("button", { name: "Update now" }).press("Enter");
  const correction = asked.getByRole("textbox", { name: "Correction" });
  await expect(correction).toHaveAccessibleDescription(/Write what is corrected/);
  await correction.fill("An earlier version named the wrong bank.");
  await expectNoViolations(page);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflowOf(page)).toBe(0);
  await asked.getByRole("button", { name: "Update now" }).press("Enter");
  await expect(toastOf(page, "Article updated")).toBeVisible();
  const corrections = await (await request.get(documentUrl.corrections())).text();
  expect(corrections, "stored with the update").toContain("An earlier version named the wrong bank.");

  await page.goto(pageUrl.article(id));
  await expect(page.getByText("An earlier version named the wrong bank.").first()).toBeVisible();
  const changes = page.getByRole("region", { name: "Changes" });
  await expect(changes).toContainText("The bank spoke again.");
  await expect(changes.locator("ins")).toHaveText(["has "]);
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);
  await changes.getByRole("link", { name: "See what changed" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Published" }).last()).toBeVisible();
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);
  await page.goto(documentUrl.corrections());
  const corrected = page.getByRole("link", { name: "What the bank has lost" });
  await expect(corrected).toBeVisible();
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);
  await corrected.press("Enter");
  await expect(page).toHaveURL(pageUrl.article(id));
});

test("an update is scheduled from the keyboard, shown in words, and taken back", async ({
  page,
  api,
  request,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "As it is now" });
  await api.put(editorApiUrl.draft(id), { data: { title: "As it will be" } });
  await startEdit(page, "As it is now");
  await expect(fields(page).title).toHaveValue("As it will be");
  await button(page, "Schedule").click();
  await dialog(page).getByRole("radio", { name: "At a time" }).check();
  const time = dialog(page).getByRole("textbox", { name: "Date and time" });
  await time.fill("31 Nov");
  await time.blur();
  await expect(time).toHaveAccessibleDescription(/There is no 31 Nov/);
  await time.fill("31 Dec 2998 noon");

  // The calendar takes the focus, and gives it back.
  await dialog(page).getByRole("button", { name: "Choose date and time" }).press("Enter");
  const calendar = page.getByRole("dialog", { name: "Choose date and time" });
  await expect(calendar.getByRole("button", { name: /December 31, 2998/ })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(calendar.getByRole("grid", { name: "January 2999" })).toBeVisible();
  await calendar.getByRole("spinbutton", { name: "Hour" }).fill("9");
  await calendar.getByRole("spinbutton", { name: "Minute" }).press("ArrowUp");
  await page.keyboard.press("Escape");
  await expect(calendar).toHaveCount(0);
  await expect(dialog(page).getByRole("button", { name: "Choose date and time" })).toBeFocused();
  await expect(time).toHaveValue("28 Jan 2999, 09:05");
  await dialog(page).getByRole("button", { name: "Schedule" }).click();
  await expect(toastOf(page, "Update scheduled")).toContainText("from January 28, 2999 at 9:05 AM (UTC) on");
  await expect(room(page, "Edit Article")).toContainText("Published, update Jan 28, 2999 09:05");
  const seen = async () => (await request.get(pageUrl.article(id))).text();
  expect(await seen()).toContain("As it is now");
  expect((await (await api.get(editorApiUrl.draft(id))).json()).publish_at).toBe("2999-01-28T09:05:00.000Z");

  await button(page, "Cancel").click();
  await expect(rowOf(page, "As it is now")).toContainText("Published, update Jan 28, 2999 09:05");
  await button(page, "Edit As it is now").click();
  await button(page, "Schedule").click();
  await expect(dialog(page)).toContainText("Readers get the changes on January 28, 2999 at 9:05 AM (UTC).");
  await dialog(page).getByRole("button", { name: "Cancel the schedule" }).click();
  await expect(toastOf(page, "Schedule cancelled")).toContainText("Your changes are kept");
  await expect(room(page, "Edit Article")).toContainText("Published, changes not yet public");
  await expect(fields(page).title).toHaveValue("As it will be");
  expect(await seen()).toContain("As it is now");
});

test("the room and its questions have no violations at any width, and fit", async ({ page, writeArticle }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const title = `Long${"word".repeat(30)}`;
  await writeArticle({ title, status: "draft", excerpt: "In short.", content: "<p>Text</p>" });
  await startEdit(page, title);
  await expect(room(page, "Edit Article")).toBeVisible();
  for (const width of [320, 375, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoViolations(page);
    expect(await overflowOf(page), `${width} px`).toBe(0);
    await button(page, "Publish").click();
    await dialog(page).getByRole("radio", { name: "At a time" }).check();
    await expectNoViolations(page);
    expect(await overflowOf(page), `the question at ${width} px`).toBe(0);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  }
});
