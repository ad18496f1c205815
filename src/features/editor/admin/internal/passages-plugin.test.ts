import type { Editor } from "@tiptap/core";
import { DecorationSet } from "@tiptap/pm/view";
import { describe, expect, test } from "vitest";
import { cursorAfter, cursorBefore, find, html, openEditor, p, quote, select } from "#test/support/headless-editor.ts";
import type { Passage, Passages } from "../rich-text.ts";
import { markPassages, noteHere, openPassages, passageAtCaret } from "./passages.tsx";

const passage = (id: number, words: string, look: Passage["look"] = "open"): Passage => ({ id, quote: words, look });

/** An editor with its passages marked, and the ids of those that were clicked. */
function open(passages: readonly Passage[]) {
  const editor = openEditor(p("The bank rose again."), quote(p("The bank fell.")));
  const clicked: number[] = [];
  openPassages(editor, (id) => clicked.push(id));
  const placed = markPassages(editor, passages);
  return { editor, clicked, placed };
}

/** What is marked: the words, with their class. */
function marked(editor: Editor): [words: string, className: string | undefined][] {
  const sets = editor.state.plugins.flatMap((plugin) => plugin.props.decorations?.call(plugin, editor.state) ?? []);
  const marks = sets.flatMap((set) =>
    set instanceof DecorationSet ? set.find(undefined, undefined, (spec) => "look" in spec) : [],
  );
  return marks.map((mark) => {
    const { attrs } = (mark as unknown as { type: { attrs: { class?: string } } }).type;
    return [editor.state.doc.textBetween(mark.from, mark.to, "\n"), attrs.class];
  });
}

const clickAt = (editor: Editor, pos: number) =>
  editor.state.plugins.map((plugin) => plugin.props.handleClick?.call(plugin, editor.view, pos, {} as MouseEvent));

describe("passages are marked in the text", () => {
  test("each as it looks, and are no part of the content or of what can be undone", () => {
    const { editor, placed } = open([
      passage(1, "bank fell", "current"),
      passage(2, "rose"),
      passage(3, "again", "quiet"),
      passage(4, "is gone"),
    ]);
    expect(placed).toEqual([2, 3, 1]);
    expect(marked(editor)).toEqual([
      ["rose", "passage passage-open"],
      ["again", "passage passage-quiet"],
      ["bank fell", "passage passage-current"],
    ]);
    expect(html(editor)).toBe("<p>The bank rose again.</p><blockquote><p>The bank fell.</p></blockquote>");
    expect(editor.can().undo()).toBe(false);
  });

  test("one that is not shown has no look, but keeps its place", () => {
    const { editor, placed } = open([passage(1, "rose", "none")]);
    expect([placed, marked(editor)]).toEqual([[1], [["rose", undefined]]]);
  });

  test("the marks move along with what is written before and in them, until they are looked for again", () => {
    const { editor } = open([passage(1, "rose")]);
    editor.view.dispatch(editor.state.tr.insertText("So: ", 1));
    cursorAfter(editor, "ro");
    editor.view.dispatch(editor.state.tr.insertText("--"));
    expect(marked(editor)).toEqual([["ro--se", "passage passage-open"]]);
    expect(markPassages(editor, [passage(1, "rose")])).toEqual([1]);
    expect(marked(editor)).toEqual([["ro--se", "passage passage-open"]]);
  });

  test("one whose words are deleted is gone, and comes back with them", () => {
    const { editor } = open([passage(1, "rose")]);
    select(editor, "rose");
    editor.commands.deleteSelection();
    expect([marked(editor), markPassages(editor, [passage(1, "rose")])]).toEqual([[], []]);
    editor.commands.undo();
    expect(markPassages(editor, [passage(1, "rose")])).toEqual([1]);
  });

  test("those that are resolved meanwhile are no longer marked", () => {
    const { editor } = open([passage(1, "rose"), passage(2, "again")]);
    expect(markPassages(editor, [passage(2, "again")])).toEqual([2]);
    expect(marked(editor).map(([words]) => words)).toEqual(["again"]);
    expect(markPassages(editor, [])).toEqual([]);
    expect(marked(editor)).toEqual([]);
  });
});

describe("a click in the text", () => {
  const nested = [passage(1, "The bank rose again"), passage(2, "rose"), passage(3, "fell", "none")];

  test("opens the shortest passage around it, and is the editor's own all the same", () => {
    const { editor, clicked } = open(nested);
    expect(clickAt(editor, find(editor, "rose") + 2).filter((isTaken) => isTaken)).toEqual([]);
    clickAt(editor, find(editor, "again") + 2);
    expect(clicked).toEqual([2, 1]);
  });

  test("opens none outside of all, nor one that is not shown", () => {
    const { editor, clicked } = open(nested);
    for (const pos of [find(editor, "fell") + 1, find(editor, "fell") - 5]) clickAt(editor, pos);
    expect(clicked).toEqual([]);
  });
});

describe("the tool for notes", () => {
  function noteAt(prepare: (editor: Editor) => void) {
    const { editor } = open([passage(1, "rose"), passage(2, "fell", "none")]);
    prepare(editor);
    const done: unknown[] = [];
    const passages: Passages = {
      list: [],
      onPlaced: () => {},
      onOpen: (id, isAsked) => done.push({ id, isAsked }),
      onAdd: (words) => done.push(words),
    };
    noteHere(editor, passages);
    return done;
  }

  test("opens the note at the caret, which was asked for", () => {
    expect(noteAt((editor) => cursorAfter(editor, "ro"))).toEqual([{ id: 1, isAsked: true }]);
  });

  test("begins one on the selected words, also on those of a note", () => {
    expect(noteAt((editor) => select(editor, "rose"))).toEqual(["rose"]);
    expect(noteAt((editor) => select(editor, "rose", "again"))).toEqual(["rose again"]);
  });

  test("begins one on no words where nothing is selected", () => {
    expect(noteAt((editor) => cursorAfter(editor, "The b"))).toEqual([""]);
    expect(noteAt((editor) => cursorAfter(editor, "fe"))).toEqual([""]);
  });
});

test("there is no passage at the caret before they are marked, or while words are selected", () => {
  const bare = openEditor(p("rose"));
  cursorBefore(bare, "rose");
  expect(passageAtCaret(bare)).toBeNull();
  const { editor } = open([passage(7, "rose")]);
  cursorAfter(editor, "ro");
  expect(passageAtCaret(editor)).toBe(7);
  select(editor, "rose");
  expect(passageAtCaret(editor)).toBeNull();
});
