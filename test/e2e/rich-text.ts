import { randomInt, randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { Editor } from "@tiptap/core";
import sharp from "sharp";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./site.ts";

type Fixtures = {
  /** The editor's text in a new article's form. */
  text: Locator;
  /** Adds the article that is being written, and returns its content as the server stores it. */
  save: () => Promise<string>;
};

/** End-to-end tests inside the article form's editor. */
export const test = base.extend<Fixtures>({
  text: async ({ page }, use) => {
    await page.goto(adminUrl.article("new"));
    const text = page.getByRole("textbox", { name: "Content" });
    await text.waitFor();
    await use(text);
  },
  save: async ({ page, api }, use) => {
    const ids: number[] = [];
    await use(async () => {
      // A slow click comes after the form has stored the draft by itself.
      const answer = page.waitForResponse(
        (response) => response.request().method() === "POST" && response.status() === 201,
      );
      await page.getByLabel("Title*").fill(`Written ${randomUUID()}`);
      await page.getByLabel("Category*").fill("Blockchain");
      await page.getByRole("button", { name: "Add Article", exact: true }).click();
      const { id } = (await (await answer).json()) as ArticleDetail;
      ids.push(id);
      await expect(page.getByRole("textbox", { name: "Content" })).toHaveCount(0);
      return ((await (await api.get(apiUrl.article(id))).json()) as ArticleDetail).content;
    });
    for (const id of ids) await api.delete(apiUrl.article(id));
  },
});

export const toolbarOf = (page: Page) => page.getByRole("toolbar", { name: "Content: formatting" });
export const toolOf = (page: Page, name: string) => toolbarOf(page).getByRole("button", { name, exact: true });
/** A tool of the table, gallery, callout or card at the cursor. */
export const blockToolOf = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Content: tools of the block" }).getByRole("button", { name, exact: true });

/** Opens the menu of the tools that have no room in the toolbar, and finds one in it. */
async function toolInMenu(page: Page, name: string): Promise<Locator> {
  await toolOf(page, "More tools").click();
  const menu = page.getByRole("menu", { name: "More tools" });
  return menu
    .getByRole("menuitem", { name, exact: true })
    .or(menu.getByRole("menuitemcheckbox", { name, exact: true }));
}

/** Uses a tool, wherever the width of the window has put it. */
export async function clickTool(page: Page, name: string): Promise<void> {
  const tool = toolOf(page, name);
  if ((await tool.count()) > 0) return tool.click();
  await (await toolInMenu(page, name)).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

type WithEditor = HTMLElement & { editor?: Editor };

/** As a tree: the page's policy lets nothing be parsed from a string. */
const EMPTY = { type: "doc", content: [{ type: "paragraph" }] };

/**
 * Leaves one empty paragraph with the cursor in it: by keys, a line may still be a heading, in a list, or indented.
 * The editor takes the focus in the next frame only, which would undo what a key had selected by then.
 */
export const emptyText = (text: Locator): Promise<void> =>
  text.evaluate(async (element: WithEditor, empty) => {
    element.editor?.chain().setContent(empty).focus().run();
    await new Promise(requestAnimationFrame);
  }, EMPTY);

/** Puts the cursor at the beginning of the text; the browser's own key for it does not always reach past a footnote. */
export const putCursorAtStart = (text: Locator): Promise<void> =>
  text.evaluate(async (element: WithEditor) => {
    element.editor?.commands.focus("start");
    await new Promise(requestAnimationFrame);
  });

/** Puts the cursor into a line by a click, which reaches the editor as late as any selection. */
export async function clickInto(text: Locator, selector: string, node: string): Promise<void> {
  await text.locator(selector).click();
  const cursorIn = () => text.evaluate((element: WithEditor) => element.editor?.state.selection.$from.parent.type.name);
  await expect.poll(cursorIn).toBe(node);
}

/**
 * Waits until the editor knows what a key or a click has selected in a text: the browser reports it by a separate event,
 * which the next key would overtake on a busy machine.
 */
export async function selectionKnown(text: Locator): Promise<void> {
  const isKnown = () =>
    text.evaluate(({ editor }: WithEditor) => {
      const shown = getSelection();
      if (!editor || !shown?.anchorNode || !shown.focusNode) return false;
      const { view, state } = editor;
      return (
        view.posAtDOM(shown.anchorNode, shown.anchorOffset) === state.selection.anchor &&
        view.posAtDOM(shown.focusNode, shown.focusOffset) === state.selection.head
      );
    });
  await expect.poll(isKnown).toBe(true);
}

type Carried = { html?: string; text?: string; files?: { name: string; type: string; base64: string }[] };

/** Pastes as a browser does, at the cursor. */
export async function paste(text: Locator, carried: Carried): Promise<void> {
  await text.evaluate((element, { html, text: plain, files = [] }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData("text/html", html);
    if (plain !== undefined) data.setData("text/plain", plain);
    for (const { name, type, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, carried);
}

/** A picture that no other test uploads: the server would return the first one's address. */
export async function pngFile(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const shade = () => randomInt(256);
  const background = { r: shade(), g: shade(), b: shade() };
  const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}
