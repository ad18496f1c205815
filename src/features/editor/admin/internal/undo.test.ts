import { expect, onTestFinished, test, vi } from "vitest";
import { html, openEditor, p } from "#test/support/headless-editor.ts";

function openAt(start: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const editor = openEditor(p());
  let now = start;
  const insert = (words: string) => {
    const { tr, doc } = editor.state;
    editor.view.dispatch(tr.insertText(words, doc.content.size - 1));
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
    vi.setSystemTime(now);
  };
  return { editor, insert, pass };
}

test("edits within a second are undone together, and redo repeats them", () => {
  const { editor, insert, pass } = openAt(1_000_000);
  insert("one");
  pass(999);
  insert(" two");
  pass(1_001);
  insert(" three");
  editor.commands.undo();
  expect(html(editor)).toBe("<p>one two</p>");
  editor.commands.undo();
  expect(html(editor)).toBe("");
  editor.commands.redo();
  editor.commands.redo();
  expect(html(editor)).toBe("<p>one two three</p>");
});

test("a hundred edits can be undone", () => {
  const { editor, insert, pass } = openAt(1_000_000);
  // The library drops old edits twenty at a time, so up to twenty more may be left.
  for (let edit = 0; edit < 125; edit++) {
    insert("x");
    pass(1_001);
  }
  for (let step = 0; step < 100; step++) editor.commands.undo();
  expect(html(editor)).toBe(`<p>${"x".repeat(25)}</p>`);
  for (let step = 0; step < 25; step++) editor.commands.undo();
  expect(html(editor)).toMatch(/^<p>x+<\/p>$/);
});
