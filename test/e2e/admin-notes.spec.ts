import type { Page } from "@playwright/test";
import type { Note } from "#features/documents/notes/schema.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { fields, room, startEdit } from "./article-form.ts";
import { test } from "./colleague.ts";
import { stored } from "./newsroom.ts";
import { selectionKnown } from "./rich-text.ts";
import { expect } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 }, takesAutosaves: true });

const panel = (page: Page) => page.getByRole("complementary", { name: "Notes" });
const cards = (page: Page) => panel(page).getByRole("list", { name: "Notes" }).locator(":scope > li");
const button = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name });

test("a note is written on a passage, answered by a colleague, who is shown while present, and resolved", {
  tag: "@engines",
}, async ({ page, api, colleague, writeArticle }) => {
  const { id } = await writeArticle({
    title: "Noted",
    content: "<p>The bank lends again.</p><p>The bank rose in May.</p>",
  });
  await startEdit(page, "Noted");
  const { content } = fields(page);
  // The second "bank": its neighbours tell it from the first.
  await content.getByText("The bank rose in May.").click();
  await page.keyboard.press("Home");
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  for (let step = 0; step < 4; step++) await page.keyboard.press("Shift+ArrowRight");
  await selectionKnown(content);
  await page.keyboard.press("ControlOrMeta+Alt+m");
  await expect(panel(page).getByLabel("Your note")).toBeFocused();
  await page.keyboard.type("Since when?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(cards(page)).toHaveCount(1);
  const mark = content.locator(".passage");
  // The selection is another layer of the same text.
  await expect.poll(async () => (await mark.allTextContents()).join("")).toBe("The bank rose");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // What is stored has no trace of it, and one goes on writing.
  await expect(content).toBeFocused();
  await content.getByText("again").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Often.");
  await expect(room(page, "Edit Article").getByText("Published, changes not yet public")).toBeVisible();
  // A part of the words may have been stored before the rest of them was typed.
  await expect
    .poll(async () => (await (await api.get(editorApiUrl.draft(id))).json()).content)
    .toBe("<p>The bank lends again. Often.</p><p>The bank rose in May.</p>");
  // A colleague replies; as they come, the list is read again.
  const [{ id: n }] = (await (await api.get(editorApiUrl.notes(id))).json()) as [Note];
  await colleague.call("POST", editorApiUrl.noteReplies(id, n), { text: "Since May." });
  const leaving = new AbortController();
  await colleague.call("GET", editorApiUrl.presence(id), undefined, leaving.signal);
  await expect(cards(page).getByText("Since May.")).toBeVisible();
  await expect(cards(page).getByText("Answered", { exact: true })).toBeVisible();
  const reader = page.getByText("Baraka Njoroge has this article open too.", { exact: true });
  await expect(reader).toBeVisible();
  leaving.abort();
  await expect(reader).toBeHidden();
  // From the text to the note, and back.
  await button(page, "Close the notes").click();
  await expect(panel(page)).toBeHidden();
  await mark.first().click();
  await expect(cards(page).first()).toHaveAttribute("aria-current", "true");
  await button(page, "The bank rose").click();
  await expect(content).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("The bank rose");
  // The passage goes, the note stays and says so.
  await page.keyboard.press("Delete");
  await expect(cards(page).getByText("This passage is no longer in the text.")).toBeVisible();
  await button(page, /^Resolve “/).click();
  await expect(button(page, "Resolved 1")).toBeVisible();
  await button(page, "Open 0").click();
  await expect(panel(page).getByText("None of them.")).toBeVisible();
  await button(page, "All 1").click();
  await button(page, /^Reopen/).click();
  await button(page, /^Delete/).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(panel(page).getByText(/^No notes yet\./)).toBeVisible();
  expect((await stored(api, id)).content).toBe("<p>The bank lends again.</p><p>The bank rose in May.</p>");
});

for (const width of [375])
  test(`at ${width} px the passage of a note stays in view while it is written, and the notes fit without violations`, async ({
    page,
    writeArticle,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const lines = Array.from({ length: 40 }, (_, at) => `<p>${at === 20 ? "Sought" : "A line of the text."}</p>`);
    await writeArticle({ title: "Noted far down", content: lines.join(""), status: "draft" });
    await startEdit(page, "Noted far down");
    const { content } = fields(page);
    const words = content.locator("p", { hasText: "Sought" });
    // At the lower edge, where the panel covers the text on a phone.
    await words.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await words.dblclick({ position: { x: 20, y: 15 } });
    await selectionKnown(content);
    const isInView = () =>
      words.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        const shown = document.elementFromPoint(left + 5, top + height / 2);
        return shown !== null && element.contains(shown);
      });
    expect(await isInView()).toBe(true);
    await page.keyboard.press("ControlOrMeta+Alt+m");
    await expect(panel(page).getByLabel("Your note")).toBeFocused();
    await expect(words.locator(".passage")).toHaveText("Sought");
    expect(await isInView()).toBe(true);
    const scrolled = await page.evaluate(() => scrollY);
    await page.keyboard.type("Since when?");
    for (let line = 0; line < 4; line++) await page.keyboard.press("Enter");
    await page.keyboard.type("Who says so?");
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    expect(await isInView()).toBe(true);
    await page.keyboard.type("so".repeat(60));
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(cards(page)).toHaveCount(1);
    await expectNoViolations(page);
    expect(await overflowOf(page)).toBe(0);
    await expect(content).toBeFocused();
    // The way back from the note leads to words that are not covered either.
    await page.evaluate(() => scrollTo(0, 0));
    await button(page, "Sought").click();
    await expect.poll(isInView).toBe(true);
  });
