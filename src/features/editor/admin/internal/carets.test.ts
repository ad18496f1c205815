import type { Editor } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";
import { DecorationSet } from "@tiptap/pm/view";
import { expect, test } from "vitest";
import { find, html, openEditor, p, picture } from "#test/support/headless-editor.ts";
import { markOthers, openOthers, placeOf } from "./others.ts";

/** The place of somebody whose selection is from one word to another in their own version. */
function placeIn(from: string, to: string, ...content: Parameters<typeof openEditor>) {
  const { state } = openEditor(...content);
  const at = (words: string) => find({ state } as Editor, words);
  return placeOf(state.doc, TextSelection.create(state.doc, at(from), at(to)));
}

/** The text before the caret of another user, and what they have selected. */
function shown(editor: Editor) {
  const sets = editor.state.plugins.flatMap((plugin) => plugin.props.decorations?.call(plugin, editor.state) ?? []);
  const marks = sets.flatMap((set) => (set instanceof DecorationSet ? set.find() : []));
  const carets = marks.filter(({ spec }) => "caret" in spec);
  const [head] = carets.filter(({ from, to }) => from === to);
  const [range] = carets.filter(({ from, to }) => from < to);
  const { doc } = editor.state;
  return [head && doc.textBetween(0, head.from, " "), range && doc.textBetween(range.from, range.to)];
}

const TEXT = "The bank rose on Tuesday.";

test.each([
  ["the same text", p(TEXT)],
  ["a text in which words before it differ", p("Yesterday the bank rose on Tuesday.")],
  ["a text in which words after it differ", p("The bank rose on Tuesday and fell.")],
])("the caret of another user is after the same words in %s", (_what, mine) => {
  const editor = openEditor(p("Zero."), mine, p("End."));
  openOthers(editor);
  const block = placeIn("on", "on", p("Zero."), p(TEXT), p("End."));
  markOthers(editor, [{ id: 2, name: "Baraka Njoroge", block }]);
  expect(shown(editor)[0]).toMatch(/bank rose $/);
  expect(html(editor)).not.toContain("Baraka");
});

test("a selection is shown as far as the block goes, and a picture has no caret", () => {
  const editor = openEditor(p(TEXT), p("End."));
  openOthers(editor);
  const block = placeIn("bank", "on", p(TEXT), p("End."));
  markOthers(editor, [{ id: 2, name: "Baraka Njoroge", block }]);
  expect(shown(editor)[1]).toBe("bank rose ");
  const pictures = openEditor(picture());
  expect(placeOf(pictures.state.doc, pictures.state.selection).caret).toBeUndefined();
});

test("an offset from a longer text is inside the block", () => {
  const editor = openEditor(p("Short."));
  openOthers(editor);
  const block = { ...placeIn("on", "on", p(TEXT)), caret: { head: 900, anchor: 2_000, near: "c1" } };
  markOthers(editor, [{ id: 2, name: "Baraka Njoroge", block }]);
  expect(shown(editor)).toEqual(["Short.", undefined]);
});
