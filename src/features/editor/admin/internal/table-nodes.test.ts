import { describe, expect, test } from "vitest";
import {
  bullets,
  cursorAfter,
  html,
  item,
  openEditor,
  p,
  press,
  quote,
  select,
  table,
  type,
} from "#test/support/headless-editor.ts";
import { emptyHeaders, type TableChange } from "./table-nodes.ts";

/** The texts of a table's rows. */
const rows = (editor: ReturnType<typeof openEditor>) =>
  [...html(editor).matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    row.replace(/<\/p><\/t[dh]>/g, "|").replace(/<[^>]+>/g, ""),
  );

describe("a new table", () => {
  test("has plain cells for assistive technology where a header has no words yet", () => {
    const editor = openEditor(p());
    editor.commands.insertTable();
    expect(emptyHeaders(editor.state.doc).find()).toHaveLength(3);
    type(editor, "x");
    expect(emptyHeaders(editor.state.doc).find()).toHaveLength(2);
  });

  test("has a header row, and the cursor in its first cell", () => {
    const editor = openEditor(p("a"));
    cursorAfter(editor, "a");
    editor.commands.insertTable();
    type(editor, "x");
    expect(rows(editor)).toEqual(["x|||", "|||", "|||"]);
    expect(html(editor)).toMatch(/<tr><th><p>x<\/p><\/th>.*<tr><td>/);
  });

  test("replaces an empty line, and does not split a line with text before and after the cursor", () => {
    const empty = openEditor(p(), p("b"));
    empty.commands.insertTable();
    expect(html(empty)).toMatch(/^<table>.*<\/table><p>b<\/p>$/);
    const between = openEditor(p("ab"));
    cursorAfter(between, "a");
    between.commands.insertTable();
    expect(html(between)).toMatch(/^<p>a<\/p><table>.*<\/table><p>b<\/p>$/);
  });

  test("comes after a selection of several blocks, whatever they are in, and keeps their words", () => {
    const toggle = {
      type: "toggle",
      content: [{ type: "toggleSummary", content: [{ type: "text", text: "t" }] }, p("a")],
    };
    for (const first of [toggle, quote(p("a")), p("a")]) {
      const editor = openEditor(first, quote(p("b")), p("c"));
      select(editor, "a", "b");
      editor.commands.insertTable();
      editor.state.doc.check();
      expect(editor.state.doc.textContent).toMatch(/ab.*c/);
      expect(rows(editor)).toHaveLength(3);
    }
  });

  test("can be in quotes and items, but not in a table", () => {
    for (const content of [quote(p("a")), bullets(item(p("a")))]) {
      const editor = openEditor(content, p());
      cursorAfter(editor, "a");
      expect(editor.commands.insertTable()).toBe(true);
      expect(rows(editor)).toHaveLength(3);
    }
    const editor = openEditor(table(["a"]), p());
    cursorAfter(editor, "a");
    expect(editor.commands.insertTable()).toBe(false);
  });

  test("changes nothing when only its availability is checked", () => {
    const editor = openEditor(p("a"));
    expect(editor.can().insertTable()).toBe(true);
    expect(html(editor)).toBe("<p>a</p>");
  });
});

