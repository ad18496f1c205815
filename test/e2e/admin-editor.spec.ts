import type { Page } from "@playwright/test";
import { ownComplaints } from "./admin.ts";
import { clickTool, emptyText, paste, selectionKnown, test, toolbarOf, toolOf } from "./rich-text.ts";
import { expect } from "./site.ts";

const addressOf = (page: Page) => page.getByRole("dialog").getByLabel("Address");

test.afterEach(({ complaints }) => {
  expect(ownComplaints(complaints)).toEqual([]);
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

test("keys alone reach the toolbar and leave the text", async ({ page, text }) => {
  await test.step("the toolbar is one tab stop, arrows move within it, Escape and Alt+F10 switch to the text and back", async () => {
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
  await test.step("Tab leaves the text; in a list it indents the item, and leaves after Escape", async () => {
    await emptyText(text);
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
  await test.step("a tool's tooltip names its keys", async () => {
    await toolOf(page, "Quote").hover();
    await expect(page.getByRole("tooltip")).toHaveText("Quote (Ctrl+Shift+B)");
    await expect(toolOf(page, "Quote")).toHaveAttribute("aria-keyshortcuts", "Control+Shift+B");
  });
});

test("the cursor is in the text at once when another part of the editor is left", async ({ page, text, save }) => {
  await expect(page.getByLabel("Title*")).toBeFocused();
  // No timer or frame runs while the clock is paused.
  await page.clock.pauseAt(Date.now() + 60_000);
  await test.step("a tool that is clicked while the focus is elsewhere", async () => {
    await toolOf(page, "Bullet list").click();
    await page.keyboard.type("one");
    await expect(text.locator("li")).toHaveText("one");
  });
  await test.step("Escape in the toolbar", async () => {
    await page.keyboard.press("Alt+F10");
    await expect(toolbarOf(page).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await page.keyboard.type(" word");
    await expect(text).toHaveText("one word");
  });
  await test.step("Escape in find and replace", async () => {
    const panel = page.getByRole("search", { name: "Find and replace" });
    for (const [sought, status, typed] of [
      ["not there", "No matches", " more"],
      ["one", "1 of 1", "two"],
    ] as const) {
      await text.press("ControlOrMeta+f");
      await panel.getByLabel("Find", { exact: true }).fill(sought);
      await expect(panel.getByRole("status")).toHaveText(status);
      await page.keyboard.press("Escape");
      await page.keyboard.type(typed);
    }
    await expect(text).toHaveText("two word more");
  });
  await test.step("a link that is added", async () => {
    await page.keyboard.press("End");
    await page.keyboard.type(" ");
    await clickTool(page, "Link");
    await addressOf(page).fill("example.com/a?b=1&c");
    await page.getByRole("dialog").getByLabel("Text").fill("the source");
    await page.keyboard.press("Enter");
    await expect(text).toBeFocused();
    await page.keyboard.type(" again");
  });
  await page.clock.resume();
  expect(await save()).toBe(
    '<ul><li><p>two word more <a href="https://example.com/a?b=1&amp;c">the source</a> again</p></li></ul>',
  );
});

test("an empty text has room; over a long one the toolbar, the word count and its buttons stay visible; on a phone the settings are one tap away", async ({
  page,
  text,
}) => {
  await expect(page.getByText("Drag and drop images here")).toBeVisible();
  expect((await text.boundingBox())?.height).toBeGreaterThanOrEqual(200);
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
