import { getSchema } from "@tiptap/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanHtml } from "#test/support/content.ts";
import { editorDocument, type Json } from "#test/support/editor-documents.ts";
import { EXTENSIONS } from "./extensions.ts";
import { htmlOf } from "./html-of.ts";

const schema = getSchema(EXTENSIONS);
const html = (...content: Json[]) => htmlOf(schema.nodeFromJSON({ type: "doc", content }));
const paragraph = (...content: Json[]): Json => ({ type: "paragraph", content });
const text = (value: string, ...marks: string[]): Json => ({
  type: "text",
  text: value,
  marks: marks.map((type) => ({ type })),
});
const BREAK: Json = { type: "hardBreak" };

test("the server's sanitizer keeps everything that the editor can produce", () => {
  fc.assert(
    fc.property(editorDocument, (json) => {
      const made = htmlOf(schema.nodeFromJSON(json));
      expect(cleanHtml(made)).toBe(made);
    }),
    { numRuns: 500 },
  );
});

describe("the HTML of a document", () => {
  test("has layout as classes, and links with their address alone", () => {
    const link = { type: "link", attrs: { href: "https://example.com/?a=1&b=2" } };
    expect(
      html(
        { type: "paragraph", attrs: { align: "center", indent: 3 }, content: [text("a")] },
        { type: "heading", attrs: { level: 2, align: "right" }, content: [text("b")] },
        paragraph({ type: "text", text: "c", marks: [link, { type: "bold" }] }),
      ),
    ).toBe(
      '<p class="align-center indent-3">a</p><h2 class="align-right">b</h2>' +
        '<p><a href="https://example.com/?a=1&amp;b=2"><strong>c</strong></a></p>',
    );
  });

  test("merges adjacent text with the same mark into one element", () => {
    expect(html(paragraph(text("a", "bold"), text("b", "bold", "italic"), text("c", "italic")))).toBe(
      "<p><strong>a<em>b</em></strong><em>c</em></p>",
    );
  });

  test("keeps spaces that the editor shows, and drops invisible ones", () => {
    expect(html(paragraph(text(" a  b   c ")))).toBe("<p>\u00a0a \u00a0b \u00a0 c</p>");
    expect(html(paragraph(text("a ", "bold"), text(" b")))).toBe("<p><strong>a </strong>\u00a0b</p>");
    expect(html(paragraph(text("a "), BREAK, text(" b"), BREAK))).toBe("<p>a<br />\u00a0b</p>");
  });

  test("keeps every line and tab of code blocks", () => {
    expect(html({ type: "codeBlock", content: [text("\n if (a < b) {\n\t  c();\n}\n")] })).toBe(
      "<pre><code>\n if (a &lt; b) {\n\t  c();\n}\n</code></pre>",
    );
  });

  test("keeps empty lines between others and drops them at the end; an empty document is an empty text", () => {
    expect(html(paragraph(text("a")), paragraph(), paragraph(text("b")), paragraph(), paragraph(BREAK))).toBe(
      "<p>a</p><p></p><p>b</p>",
    );
    expect(html(paragraph())).toBe("");
    expect(html({ type: "image", attrs: { src: "/a.png" } }, paragraph())).toBe('<img src="/a.png" alt="" />');
  });
});
