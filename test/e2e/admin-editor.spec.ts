import type { Locator, Page } from "@playwright/test";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { ownComplaints } from "./admin.ts";
import {
  clickInto,
  clickTool,
  emptyText,
  expectOn,
  paste,
  selectionKnown,
  test,
  toolbarOf,
  toolInMenu,
  toolOf,
} from "./rich-text.ts";
import { expect } from "./site.ts";

/** Each tool with its keys and what it does to a selected word. */
const TOOLS: [name: string, keys: string, made: string][] = [
  ["Bold", "Control+b", "strong"],
  ["Italic", "Control+i", "em"],
  ["Underline", "Control+u", "u"],
  ["Strikethrough", "Control+Shift+s", "s"],
  ["Code", "Control+e", "code"],
  ["Heading 1", "Control+Alt+1", "h1"],
  ["Heading 2", "Control+Alt+2", "h2"],
  ["Heading 3", "Control+Alt+3", "h3"],
  ["Quote", "Control+Shift+b", "blockquote p"],
  ["Code block", "Control+Alt+c", "pre code"],
  ["Bullet list", "Control+Shift+8", "ul li p"],
  ["Numbered list", "Control+Shift+7", "ol li p"],
  ["Align center", "Control+Shift+e", "p.align-center"],
  ["Align right", "Control+Shift+r", "p.align-right"],
  ["Justify", "Control+Shift+j", "p.align-justify"],
  ["Increase indent", "Control+]", "p.indent-1"],
];

/** Leaves one selected word in the text. */
async function selectWord(text: Locator): Promise<void> {
  await emptyText(text);
  await text.page().keyboard.insertText("word");
  await text.press("Shift+Home");
  await selectionKnown(text);
}
const addressOf = (page: Page) => page.getByRole("dialog").getByLabel("Address");
const undo = (page: Page) => page.keyboard.press("ControlOrMeta+z");

test.afterEach(({ complaints }) => {
  expect(ownComplaints(complaints)).toEqual([]);
});

test("every tool works from the toolbar and shows whether it is on", async ({ page, text }) => {
  test.slow();
  for (const [name, , made] of TOOLS) {
    await selectWord(text);
    await clickTool(page, name);
    await expect(text.locator(made), name).toHaveText("word");
    await expect(text, name).toBeFocused();
    if (name !== "Increase indent") await expectOn(page, name);
    await text.focus();
    await undo(page);
    await expect(text.locator(made), name).toHaveCount(0);
  }
});

test("every tool works from the keyboard", async ({ text }) => {
  test.slow();
  for (const [name, keys, made] of TOOLS) {
    await selectWord(text);
    await text.press(keys);
    await expect(text.locator(made), name).toHaveText("word");
  }
});

