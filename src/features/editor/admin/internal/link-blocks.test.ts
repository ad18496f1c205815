import { getSchema } from "@tiptap/core";
import { expect, test } from "vitest";
import { cleanHtml } from "#test/support/content.ts";
import { cursorAfter, html, openEditor, press, type } from "#test/support/headless-editor.ts";
import { EXTENSIONS } from "../extensions.ts";
import { describeFile } from "./card-nodes.ts";

const ADDRESS = "https://example.com/files/Annual-report_2025.pdf?a&b";
const FILE = `<aside class="file"><p><a href="${ADDRESS.replace("&", "&amp;")}">Report</a></p><p>PDF, 2 MB</p></aside>`;

test("a button and a file are written as the server keeps them", () => {
  const editor = openEditor(
    { type: "button", attrs: { href: "/b?c&d" }, content: [{ type: "text", text: "Read" }] },
    { type: "file", attrs: { href: ADDRESS, name: "Report", about: "PDF, 2 MB" } },
  );
  expect(html(editor)).toBe(`<p class="button"><a href="/b?c&amp;d">Read</a></p>${FILE}`);
  expect(cleanHtml(html(editor))).toBe(html(editor));
});

test("Enter in a button goes on below it, not in a second button", () => {
  const editor = openEditor({ type: "button", attrs: { href: "/a" }, content: [{ type: "text", text: "Read" }] });
  cursorAfter(editor, "Read");
  press(editor, "Enter");
  type(editor, "on");
  expect(html(editor)).toBe('<p class="button"><a href="/a">Read</a></p><p>on</p>');
});

test("the editor has both in articles", () => {
  expect(Object.keys(getSchema(EXTENSIONS).nodes)).toEqual(expect.arrayContaining(["button", "file"]));
});

test.each([
  [ADDRESS, { name: "Annual report 2025", about: "PDF" }],
  ["https://example.com/f%C3%BCr%20alle.XLSX", { name: "für alle", about: "Excel" }],
  ["https://example.com/download?id=7", { name: "download", about: "" }],
  ["https://example.com/a.constructor", { name: "a.constructor", about: "" }],
  ["https://example.com/%E0%A4%A", { name: "%E0%A4%A", about: "" }],
  ["https://example.com/", { name: "", about: "" }],
])("the address %s suggests the name and type of its file", (address, expected) => {
  expect(describeFile(address)).toEqual(expected);
});
