import { commonSubsequence } from "#shared/common-subsequence.ts";

/** A stretch of a text: the same block in two versions, or what each has in its place, where one may have nothing. */
export type Piece = { same: string } | { mine: string; theirs: string };
/** What a differing piece, or field, is to say. */
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

/** Two versions of a text block by block. Between equal ones, those that begin alike are set against each other. */
export function piecesOf(mine: readonly string[], theirs: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  const pair = (left: readonly string[], right: readonly string[]) => {
    for (let at = 0; at < Math.max(left.length, right.length); at++)
      pieces.push({ mine: left[at] ?? "", theirs: right[at] ?? "" });
  };
  forStretches(mine, theirs, mine, theirs, (left, right, common) => {
    const names = (blocks: readonly string[]) => blocks.map(beginningOf);
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
 * What is proposed for a piece: what only one of the two has changed since `base`, its blocks when both began; else both,
 * so that no word goes unless that is chosen. Null: nobody knows.
 */
export function proposalFor(
  { mine, theirs }: { mine: string; theirs: string },
  base: ReadonlySet<string> | null,
): Choice {
  if (base !== null && mine !== "" && base.has(mine)) return "theirs";
  if (base !== null && theirs !== "" && base.has(theirs)) return "mine";
  return mine === "" ? "theirs" : theirs === "" ? "mine" : "both";
}

/** The blocks of the text that was chosen; of both, theirs come first, as where the server merges. */
export const chosenBlocks = ({ mine, theirs }: { mine: string; theirs: string }, choice: Choice): string[] =>
  [choice === "mine" ? "" : theirs, choice === "theirs" ? "" : mine].filter((block) => block !== "");
