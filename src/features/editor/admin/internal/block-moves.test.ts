import { describe, expect, test } from "vitest";
import {
  bullets,
  cursorAfter,
  heading,
  html,
  item,
  openEditor,
  p,
  picture,
  press,
  select,
  selectNode,
  table,
} from "#test/support/headless-editor.ts";
import { turnInto } from "./block-moves.ts";

const three = () => openEditor(p("a"), heading(2)("b"), p("c"));

describe("Alt+↑ and Alt+↓", () => {
  test("move the block of the cursor, which stays in it", () => {
    const editor = three();
    cursorAfter(editor, "b");
    press(editor, "Alt-ArrowUp");
    expect(html(editor)).toBe("<h2>b</h2><p>a</p><p>c</p>");
    expect(editor.state.selection.$from.parent.textContent).toBe("b");
    press(editor, "Alt-ArrowUp");
    press(editor, "Alt-ArrowDown");
    press(editor, "Alt-ArrowDown");
    expect(html(editor)).toBe("<p>a</p><p>c</p><h2>b</h2>");
  });

  test("move all selected blocks, a picture, and the table of a cell", () => {
    const editor = three();
    select(editor, "b", "c");
    press(editor, "Alt-ArrowUp");
    expect(html(editor)).toBe("<h2>b</h2><p>c</p><p>a</p>");
    const others = openEditor(p("a"), picture(), table(["x", "y"]));
    selectNode(others, "image");
    press(others, "Alt-ArrowUp");
    expect(others.state.doc.firstChild?.type.name).toBe("image");
    cursorAfter(others, "y");
    press(others, "Alt-ArrowUp");
    expect(others.state.doc.child(1).type.name).toBe("table");
  });

  test("move an item within its list", () => {
    const editor = openEditor(p("a"), bullets(item(p("x")), item(p("y"))));
    cursorAfter(editor, "y");
    press(editor, "Alt-ArrowUp");
    press(editor, "Alt-ArrowUp");
    expect(html(editor)).toBe("<p>a</p><ul><li><p>y</p></li><li><p>x</p></li></ul>");
  });
});

test("a block is duplicated below itself, and deleted; the last one leaves an empty line", () => {
  const editor = openEditor(heading(2)("b"));
  cursorAfter(editor, "b");
  editor.commands.duplicateBlock();
  expect(html(editor)).toBe("<h2>b</h2><h2>b</h2>");
  editor.commands.deleteBlock();
  expect(html(editor)).toBe("<h2>b</h2>");
  cursorAfter(editor, "b");
  editor.commands.deleteBlock();
  expect(html(editor)).toBe("");
});

test("a block turns into another kind, with all its lines", () => {
  const editor = openEditor(p("a"), bullets(item(p("x")), item(p("y"))), p("c"));
  cursorAfter(editor, "x");
  turnInto(editor, (chain) => chain.toggleOrderedList());
  expect(html(editor)).toBe("<p>a</p><ol><li><p>x</p></li><li><p>y</p></li></ol><p>c</p>");
  turnInto(editor, (chain) => chain.toggleHeading({ level: 2 }));
  expect(html(editor)).toBe("<p>a</p><h2>x</h2><h2>y</h2><p>c</p>");
  turnInto(editor, (chain) => chain);
  expect(html(editor)).toBe("<p>a</p><h2>x</h2><p>y</p><p>c</p>");
});
