import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { code, openEditor, p, quote, text } from "#test/support/headless-editor.ts";
import { SEED } from "#test/support/seed.ts";
import type { Passage } from "../rich-text.ts";
import { type Placed, placePassages, quoteOf } from "./passages.tsx";

const passage = (id: number, words: string): Passage => ({ id, quote: words, look: "open" });
const open = () =>
  openEditor(p("The bank ", text("rose", "bold"), " again."), quote(p("The bank fell.")), code("the bank"), p("Rose"));
type Editor = ReturnType<typeof open>;
const placed = (editor: Editor, quotes: string[], before: Placed[] = []) =>
  placePassages(
    editor.state.doc,
    quotes.map((words, at) => passage(at + 1, words)),
    before,
  );
const words = (editor: Editor, { from, to }: { from: number; to: number }) =>
  editor.state.doc.textBetween(from, to, "\n");
/** The positions of the `at`th occurrence of words in one text node. */
function select(editor: Editor, wanted: string, at = 0) {
  const found: { from: number; to: number }[] = [];
  editor.state.doc.descendants((node, pos) => {
    const start = node.isText ? (node.text ?? "").indexOf(wanted) : -1;
    if (start !== -1) found.push({ from: pos + start, to: pos + start + wanted.length });
  });
  const range = found[at];
  if (!range) throw new Error(`No ${wanted}.`);
  return range;
}

describe("a passage is found by its words", () => {
  test("across marks and lines, in the order of the text", () => {
    const editor = open();
    const found = placed(editor, ["Rose", "bank rose again", "again.\nThe bank"]);
    expect(found.map(({ id }) => id)).toEqual([2, 3, 1]);
    expect(found.map((one) => words(editor, one))).toEqual(["bank rose again", "again.\nThe bank", "Rose"]);
  });

  test("what is gone is not found, nor what is about no words", () => {
    expect(placed(open(), ["bonds", ""])).toEqual([]);
  });

  test("one that was edited since is found by the half that stayed, or between its halves", () => {
    const editor = openEditor(p("Prices of houses rose by nine percent in the last year alone."));
    const halves = [
      "Prices of houses fell by nine percent in the last year",
      "Prices of houses rose by nine points in May",
    ];
    expect(placed(editor, halves).map((one) => words(editor, one))).toEqual([
      "Prices of houses rose",
      "percent in the last year",
    ]);
    const whole = openEditor(p("Prices of houses rose by some nine percent in May."));
    const [found] = placed(whole, ["Prices of houses rose by nine percent in May"]);
    expect(found && words(whole, found)).toBe("Prices of houses rose by some nine percent in May");
  });

  test("one that was seen stays where it moved to, though its words are elsewhere too, or are others now", () => {
    const editor = openEditor(p("same same sane"));
    const second = { id: 1, from: 6, to: 10 };
    expect(placed(editor, ["same"], [second])).toEqual([second]);
    expect(placed(editor, ["sage"], [{ id: 1, from: 11, to: 15 }])).toEqual([{ id: 1, from: 11, to: 15 }]);
  });
});

describe("the words of a selection", () => {
  test("are those selected, without the space around them", () => {
    const editor = open();
    const { from, to } = select(editor, "rose");
    expect(quoteOf(editor.state.doc, { from: from - 1, to: to + 1 })).toBe("rose");
    expect(quoteOf(editor.state.doc, { from, to: from })).toBe("");
  });

  test("bring their neighbours where they occur before, so that they are found again where they are", () => {
    const editor = open();
    const range = select(editor, "bank", 1);
    const quoted = quoteOf(editor.state.doc, range);
    expect(quoted).toBe("The bank fell.");
    const [found] = placed(editor, [quoted]);
    expect(found && found.from <= range.from && found.to >= range.to).toBe(true);
  });

  test(`any selection is quoted within bounds, and found again (seed ${SEED})`, () => {
    const line = fc
      .array(fc.constantFrom("a", "b ", "ab", " ", "\u{1F600}", "c. "), { maxLength: 30 })
      .map((s) => s.join(""));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (lines, one, other) => {
        const editor = openEditor(...lines.map((each) => (each === "" ? p() : p(each))));
        const size = editor.state.doc.content.size;
        const [from, to] = [one % (size + 1), other % (size + 1)].sort((left, right) => left - right) as [
          number,
          number,
        ];
        const quoted = quoteOf(editor.state.doc, { from, to });
        expect(quoted.length).toBeLessThanOrEqual(1_000);
        if (quoted !== "") expect(placed(editor, [quoted])).toHaveLength(1);
      }),
      { seed: SEED, numRuns: 30 },
    );
  });
});
