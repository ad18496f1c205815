import type { Editor } from "@tiptap/core";
import { DecorationSet } from "@tiptap/pm/view";
import { expect, test } from "vitest";
import { bullets, find, html, item, openEditor, p, picture } from "#test/support/headless-editor.ts";
import { markOthers, openOthers, placeAt } from "./others.ts";

const [FIRST, SECOND, THIRD] = [p("The bank rose."), p("The bank fell."), p("The bank rose again.")];

/** Where somebody is whose cursor is at some words of their own version. */
const placeIn = (words: string, ...content: Parameters<typeof openEditor>) => {
  const editor = openEditor(...content);
  return placeAt(editor.state.doc, find(editor, words) + 1);
};

const baraka = (block: ReturnType<typeof placeAt>) => ({ id: 2, name: "Baraka Njoroge", block });

/** Each marked block: its words, and whose name it has. */
function marked(editor: Editor): [words: string, name: string | undefined][] {
  const sets = editor.state.plugins.flatMap((plugin) => plugin.props.decorations?.call(plugin, editor.state) ?? []);
  const marks = sets.flatMap((set) => (set instanceof DecorationSet ? set.find(undefined, undefined, isOthers) : []));
  return marks.map((mark) => {
    const { attrs } = (mark as unknown as { type: { attrs: Record<string, string> } }).type;
    return [editor.state.doc.textBetween(mark.from, mark.to, " "), attrs["data-others"]];
  });
}
const isOthers = (spec: object) => "ids" in spec;

function open(...content: Parameters<typeof openEditor>) {
  const editor = openEditor(...content);
  openOthers(editor);
  return editor;
}

test.each([
  ["the same text", placeIn("fell", FIRST, SECOND, THIRD)],
  ["a text that is still without a block before it", placeIn("fell", p("New."), FIRST, SECOND, THIRD)],
  ["a text in which that block is just being written", placeIn("fell", FIRST, p("The bank fell and fe"), THIRD)],
  ["a text in which its neighbours were changed", placeIn("fell", p("It rose."), SECOND, p("And again."))],
])("the block of somebody is found in %s", (_what, place) => {
  const editor = open(FIRST, SECOND, THIRD);
  markOthers(editor, [baraka(place)]);
  expect(marked(editor)).toEqual([["The bank fell.", "Baraka Njoroge"]]);
  expect(html(editor)).not.toContain("Baraka");
  expect(editor.can().undo()).toBe(false);
});

test("of several empty lines the nearest is taken; a list and a picture have blocks of their own", () => {
  const texts = [p(), FIRST, p(), bullets(item(p("One")), item(p("Two"))), picture(), p()];
  const editor = open(...texts);
  const last = editor.state.doc.content.size - 1;
  expect(placeAt(editor.state.doc, last)).toMatchObject({ at: 6 });
  markOthers(editor, [baraka(placeAt(editor.state.doc, find(editor, "Two") + 1))]);
  expect(marked(editor)).toEqual([["Two", "Baraka Njoroge"]]);
  const far = { at: 900, near: ["", placeAt(editor.state.doc, last).near[1] ?? "", ""] };
  markOthers(editor, [baraka(far)]);
  expect(editor.state.doc.resolve(last).parent).toBe(editor.state.doc.lastChild);
  expect(marked(editor)).toEqual([["", "Baraka Njoroge"]]);
});

test("the mark moves along with the text, stays where nothing is alike any more, and goes with the person", () => {
  const editor = open(FIRST, SECOND);
  const place = placeAt(editor.state.doc, find(editor, "fell"));
  markOthers(editor, [baraka(place), { id: 3, name: "Zuri", block: place }]);
  editor.view.dispatch(editor.state.tr.insertText("So: ", 1).insertText("Then ", find(editor, "The bank fell") + 4));
  markOthers(editor, [baraka(place), { id: 3, name: "Zuri", block: place }]);
  expect(marked(editor)).toEqual([["Then The bank fell.", "Baraka Njoroge, Zuri"]]);
  markOthers(editor, []);
  expect(marked(editor)).toEqual([]);
});

test("marks nothing anew where nobody has moved", () => {
  const editor = open(FIRST, SECOND);
  const others = [baraka(placeAt(editor.state.doc, 1))];
  markOthers(editor, others);
  const { state } = editor;
  markOthers(editor, others);
  expect(editor.state).toBe(state);
});
