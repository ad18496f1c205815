import { expect, test } from "vitest";
import { bullets, item, openEditor, p } from "#test/support/headless-editor.ts";
import { endOfBlock } from "./cards-in-text.tsx";

const editor = openEditor(p("The bank rose."), bullets(item(p("One")), item(p("Two"))), p("Rain in Nairobi."));
const ends: number[] = [];
editor.state.doc.forEach((node, offset) => {
  ends.push(offset + node.nodeSize);
});

test.each([
  ["the block with its words", "The bank rose today.", "", 0],
  ["a list by the words of its items", "One Two", "", 1],
  ["the block before one that was deleted", "", "Rain in Nairobi.", 2],
  ["the text, where the block is gone", "Nothing of it is left", "", 2],
])("a card is shown below %s", (_what, words, before, at) => {
  expect(endOfBlock(editor.state, { words, before })).toBe(ends[at]);
});

test("a card of a block that was first and was deleted is above the text", () => {
  expect(endOfBlock(editor.state, { words: "", before: "" })).toBe(0);
});
