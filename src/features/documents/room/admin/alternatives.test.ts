import { expect, test } from "vitest";
import { mergeInRoom, withBlock, withLine, withWords } from "./alternatives.ts";

const text = (...blocks: string[]) => blocks.map((block) => `<p>${block}</p>`).join("");
const both = (theirs: string, mine: string) => [theirs, mine];

test("words that both changed stand as theirs, with everything else of both, and mine set apart by block", () => {
  const known = text("One two three.", "Four.", "Five.");
  const mine = text("One MINE three.", "Four, mine.", "Five.");
  const theirs = text("One THEIRS three.", "Four.", "Five, theirs.");
  expect(mergeInRoom("content", { known, mine, theirs })).toEqual({
    value: text("One THEIRS three.", "Four, mine.", "Five, theirs."),
    alternatives: [{ mine: "<p>One MINE three.</p>", theirs: "<p>One THEIRS three.</p>", before: "" }],
  });
});

test("a block that one deleted and the other changed is to be chosen, with the place of the block", () => {
  const known = text("One.", "Two.", "Three.");
  const sides = { known, mine: text("One.", "Three."), theirs: text("One.", "Two, theirs.", "Three.") };
  const deleted = mergeInRoom("content", sides);
  expect(deleted).toMatchObject({ value: sides.theirs, alternatives: [{ mine: "", before: "<p>One.</p>" }] });
  const kept = mergeInRoom("content", { known, mine: sides.theirs, theirs: sides.mine });
  expect(kept).toMatchObject({ value: sides.mine, alternatives: [{ theirs: "", mine: "<p>Two, theirs.</p>" }] });
});

test.each([
  ["excerpt", "Old", "Mine", "Theirs"],
  ["category", "Tech", "Markets", "Mining"],
])("a %s that both changed is theirs, with mine set apart", (name, known, mine, theirs) => {
  expect(mergeInRoom(name, { known, mine, theirs })).toEqual({ value: theirs, alternatives: [{ mine, theirs }] });
});

const words = {
  field: "content",
  by: "Grace",
  mine: "<p>One MINE three.</p>",
  theirs: "<p>One THEIRS three.</p>",
  before: "",
};

test.each([
  ["mine", "One MINE three."],
  ["theirs", "One THEIRS three."],
] as const)("choosing %s replaces only these words", (stands, chosen) => {
  expect(withWords(text("One THEIRS three.", "Four."), words, stands, both)).toBe(text(chosen, "Four."));
});

test("a choice keeps what was typed in the block since, and in others", () => {
  const now = text("New.", "One THEIRS three, and more.", "Four.");
  expect(withWords(now, words, "mine", both)).toBe(text("New.", "One MINE three, and more.", "Four."));
});

test("both stand one after the other, and a deleted block comes back at its place", () => {
  expect(withWords(text("One THEIRS three.", "Four."), words, "both", both)).toBe(
    text("One THEIRS three.", "One MINE three.", "Four."),
  );
  const gone = { ...words, theirs: "", before: "<p>Zero.</p>" };
  expect(withWords(text("Zero.", "Four."), gone, "mine", both)).toBe(text("Zero.", "One MINE three.", "Four."));
});

test("a paragraph of another version replaces the present one, or comes back after the one before it", () => {
  const now = text("Zero.", "The bank rose today.", "Four.");
  expect(withBlock(now, "<p>The bank fell today.</p>", "")).toBe(text("Zero.", "The bank fell today.", "Four."));
  expect(withBlock(text("Zero.", "Four."), "<p>Gone.</p>", "<p>Zero.</p>")).toBe(text("Zero.", "Gone.", "Four."));
});

test("a line gets my words in the place of theirs, with what was typed since", () => {
  const line = { field: "title", by: "Grace", mine: "Rates rise again", theirs: "Rates fall again" };
  expect(withLine("title", "Rates fall again", line)).toBe("Rates rise again");
  expect(withLine("title", "Kenya: Rates fall again", line)).toBe("Kenya: Rates rise again");
});
