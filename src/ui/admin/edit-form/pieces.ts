import { commonSubsequence } from "#shared/sequences.ts";

/** A stretch of a text: the same block in two versions, or what each has in its place, where one may have nothing. */
export type Piece = { same: string } | { mine: string; theirs: string };
/** The chosen side of a piece, or field, that differs. */
export type Choice = "mine" | "theirs" | "both";

/** How much of a block's beginning tells that it is the same one in another wording. Characters. */
const BEGINNING = 16;

function beginningOf(block: string): string {
  let text = "";
  let isTag = false;
  for (const sign of block) {
    if (text.length >= BEGINNING) break;
    if (sign === "<") isTag = true;
    if (!isTag) text += sign;
    if (sign === ">") isTag = false;
  }
  return text || block;
}

/**
 * Two versions of a text block by block. Blocks with the same key are equal; between them, those that begin alike are
 * set against each other.
 */
export function piecesOf(
  mine: readonly string[],
  theirs: readonly string[],
  keyOf: (block: string) => string = (block) => block,
): Piece[] {
  const pieces: Piece[] = [];
  const pair = (left: readonly string[], right: readonly string[]) => {
    for (let at = 0; at < Math.max(left.length, right.length); at++)
      pieces.push({ mine: left[at] ?? "", theirs: right[at] ?? "" });
  };
  forStretches(mine, theirs, mine.map(keyOf), theirs.map(keyOf), (left, right, common) => {
    const names = (blocks: readonly string[]) => blocks.map((block) => beginningOf(keyOf(block)));
    forStretches(left, right, names(left), names(right), (before, after, alike) => {
      pair(before, after);
      if (alike) pieces.push({ mine: alike[0], theirs: alike[1] });
    });
    if (common) pieces.push({ same: common[0] });
  });
  return pieces;
}

/** Calls `then` with what lies before each pair of blocks with the same key, and with that pair; at last without one. */
function forStretches(
  left: readonly string[],
  right: readonly string[],
  leftKeys: readonly string[],
  rightKeys: readonly string[],
  then: (left: readonly string[], right: readonly string[], pair: readonly [string, string] | null) => void,
): void {
  let [row, column] = [0, 0];
  for (const [at, other] of commonSubsequence(leftKeys, rightKeys)) {
    then(left.slice(row, at), right.slice(column, other), [left[at] ?? "", right[other] ?? ""]);
    [row, column] = [at + 1, other + 1];
  }
  then(left.slice(row), right.slice(column), null);
}

/**
 * The proposal for a piece, by its keys: the side that changed it since `base`, the keys of the common version; null if
 * that is unknown. Where both changed it, the editor chooses: null.
 */
export function proposalFor(
  { mine, theirs }: { mine: string; theirs: string },
  base: ReadonlySet<string> | null,
): Choice | null {
  if (base !== null && mine !== "" && base.has(mine)) return "theirs";
  if (base !== null && theirs !== "" && base.has(theirs)) return "mine";
  return mine === "" ? "theirs" : theirs === "" ? "mine" : null;
}

/** The blocks of the text that was chosen; of both, theirs come first, as where the server merges. */
export const chosenBlocks = ({ mine, theirs }: { mine: string; theirs: string }, choice: Choice): string[] =>
  [choice === "mine" ? "" : theirs, choice === "theirs" ? "" : mine].filter((block) => block !== "");