test("content is saved exactly as it was made and shown to readers", async ({ page, text, save }) => {
  await text.pressSequentially("# One\nTwo ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("bold");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("  gap");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("broken");
  await page.keyboard.press("Control+Shift+e");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Shift+l");
  await page.keyboard.type("- item");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("inner");
  await clickTool(page, "Horizontal rule");
  expect(await save()).toBe(
    '<h1>One</h1><p class="align-center">Two <strong>bold</strong> \u00a0gap<br />broken</p>' +
      "<ul><li><p>item</p><ul><li><p>inner</p><hr /><p></p></li></ul></li></ul>",
  );
});

test("indentation goes from 1 to 8 and back, by keys, buttons and Backspace", async ({ page, text }) => {
  await text.pressSequentially("word");
  for (let level = 0; level < 10; level++) await text.press("Control+]");
  await expect(text.locator("p.indent-8")).toHaveText("word");
  await text.press("Control+[");
  await text.press("Home");
  await selectionKnown(text);
  await text.press("Backspace");
  await expect(text.locator("p.indent-6")).toHaveText("word");
  await clickTool(page, "Decrease indent");
  await expect(text.locator("p.indent-5")).toHaveText("word");
});

test("a picture gets a credit and a caption, which readers see", async ({ page, text, save }) => {
  await expect(await toolInMenu(page, "Caption and credit")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await clickTool(page, "Image");
  await addressOf(page).fill("https://pictures.example/a.png");
  await page.getByRole("button", { name: "Add image" }).click();
  await text.locator("img").click();
  await clickTool(page, "Caption and credit");
  await page.keyboard.type("What it shows");
  const prompt = await text.locator("small").evaluate((line) => getComputedStyle(line, "::before").content);
  expect(prompt, "an empty line asks for its words, and is no label of the next").toBe('"Add a credit"');
  await clickInto(text, "small", "figureCredit");
  await page.keyboard.type("Amina Otieno");
  await clickInto(text, "figcaption", "figureCaption");
  await page.keyboard.press("Enter");
  await page.keyboard.type("After it.");
  const figure =
    '<figure><img src="https://pictures.example/a.png" alt="" /><small>Amina Otieno</small><figcaption>What it shows</figcaption></figure>';
  // Selected as a whole, it is deleted as a whole.
  await text.locator("img").click();
  await page.keyboard.press("Delete");
  await expect(text.locator("figure, img")).toHaveCount(0);
  await undo(page);
  expect(await save()).toBe(`${figure}<p>After it.</p>`);
});

test.describe("undo", () => {
  /** An empty text, with a fake clock. */
  async function openText(page: Page): Promise<Locator> {
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.goto(adminUrl.article("new"));
    const text = page.getByRole("textbox", { name: "Content" });
    await text.click();
    await page.clock.pauseAt(now + 60_000);
    return text;
  }

  test("undoes edits within a second together, and redo repeats them", async ({ page }) => {
    const text = await openText(page);
    await expect(toolOf(page, "Undo")).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.insertText("one");
    await page.clock.fastForward(1_000);
    await page.keyboard.insertText(" two");
    await page.clock.fastForward(1_001);
    await page.keyboard.insertText(" three");
    await undo(page);
    await expect(text).toHaveText("one two");
    await toolOf(page, "Undo").click();
    await expect(text).toHaveText("");
    await toolOf(page, "Redo").click();
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(text).toHaveText("one two three");
  });

  test("keeps a hundred edits", async ({ page }) => {
    const text = await openText(page);
    // The library drops old edits twenty at a time, so up to twenty more may be left.
    for (let edit = 0; edit < 125; edit++) {
      await page.keyboard.insertText("x");
      await page.clock.fastForward(1_001);
    }
    await expect(text).toHaveText("x".repeat(125));
    for (let step = 0; step < 100; step++) await undo(page);
    await expect(text).toHaveText("x".repeat(25));
    for (let step = 0; step < 25; step++) await undo(page);
    await expect(text).toHaveText(/^x+$/);
  });
});

test.describe("links", () => {
  test("without a selection it asks for an address and a text; the focus returns to the text", async ({
    page,
    text,
    save,
  }) => {
    await text.pressSequentially("See ");
    await clickTool(page, "Link");
    await addressOf(page).fill("example.com/a?b=1&c");
    await page.getByRole("dialog").getByLabel("Text").fill("the source");
    // The cursor must be back with the focus, not a frame later: no timer or frame runs while the clock stands.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press("Enter");
    await expect(text).toBeFocused();
    await page.keyboard.type(" again");
    await page.clock.resume();
    expect(await save()).toBe('<p>See <a href="https://example.com/a?b=1&amp;c">the source</a> again</p>');
  });

  test("a selection becomes a link, which can be changed and removed", async ({ page, text }) => {
    await selectWord(text);
    await clickTool(page, "Link");
    await addressOf(page).fill("desk@example.com");
    await page.getByRole("button", { name: "Add link" }).click();
    const link = text.getByRole("link", { name: "word" });
    await expect(link).toHaveAttribute("href", "mailto:desk@example.com");
    await expect(toolOf(page, "Link")).toHaveAttribute("aria-pressed", "true");
    await text.press("Control+k");
    await expect(addressOf(page)).toHaveValue("mailto:desk@example.com");
    await addressOf(page).fill("tel:+254700");
    await page.getByRole("button", { name: "Change link" }).click();
    await expect(link).toHaveAttribute("href", "tel:+254700");
    await text.press("ArrowRight");
    await link.click();
    const bar = page.getByRole("toolbar", { name: "Content: link" });
    await expect(bar).toContainText("tel:+254700");
    await expect(bar.getByRole("link", { name: "Open link" })).toHaveAttribute("href", "tel:+254700");
    await expectNoViolations(page);
    await bar.getByRole("button", { name: "Edit link" }).click();
    await addressOf(page).fill("example.com");
    await page.getByRole("button", { name: "Change link" }).click();
    await expect(link).toHaveAttribute("href", "https://example.com");
    await text.press("ArrowRight");
    await link.click();
    await bar.getByRole("button", { name: "Remove link" }).click();
    await expect(link).toHaveCount(0);
    await expect(text).toHaveText("word");
  });

  test("a link to an article is found by words of its title", async ({ page, text, writeArticle }) => {
    const { id } = await writeArticle({ title: "Kwale in the rain" });
    await text.click();
    await clickTool(page, "Link");
    await addressOf(page).fill("kwale ra");
    await expect(page.getByRole("option")).toHaveText([/^Kwale in the rain/]);
    for (const _step of ["takes the offer", "adds the link"]) await page.keyboard.press("Enter");
    await expect(text.getByRole("link", { name: "Kwale in the rain" })).toHaveAttribute("href", pageUrl.article(id));
  });

  // Which addresses are refused is tested beside the code that decides.
  test("other addresses are blanked", async ({ page, text }) => {
    for (const address of [" JAVA\tSCRIPT:alert(1)", "ftp://example.com/", ""]) {
      await selectWord(text);
      await text.press("Control+k");
      await addressOf(page).fill(address);
      await page.keyboard.press("Enter");
      await expect(page.getByText("A link begins with http, https, mailto or tel.")).toBeVisible();
      await expect(addressOf(page)).toHaveValue("");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(text).toBeFocused();
      await expect(text.locator("a")).toHaveCount(0);
    }
  });
});

test.describe("by keyboard alone", () => {
  test("the toolbar is one tab stop, arrows move within it, Escape and Alt+F10 switch between text and toolbar", async ({
    page,
    text,
  }) => {
    await text.pressSequentially("word");
    await page.keyboard.press("Shift+Tab");
    await expect(toolOf(page, "Undo")).toBeFocused();
    await page.keyboard.press("End");
    await expect(toolOf(page, "Upload Image")).toBeFocused();
    await page.keyboard.press("Home");
    for (let tool = 0; tool < 2; tool++) await page.keyboard.press("ArrowRight");
    await expect(toolOf(page, "Bold")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(text).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Alt+F10");
    await expect(toolOf(page, "Bold")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect(text.locator("strong em")).toHaveText("word");
    await page.keyboard.press("Tab");
    await expect(text).toBeFocused();
  });

  test("a tool that is clicked while the focus is elsewhere leaves the cursor in the text at once", async ({
    page,
    text,
    save,
  }) => {
    await expect(page.getByLabel("Title*")).toBeFocused();
    // No timer or frame runs while the clock stands.
    await page.clock.pauseAt(Date.now() + 60_000);
    await toolOf(page, "Bullet list").click();
    await page.keyboard.type("one");
    await expect(text.locator("li")).toHaveText("one");
    await page.clock.resume();
    expect(await save()).toBe("<ul><li><p>one</p></li></ul>");
  });

  test("after Escape in the toolbar, or in find and replace, the next key writes in the text", async ({
    page,
    text,
    save,
  }) => {
    await text.pressSequentially("word");
    await page.keyboard.press("Shift+Tab");
    await expect(toolOf(page, "Undo")).toBeFocused();
    // No timer or frame runs while the clock stands.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press("Escape");
    await page.keyboard.type(" and");
    await expect(text).toHaveText("word and");
    const panel = page.getByRole("search", { name: "Find and replace" });
    for (const [sought, status, typed] of [
      ["not there", "No matches", " more"],
      ["word", "1 of 1", "words"],
    ] as const) {
      await text.press("ControlOrMeta+f");
      await panel.getByLabel("Find", { exact: true }).fill(sought);
      await expect(panel.getByRole("status")).toHaveText(status);
      await page.keyboard.press("Escape");
      await page.keyboard.type(typed);
    }
    await page.clock.resume();
    expect(await save()).toBe("<p>words and more</p>");
  });

  test("Tab leaves the text; in a list it indents the item, and leaves after Escape", async ({ page, text }) => {
    await text.pressSequentially("- one\ntwo");
    await page.keyboard.press("Tab");
    await expect(text.locator("ul ul")).toHaveText("two");
    await page.keyboard.press("Shift+Tab");
    await expect(text.locator("ul ul")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect(text).not.toBeFocused();
    await expect(text.locator("ul ul")).toHaveCount(0);
    await text.focus();
    await emptyText(text);
    await page.keyboard.press("Tab");
    await expect(text).not.toBeFocused();
  });

  test("a tool's tooltip names its keys", async ({ page, text }) => {
    await text.focus();
    await toolOf(page, "Quote").hover();
    await expect(page.getByRole("tooltip")).toHaveText("Quote (Ctrl+Shift+B)");
    await expect(toolOf(page, "Quote")).toHaveAttribute("aria-keyshortcuts", "Control+Shift+B");
  });
});

test("an empty text has a placeholder, and is at least 200 px high", async ({ page, text }) => {
  await expect(text.locator("p")).toHaveAttribute("data-placeholder", "Start writing your article content...");
  await expect(page.getByText("Drag and drop images here")).toBeVisible();
  expect((await text.boundingBox())?.height).toBeGreaterThanOrEqual(200);
});

test("over a long text the toolbar, the word count and its buttons stay visible; on a phone the settings are one tap away", async ({
  page,
  text,
}) => {
  await text.focus();
  await paste(text, { text: Array(60).fill("line").join("\n\n") });
  await selectionKnown(text);
  await text.press("Control+Home");
  await expect(page.getByText("60 words")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Find", exact: true })).toBeInViewport({ ratio: 1 });
  for (let line = 0; line < 45; line++) await page.keyboard.press("ArrowDown");
  const cursor = await page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0);
  const status = (await page.getByText("60 words").boundingBox())?.y ?? 0;
  expect(cursor).toBeLessThanOrEqual(status);
  await expect(toolbarOf(page)).toBeInViewport();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(page.getByText("60 words")).toBeInViewport();
});

test("no axe violations on a phone: empty, written, dialogs", async ({ page, text }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectNoViolations(page);
  await text.pressSequentially("## Head\nA text\n> quoted");
  expect(await overflowOf(page)).toBe(0);
  await clickTool(page, "Link");
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await clickTool(page, "Image");
  await expectNoViolations(page);
});
