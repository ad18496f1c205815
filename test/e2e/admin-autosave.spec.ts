import type { Page } from "@playwright/test";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { anotherBrowser, ownComplaints, toastOf, tokensOf } from "./admin.ts";
import { fields, room, startEdit, updateButton } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { crash, expectNoOffer } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const state = (page: Page, words: string | RegExp) => room(page, "Edit Article").getByText(words);
const PENDING = "Published, changes not yet public";

test("typed text is on the server without saving, on every machine, and readers get it with the update", {
  tag: "@engines",
}, async ({ page, browser, site, editor, request, api, context, writeArticle }) => {
  const { id } = await writeArticle({ title: "Old words", content: "<p>Old text</p>" });
  await startEdit(page, "Old words");
  await fields(page).title.fill("New words");
  await fields(page).content.fill("New text");
  await expect(state(page, PENDING)).toBeVisible();
  // The title may have been stored before the text was typed.
  await expect
    .poll(async () => (await api.get(editorApiUrl.draft(id))).json())
    .toMatchObject({ title: "New words", content: "<p>New text</p>" });
  expect(await (await request.get(pageUrl.article(id))).text()).not.toMatch(/New (words|text)/);
  const elsewhere = await anotherBrowser(browser, site.url, await tokensOf(site.url, editor));
  const other = await elsewhere.newPage();
  await other.goto(adminUrl.article(id));
  await expect(fields(other).title).toHaveValue("New words");
  await expect(fields(other).content).toHaveText("New text");
  await expect(state(other, PENDING)).toBeVisible();
  await other.context().close();
  // Nothing is left in the browser to be offered.
  const next = await crash(page, context);
  await expectNoOffer(next);
  await next.goto(adminUrl.article(id));
  await updateButton(next).click();
  await expect(toastOf(next, "Article updated")).toBeVisible();
  const html = await (await request.get(pageUrl.article(id))).text();
  expect([html.includes("New words"), html.includes("New text")]).toEqual([true, true]);
});

test("another user's saves are merged into the text without moving the caret, while nothing is typed and while typing", {
  tag: "@engines",
}, async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Written by two", content: "<p>First</p><p>Second</p><p>Third</p>" });
  await startEdit(page, "Written by two");
  const { content, excerpt } = fields(page);
  await content.getByText("Third").click();
  await page.keyboard.press("End");
  await test.step("while nothing is typed", async () => {
    const theirs = { content: "<p>First, theirs</p><p>New</p><p>Second</p><p>Third</p>", excerpt: "Theirs" };
    await api.put(editorApiUrl.draft(id), { data: theirs });
    await expect(content).toHaveText("First, theirsNewSecondThird", { timeout: 3_000 });
    await expect(excerpt).toHaveValue("Theirs");
    await page.keyboard.type(", mine");
    await expect(content).toHaveText("First, theirsNewSecondThird, mine");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(content).toHaveText("First, theirsNewSecondThird");
  });
  await test.step("while typing", async () => {
    const theirs = { content: "<p>First, theirs</p><p>New</p><p>Second, too</p><p>Third</p>", excerpt: "Theirs again" };
    await api.put(editorApiUrl.draft(id), { data: theirs });
    await page.keyboard.type(", mine");
    await expect(content.getByText("Second, too")).toBeVisible();
    await page.keyboard.type(" as well");
    await expect(content).toHaveText("First, theirsNewSecond, tooThird, mine as well");
    await expect(excerpt).toHaveValue("Theirs again");
    await expect
      .poll(async () => (await (await api.get(editorApiUrl.draft(id))).json()).content)
      .toBe("<p>First, theirs</p><p>New</p><p>Second, too</p><p>Third, mine as well</p>");
  });
});

test("a second tab of the same user is announced, shows what the first one stored, and causes no conflict", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  // Written by a client, in a form that is not the editor's.
  const { id } = await writeArticle({ title: "Open twice", content: "<p>One\nline</p>\n<p>Two</p>\n" });
  await page.goto(adminUrl.article(id));
  await expect(fields(page).content).toHaveText("One lineTwo");
  const other = await context.newPage();
  await other.goto(adminUrl.article(id));
  await expect(fields(other).content).toHaveText("One lineTwo");
  for (const tab of [page, other])
    await expect(tab.getByText("You have this article open in another tab too.")).toBeVisible();
  await fields(page).content.getByText("Two").click();
  await page.keyboard.press("End");
  await page.keyboard.type(", first tab");
  await expect(fields(other).content).toHaveText("One lineTwo, first tab");
  await fields(other).content.getByText("Two, first tab").click();
  await other.keyboard.press("End");
  await other.keyboard.type(", second");
  await expect(fields(page).content).toHaveText("One lineTwo, first tab, second");
  for (const tab of [page, other]) await expect(button(tab, "Compare")).toHaveCount(0);
  const copy = await (await api.get(editorApiUrl.draft(id))).json();
  expect(copy.content).toBe("<p>One line</p><p>Two, first tab, second</p>");
  await other.close();
  await expect(page.getByText("You have this article open in another tab too.")).toBeHidden();
});

test("the preview shows typed text as page, search result and social card, and its link can be revoked", async ({
  page,
  request,
  complaints,
  writeArticle,
}) => {
  test.slow();
  await writeArticle({ title: "Not yet", content: "<p>Public</p>", excerpt: `Why ${"it matters ".repeat(30)}` });
  await startEdit(page, "Not yet");
  await fields(page).content.fill("To be");
  await button(page, "Preview").click();
  const dialog = page.getByRole("dialog", { name: "Preview" });
  const frame = dialog.locator("iframe");
  const inside = frame.contentFrame();
  await expect(inside.getByText("To be", { exact: true })).toBeVisible();
  const widthInside = () => inside.locator("html").evaluate((root) => root.clientWidth);
  expect(await widthInside()).toBeGreaterThan(1200);
  await dialog.getByRole("radio", { name: "Phone" }).check();
  await expect.poll(widthInside).toBeLessThanOrEqual(375);
  await dialog.getByRole("radio", { name: "Dark" }).check();
  await expect(inside.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectNoViolations(page, "dialog");
  expect(ownComplaints(complaints)).toEqual([]);

  await dialog.getByRole("tab", { name: "Page" }).press("ArrowRight");
  const panel = dialog.getByRole("tabpanel");
  await expect(panel).toContainText(/› article › \d+/);
  await expect(panel).toContainText("Not yet | ");
  await expect(panel).toContainText(/it …/);
  await page.keyboard.press("End");
  await expect(dialog.getByRole("tab", { name: "Social card" })).toBeFocused();
  await expect(panel.locator("img")).toHaveJSProperty("complete", true);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflowOf(page)).toBe(0);
  }
  await expectNoViolations(page, "dialog");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(toastOf(page, "Link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const path = new URL(link).pathname;
  expect((await request.get(path)).status()).toBe(200);
  await dialog.getByRole("button", { name: "End all links" }).click();
  await expect(dialog).toContainText("This preview has no active links.");
  expect((await request.get(path)).status()).toBe(404);
  await dialog.getByRole("button", { name: "Create a new link" }).click();
  await expect(inside.getByText("To be", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button(page, "Preview")).toBeFocused();
});