describe("a table is changed at the cursor", () => {
  test.each<[TableChange, string[]]>([
    ["addRowAfter", ["a|b|", "||", "c|d|"]],
    ["addRowBefore", ["||", "a|b|", "c|d|"]],
    ["addColumnAfter", ["a||b|", "c||d|"]],
    ["addColumnBefore", ["|a|b|", "|c|d|"]],
    ["deleteRow", ["c|d|"]],
    ["deleteColumn", ["b|", "d|"]],
    ["deleteTable", []],
  ])("%s", (change, expected) => {
    const editor = openEditor(p("x"), table(["a", "b"], ["c", "d"]), p("y"));
    cursorAfter(editor, "a");
    expect(editor.commands.changeTable(change)).toBe(true);
    expect(rows(editor)).toEqual(expected);
    expect(html(editor)).toMatch(/^<p>x<\/p>.*<p>y<\/p>$/);
    editor.commands.undo();
    expect(rows(editor)).toEqual(["a|b|", "c|d|"]);
  });

  test("aligns a column in all rows, which new rows keep, and has a header row or none", () => {
    const editor = openEditor(table(["a", "b"], ["c", "d"]), p("y"));
    cursorAfter(editor, "d");
    editor.commands.alignColumn("right");
    press(editor, "Tab");
    const lines = [...html(editor).matchAll(/<p( class="align-right")?>/g)].map(([, aligned]) => aligned !== undefined);
    expect(lines).toEqual([false, true, false, true, false, true, false]);
    const wasHeader = html(editor).includes("<th>");
    editor.commands.changeTable("toggleHeaderRow");
    expect(html(editor).includes("<th>")).toBe(!wasHeader);
    editor.commands.alignColumn("left");
    expect(html(editor)).not.toMatch(/^<table><tbody><tr><t[dh]><p class/);
  });

  test("keeps its last row and column: only 'Delete table' removes them", () => {
    const editor = openEditor(table(["a"]), p("x"));
    cursorAfter(editor, "a");
    for (const change of ["deleteRow", "deleteColumn"] as const)
      expect(editor.commands.changeTable(change)).toBe(false);
    expect(rows(editor)).toEqual(["a|"]);
  });

  test("has no effect outside of one", () => {
    const editor = openEditor(table(["a"]), p("x"));
    cursorAfter(editor, "x");
    expect(editor.commands.changeTable("addRowAfter")).toBe(false);
  });
});

describe("Tab in a table", () => {
  const opened = () => openEditor(p("x"), table(["a", "b"], ["c", "d"]), p("y"));

  test("moves to the next cell and to the next row; Shift+Tab moves back", () => {
    const editor = opened();
    cursorAfter(editor, "b");
    expect(press(editor, "Tab")).toBe(true);
    type(editor, "1");
    expect(rows(editor)).toEqual(["a|b|", "1|d|"]);
    expect(press(editor, "Shift-Tab")).toBe(true);
    type(editor, "2");
    expect(rows(editor)).toEqual(["a|2|", "1|d|"]);
  });

  test("adds a row after the last cell", () => {
    const editor = opened();
    cursorAfter(editor, "d");
    expect(press(editor, "Tab")).toBe(true);
    type(editor, "1");
    expect(rows(editor)).toEqual(["a|b|", "c|d|", "1||"]);
  });

  test("leaves the editor before the first cell", () => {
    const editor = opened();
    cursorAfter(editor, "a");
    expect(press(editor, "Shift-Tab")).toBe(false);
    expect(rows(editor)).toEqual(["a|b|", "c|d|"]);
  });

  test("leaves it from anywhere after Escape, with Shift too, until another key is pressed", () => {
    const editor = opened();
    cursorAfter(editor, "b");
    press(editor, "Escape");
    expect(press(editor, "Tab")).toBe(false);
    press(editor, "Escape");
    press(editor, "Shift-Shift");
    expect(press(editor, "Shift-Tab")).toBe(false);
    press(editor, "a");
    expect(press(editor, "Tab")).toBe(true);
  });
});

describe("Tab elsewhere", () => {
  const list = () => openEditor(bullets(item(p("a")), item(p("b"))), p("x"));

  test("indents and outdents an item; an outermost one stays, and the focus moves on", () => {
    const editor = list();
    cursorAfter(editor, "b");
    expect(press(editor, "Tab")).toBe(true);
    expect(html(editor)).toBe("<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><p>x</p>");
    expect(press(editor, "Shift-Tab")).toBe(true);
    expect(html(editor)).toBe("<ul><li><p>a</p></li><li><p>b</p></li></ul><p>x</p>");
    expect(press(editor, "Shift-Tab")).toBe(false);
    cursorAfter(editor, "a");
    expect(press(editor, "Tab")).toBe(false);
  });

  test("moves all selected items", () => {
    const editor = openEditor(bullets(item(p("a")), item(p("b")), item(p("c"))), p());
    select(editor, "b", "c");
    press(editor, "Tab");
    expect(html(editor)).toBe("<ul><li><p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul></li></ul>");
  });

  test("leaves the editor, and so do the browser's own combinations", () => {
    const editor = list();
    cursorAfter(editor, "x");
    for (const keys of ["Tab", "Shift-Tab"]) expect(press(editor, keys)).toBe(false);
    cursorAfter(editor, "b");
    for (const keys of ["Ctrl-Tab", "Alt-Tab"]) expect(press(editor, keys)).toBe(false);
  });
});
