import { getSchema } from "@tiptap/core";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bullets, heading, item, p, quote } from "#test/support/headless-editor.ts";
import { SEED } from "#test/support/seed.ts";
import { EXTENSIONS } from "../extensions.ts";
import { changeTo } from "./editor-content.ts";

const schema = getSchema(EXTENSIONS);
const documentOf = (blocks: object[]) => schema.nodeFromJSON({ type: "doc", content: blocks });
const stateOf = (blocks: object[]) => EditorState.create({ doc: documentOf(blocks) });

test("a caret before and after what changes stays at its letter", () => {
  const state = stateOf([p("first"), p("second"), p("third")]);
  const caretAt = (place: number) => state.apply(state.tr.setSelection(TextSelection.create(state.doc, place)));
  const next = documentOf([p("first"), p("another one"), p("third")]);
  for (const [before, letter] of [
    [3, "r"],
    [17, "h"],
  ] as const) {
    const from = caretAt(before);
    const change = changeTo(from, next);
    const after = change && from.apply(change);
    const { from: place } = after?.selection ?? { from: 0 };
    expect(after?.doc.toJSON()).toEqual(next.toJSON());
    expect(after?.doc.textBetween(place, place + 1)).toBe(letter);
  }
});

test("a line that is being typed, whose last space HTML does not keep, stays as it is while others change", () => {
  const state = stateOf([p("typing "), p("second"), p("third")]);
  const from = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 8)));
  const change = changeTo(from, documentOf([p("typing"), p("second"), p("third, theirs")]));
  const after = change && from.apply(change);
  expect(after?.selection.from).toBe(8);
  expect(after?.doc.toJSON()).toEqual(documentOf([p("typing "), p("second"), p("third, theirs")]).toJSON());
});

test("a caret between two lines that change stays at its letter", () => {
  const state = stateOf([p("first"), p("second"), p("third")]);
  const from = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 10)));
  const change = changeTo(from, documentOf([p("first, more"), p("second"), p("third, more")]));
  const after = change && from.apply(change);
  const place = after?.selection.from ?? 0;
  expect(after?.doc.textBetween(place, place + 1)).toBe("c");
});

test("the same content changes nothing", () => {
  expect(changeTo(stateOf([p("same")]), documentOf([p("same")]))).toBeNull();
});

test(`any document becomes any other (seed ${SEED})`, () => {
  const text = fc.constantFrom("a", "aa", "aaa", "b");
  const block = fc.oneof(
    text.map((words) => p(words)),
    text.map((words) => heading(2)(words)),
    text.map((words) => quote(p(words))),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((items) => bullets(...items.map((words) => item(p(words))))),
  );
  const blocks = fc.array(block, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      const state = stateOf(before);
      const change = changeTo(state, documentOf(after));
      const now = change ? state.apply(change).doc : state.doc;
      expect(now.toJSON()).toEqual(documentOf(after).toJSON());
    }),
    { seed: SEED },
  );
});
