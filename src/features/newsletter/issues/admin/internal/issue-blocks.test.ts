import { getSchema } from "@tiptap/core";
import { expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { contentElement, ISSUE_ELEMENT_NAMES } from "#features/content/model.ts";
import { extensionsWith } from "#features/editor/admin/extensions.ts";
import { htmlOf } from "#features/editor/admin/html-of.ts";
import { ISSUE_BLOCKS } from "./issue-blocks.tsx";

const schema = getSchema(extensionsWith(ISSUE_BLOCKS));
const p = { type: "paragraph", content: [{ type: "text", text: "a" }] };
const html = (...content: object[]) => htmlOf(schema.nodeFromJSON({ type: "doc", content }));

test.each([
  [
    "an article",
    { type: "articleBlock", attrs: { kind: "with-picture", "data-article": "7" } },
    '<article class="with-picture" data-article="7"></article>',
  ],
  ["a sponsor", { type: "sponsor", content: [p] }, '<aside class="sponsor"><p>a</p></aside>'],
  [
    "a button",
    { type: "button", attrs: { href: "/b?c&d" }, content: [{ type: "text", text: "a" }] },
    '<p class="button"><a href="/b?c&amp;d">a</a></p>',
  ],
])("%s is written as the server keeps it", (_what, node, expected) => {
  const made = html(node, p);
  expect(made).toBe(`${expected}<p>a</p>`);
  expect(deriveContent(made, [], "issue").content.html).toBe(made);
});

test("every element that only issues have has its node", () => {
  for (const name of ISSUE_ELEMENT_NAMES) expect(Object.keys(schema.nodes)).toContain(contentElement(name)?.editor);
});

test("an article stands between the other blocks, as the server wants it, never in them", () => {
  const article = schema.nodes.articleBlock;
  for (const type of Object.values(schema.nodes))
    if (type.name !== "doc" && article) expect(type.contentMatch.matchType(article), type.name).toBeNull();
});
