import type { Locator } from "@playwright/test";
import { getSchema } from "@tiptap/core";
import fc from "fast-check";
import type { ArticleDetail, ArticleSummary } from "#features/articles/schema.ts";
import { blockKey } from "#features/content/keys.ts";
import { movableBlocks } from "#features/content/rules.ts";
import { EXTENSIONS } from "#features/editor/admin/extensions.ts";
import { htmlOf } from "#features/editor/admin/html-of.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { cleanHtml } from "#test/support/content.ts";
import { editorDocument, type Json } from "#test/support/editor-documents.ts";
import { test } from "./rich-text.ts";
import { expect } from "./site.ts";

const schema = getSchema(EXTENSIONS);
// The page's policy would keep these tests from parsing HTML, as it does all other code.
test.use({ bypassCSP: true });

const SEED = 20_260_101;

/** Tiptap leaves its editor on its element, and ProseMirror its parser on the schema. */
type Mounted = HTMLElement & {
  editor: {
    commands: { clearContent: () => void };
    schema: { cached: { domParser: { parse: (from: Node) => { toJSON: () => Json } } } };
  };
};

/** Documents as the editor reads them from saved HTML, in the browser. */
const opened = (text: Locator, saved: string[]): Promise<Json[]> =>
  text.evaluate((element, all) => {
    const { commands, schema: ours } = (element as Mounted).editor;
    // Creates the parser if nothing was parsed yet.
    commands.clearContent();
    const { domParser } = ours.cached;
    return all.map((html) => domParser.parse(new DOMParser().parseFromString(html, "text/html").body).toJSON());
  }, saved);

test("a document that is opened again after saving is the same", async ({ api, text }) => {
  test.slow();
  await test.step("any document", async () => {
    const saved = fc
      .sample(editorDocument, { numRuns: 400, seed: SEED })
      .map((json) => htmlOf(schema.nodeFromJSON(json)));
    const documents = await opened(text, saved);
    expect(documents.map((json) => htmlOf(schema.nodeFromJSON(json)))).toEqual(saved);
  });
  await test.step("every article of the first edition", async () => {
    const list: ArticleSummary[] = await (await api.get(`${apiUrl.articles()}?limit=20`)).json();
    const contents: string[] = [];
    for (const { id } of list)
      contents.push(((await (await api.get(apiUrl.article(id))).json()) as ArticleDetail).content);
    const documents = await opened(text, contents);
    // Space between blocks means nothing.
    const joined = (html: string) =>
      html
        .replace(/>\s+</g, "><")
        .replace(/\s*\n\s*/g, " ")
        .trim();
    // Unchanged blocks are recognised as such, so that the changes of two merge.
    const keys = (html: string) => movableBlocks(html)?.map(blockKey);
    for (const [index, json] of documents.entries()) {
      const html = htmlOf(schema.nodeFromJSON(json));
      expect(cleanHtml(html)).toBe(html);
      expect(joined(html)).toBe(joined(contents[index] ?? ""));
      expect(keys(html)).toEqual(keys(contents[index] ?? ""));
    }
  });
});
