import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { type Choice, chosenBlocks, type Piece, piecesOf, proposalFor } from "./use-choices.ts";

const words = (text: string) => (text === "" ? [] : text.split(" ").map((word) => `<p>${word}</p>`));
const shown = (pieces: Piece[]) =>
  pieces.map((piece) => ("same" in piece ? piece.same : `${piece.mine}|${piece.theirs}`));
const result = (pieces: Piece[], choice: Choice) =>
  pieces.flatMap((piece) => ("same" in piece ? [piece.same] : chosenBlocks(piece, choice)));

describe("two versions block by block", () => {
  test("set what differs against each other, between what is the same", () => {
    const pieces = piecesOf(words("a B c"), words("a D c e"));
    expect(shown(pieces)).toEqual(["<p>a</p>", "<p>B</p>|<p>D</p>", "<p>c</p>", "|<p>e</p>"]);
  });

  test("align blocks that begin alike, though others stand before them", () => {
    const mine = ["<p>New before it</p>", "<p>The bank in the city lends</p>"];
    const pieces = piecesOf(mine, ["<p>The bank in the city saves</p>"]);
    expect(shown(pieces)).toEqual([`${mine[0]}|`, `${mine[1]}|<p>The bank in the city saves</p>`]);
  });

  const block = fc.constantFrom("<p>a</p>", "<p>b</p>", "<p>c</p>", "<ul><li>a</li></ul>", "text");
  test(`all of one side is that side, and both have every block of either (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.array(block), fc.array(block), (mine, theirs) => {
        const pieces = piecesOf(mine, theirs);
        expect(result(pieces, "mine")).toEqual(mine);
        expect(result(pieces, "theirs")).toEqual(theirs);
        const both = result(pieces, "both");
        for (const each of [...mine, ...theirs]) expect(both).toContain(each);
      }),
      { seed: SEED },
    );
  });
});

test.each([
  ["one only they changed is theirs", { mine: "old", theirs: "new" }, "theirs"],
  ["one only I changed is mine", { mine: "new", theirs: "old" }, "mine"],
  ["one that both changed is for the editor to choose", { mine: "new", theirs: "newer" }, null],
  ["one that they deleted and I left alone is deleted", { mine: "old", theirs: "" }, "theirs"],
  ["one that I added stays", { mine: "new", theirs: "" }, "mine"],
] as const)("it is proposed: %s", (_what, piece, choice) => {
  expect(proposalFor(piece, new Set(["old"]))).toBe(choice);
});

test("where nobody knows what both began from, nothing is proposed to go", () => {
  expect(proposalFor({ mine: "old", theirs: "new" }, null)).toBeNull();
  expect(proposalFor({ mine: "", theirs: "new" }, null)).toBe("theirs");
});
