import type { Editor } from "@tiptap/core";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { type as typeInto } from "#test/support/headless-editor.ts";
import { articlesOf, stored } from "./article-form.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

type Fixtures = {
  /** The editor's text in a new article's form. */
  text: Locator;
  /** Adds the article that is being written, and returns its content as the server stores it. */
  save: () => Promise<string>;
};

/** Component tests inside the article form's editor. The article is stored by its button alone. */
export const test = base.extend<Fixtures>({
  text: async ({ page }, use) => {
    await page.route(`**${apiUrl.categories()}`, (route) => route.fulfill({ json: [] }));
    await page.goto(adminUrl.article("new"));
    const text = page.getByRole("textbox", { name: "Content" });
    await expect(text).toBeVisible();
    await use(text);
  },
  save: async ({ page, api }, use) =>
    use(async () => {
      await page.getByLabel("Title*").fill("Written here");
      await page.getByLabel("Category*").fill("Blockchain");
      await page.getByRole("button", { name: "Add Article", exact: true }).click();
      await expect.poll(async () => (await articlesOf(api, "Written here")).length).toBe(1);
      const [article] = await articlesOf(api, "Written here");
      return (await stored(api, article?.id ?? 0)).content;
    }),
});

/** Tiptap leaves its editor on its element. */
export const editorOf = (text: Locator): Promise<Editor> =>
  text.evaluate((element: HTMLElement & { editor?: Editor }) => {
    if (!element.editor) throw new Error("The text has no editor.");
    return element.editor;
  });

/** Types at the cursor as the editor sees it: with its shorthands, but without a browser's own editing. */
export async function typeAt(text: Locator, words: string): Promise<void> {
  const editor = await editorOf(text);
  editor.commands.focus(undefined, { scrollIntoView: false });
  typeInto(editor, words);
}

/** Leaves this content in the text, with its words selected. */
export async function selectAll(text: Locator, content: string): Promise<void> {
  const editor = await editorOf(text);
  const paragraph = { type: "paragraph", content: [{ type: "text", text: content }] };
  editor.commands.setContent({ type: "doc", content: [paragraph] });
  editor.commands.focus(undefined, { scrollIntoView: false });
  editor.commands.setTextSelection({ from: 1, to: 1 + content.length });
}

/** Pastes as a browser does, at the cursor. */
export async function paste(text: Locator, plain: string, html = ""): Promise<void> {
  (await editorOf(text)).commands.focus(undefined, { scrollIntoView: false });
  await text.evaluate((element) => {
    const data = new DataTransfer();
    data.setData("text/plain", plain);
    if (html !== "") data.setData("text/html", html);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
  });
}

export const toolbarOf = (page: Page) => page.getByRole("toolbar", { name: "Content: formatting" });
/** A tool of the table, gallery, callout or card at the cursor. */
export const blockToolOf = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Content: tools of the block" }).getByRole("button", { name, exact: true });

/** Opens the menu of the tools that have no room in the toolbar, which here are all, and finds one in it. */
async function toolInMenu(page: Page, name: string): Promise<Locator> {
  await toolbarOf(page).getByRole("button", { name: "More tools", exact: true }).click();
  const menu = page.getByRole("menu", { name: "More tools" });
  const item = menu.getByRole("menuitem", { name, exact: true });
  return item.or(menu.getByRole("menuitemcheckbox", { name, exact: true }));
}

export const clickTool = async (page: Page, name: string): Promise<void> => (await toolInMenu(page, name)).click();

export async function expectTool(page: Page, name: string, { isOn }: { isOn: boolean }): Promise<void> {
  await expect(await toolInMenu(page, name)).toHaveAttribute("aria-checked", String(isOn));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
}
