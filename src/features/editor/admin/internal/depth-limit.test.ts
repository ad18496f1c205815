import type { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import { MAX_DEPTH } from "#features/content/model.ts";
import { cleanHtml } from "#test/support/content.ts";
import type { Json } from "#test/support/editor-documents.ts";
import {
  bullets,
  code,
  cursorAfter,
  html,
  item,
  link,
  openEditor,
  p,
  quote,
  text,
  type,
} from "#test/support/headless-editor.ts";

const inQuotes = (count: number, content: Json): Json => (count === 0 ? content : quote(inQuotes(count - 1, content)));
const inItems = (count: number, list: Json): Json =>
  count === 0 ? list : bullets(item(p("x"), inItems(count - 1, list)));
const ALL_MARKS = ["bold", "italic", "underline", "strike", "code", link("/x")];
/** Ordinary depths, and all those around the limit. */
const STEPS = [0, 20, ...Array.from({ length: 14 }, (_, index) => MAX_DEPTH - 14 + index)];

/** At every depth: what a change does, the server keeps; only the deepest ones are refused. */
function isRefusedOnlyDeepest(contentAt: (depth: number) => Json, change: (editor: Editor) => void): void {
  const isRefused = STEPS.map((depth) => {
    const editor = openEditor(contentAt(depth), p());
    cursorAfter(editor, "a");
    const before = html(editor);
    change(editor);
    if (html(editor) === before) return true;
    expect(cleanHtml(html(editor))).toBe(html(editor));
    return false;
  });
  expect(isRefused.slice(0, 2)).not.toContain(true);
  expect(isRefused.at(-1)).toBe(true);
  // Once refused, refused at every greater depth.
  expect(isRefused.lastIndexOf(false)).toBe(isRefused.indexOf(true) - 1);
}

test.each([
  ["a line of all marks", p(text("a", ...ALL_MARKS))],
  ["code", code("a")],
])("%s can be nested in as many quotes as the server keeps, and no more", (_what, content) => {
  isRefusedOnlyDeepest(
    (depth) => inQuotes(depth, content),
    (editor) => editor.commands.wrapIn("blockquote"),
  );
});

test("items can be nested no deeper than the server keeps, and neither can tables and marks", () => {
  isRefusedOnlyDeepest(
    (depth) => inItems(Math.floor(depth / 2), bullets(item(p("x")), item(p("a")))),
    (editor) => editor.commands.sinkListItem("listItem"),
  );
  isRefusedOnlyDeepest(
    (depth) => inQuotes(depth, p(text("a", ...ALL_MARKS))),
    (editor) => {
      if (!editor.commands.insertTable()) return;
      for (const mark of ["bold", "italic", "underline", "strike", "code"]) editor.commands.setMark(mark);
      editor.commands.setLink({ href: "/x" });
      type(editor, "y");
    },
  );
});

test("elements that a change wraps count, however deep they are inside", () => {
  const around = (depth: number) => quote(p("a"), inQuotes(depth, p("x")));
  isRefusedOnlyDeepest(around, (editor) => {
    editor.commands.setNodeSelection(0);
    editor.commands.wrapIn("blockquote");
  });
});

test("wherever there is a line, one can write in it", () => {
  for (const depth of STEPS) {
    const editor = openEditor(inQuotes(depth, p()), p("b"));
    editor.commands.setTextSelection(depth + 1);
    const before = editor.state.doc;
    editor.commands.wrapIn("blockquote");
    if (editor.state.doc === before) continue;
    type(editor, "ab");
    expect(html(editor)).toContain("<p>ab</p>");
  }
});

test("one deep place does not keep others from changing", () => {
  const editor = openEditor(inQuotes(MAX_DEPTH, p("deep")), p("a"), p());
  cursorAfter(editor, "a");
  editor.commands.toggleBlockquote();
  expect(html(editor)).toContain("<blockquote><p>a</p></blockquote>");
});
