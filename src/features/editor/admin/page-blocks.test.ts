import { getSchema } from "@tiptap/core";
import { expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { PAGE_ASIDES } from "#features/content/model.ts";
import { extensionsWith } from "./extensions.ts";
import { htmlOf } from "./html-of.ts";
import { PAGE_BLOCKS } from "./page-blocks.ts";

const schema = getSchema(extensionsWith(PAGE_BLOCKS));
const p = { type: "paragraph", content: [{ type: "text", text: "a" }] };

test.each([
  ["pageBlock", "price-table", [p], '<aside class="price-table"><p>a</p></aside>'],
  ["pageWidget", "contact-form", [], '<aside class="contact-form"></aside>'],
])("a %s is written as the server keeps it in pages, and nowhere else", (type, kind, content, expected) => {
  const node = { type, attrs: { kind }, ...(content.length > 0 && { content }) };
  const made = htmlOf(schema.nodeFromJSON({ type: "doc", content: [node, p] }));
  expect(made).toBe(`${expected}<p>a</p>`);
  expect(deriveContent(made, [], "page").content.html).toBe(made);
  for (const surface of ["article", "issue"] as const)
    expect(deriveContent(made, [], surface).content.html).not.toContain("aside");
});

test("a new block has words in the form that pages read", () => {
  for (const tool of PAGE_BLOCKS.tools) {
    const made: object[] = [];
    const chain = { insertContent: (node: object) => made.push(node) };
    if ("run" in tool) tool.run(chain as never);
    const html = htmlOf(schema.nodeFromJSON({ type: "doc", content: [...made, p] }));
    expect(deriveContent(html, [], "page").content.html, tool.label).toBe(html);
    expect(html).toMatch(/^<aside class=/);
  }
});

test("every block of pages is in the slash menu, by its name", () => {
  expect(PAGE_BLOCKS.tools.map(({ label }) => label).sort()).toEqual(Object.values(PAGE_ASIDES).sort());
});
