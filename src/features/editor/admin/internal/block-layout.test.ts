import { describe, expect, test } from "vitest";
import { MAX_INDENT } from "#features/content/model.ts";
import {
  bullets,
  code,
  cursorAfter,
  cursorBefore,
  heading,
  html,
  item,
  laidOut,
  openEditor,
  p,
  picture,
  press,
  select,
  selectNode,
} from "#test/support/headless-editor.ts";
import { alignmentOf, firstLine } from "./block-moves.ts";

describe("alignment", () => {
  test("applies to each selected line, but not to code", () => {
    const editor = openEditor(p("a"), code("b"), heading(2)("c"), p("d"));
    select(editor, "a", "c");
    expect(editor.commands.align("right")).toBe(true);
    expect(html(editor)).toBe(
      '<p class="align-right">a</p><pre><code>b</code></pre><h2 class="align-right">c</h2><p>d</p>',
    );
  });

  test("to the left removes it, and keeps the indentation", () => {
    const editor = openEditor(laidOut({ align: "center", indent: 2 })("a"));
    cursorAfter(editor, "a");
    press(editor, "Mod-Shift-l");
    expect(html(editor)).toBe('<p class="indent-2">a</p>');
  });

  test("does not apply to code or to a picture", () => {
    for (const type of ["codeBlock", "image"]) {
      const editor = openEditor(code("a"), picture(), p());
      selectNode(editor, type);
      expect(editor.commands.align("right")).toBe(false);
    }
  });

  test("is inherited by the next line, and kept by a heading made of the line", () => {
    const editor = openEditor(laidOut({ align: "right", indent: 1 })("a"));
    cursorAfter(editor, "a");
    press(editor, "Mod-Alt-2");
    expect(html(editor)).toBe('<h2 class="align-right indent-1">a</h2>');
  });
});

describe("indentation", () => {
  test(`goes from none to ${MAX_INDENT} and back, and no further`, () => {
    const editor = openEditor(p("a"));
    cursorAfter(editor, "a");
    expect(editor.commands.indent(-1)).toBe(false);
    for (let level = 1; level <= MAX_INDENT; level++) {
      expect(editor.commands.indent(1)).toBe(true);
      expect(html(editor)).toBe(`<p class="indent-${level}">a</p>`);
    }
    expect(editor.commands.indent(1)).toBe(false);
    for (let level = MAX_INDENT; level > 0; level--) editor.commands.indent(-1);
    expect(html(editor)).toBe("<p>a</p>");
  });

  test("keeps its keys even where they do nothing: one of them is the browser's Back", () => {
    const editor = openEditor(p("a"));
    expect(press(editor, "Mod-[")).toBe(true);
    expect(html(editor)).toBe("<p>a</p>");
  });

  test("moves lines at different levels by one step each", () => {
    const editor = openEditor(p("a"), laidOut({ indent: MAX_INDENT })("b"), laidOut({ indent: 1 })("c"));
    select(editor, "a", "c");
    editor.commands.indent(1);
    expect(html(editor)).toBe('<p class="indent-1">a</p><p class="indent-8">b</p><p class="indent-2">c</p>');
  });

  test("of an item is its level in the list", () => {
    const editor = openEditor(bullets(item(p("a")), item(p("b"))), p());
    cursorAfter(editor, "b");
    editor.commands.indent(1);
    expect(html(editor)).toBe("<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>");
    editor.commands.indent(-1);
    expect(html(editor)).toBe("<ul><li><p>a</p></li><li><p>b</p></li></ul>");
  });

  test("is what Backspace removes first at the start of a line, and only there", () => {
    const editor = openEditor(p("x"), laidOut({ indent: 2 })("ab"));
    cursorBefore(editor, "ab");
    press(editor, "Backspace");
    expect(html(editor)).toBe('<p>x</p><p class="indent-1">ab</p>');
    cursorAfter(editor, "a");
    press(editor, "Backspace");
    expect(html(editor)).toContain('class="indent-1"');
    select(editor, "ab");
    press(editor, "Backspace");
    expect(html(editor)).not.toContain("ab");
  });
});

describe("the line that the toolbar describes", () => {
  test("is the first one of the selection, or none", () => {
    const editor = openEditor(picture(), p("a"), heading(1)("b"));
    select(editor, "a", "b");
    expect(firstLine(editor.state)?.textContent).toBe("a");
    editor.commands.selectAll();
    expect(firstLine(editor.state)?.textContent).toBe("a");
    selectNode(editor, "image");
    expect(firstLine(editor.state)).toBeNull();
    expect(alignmentOf(null)).toBeNull();
  });
});
