import { useMemo, useState } from "react";
import { commonSubsequence } from "#shared/sequences.ts";
import { differing } from "#ui/admin/session/session.ts";
import type { VersionFields } from "./version-fields.ts";

/** A block that both versions share, or the blocks that each has in its place (one side may be empty). */
export type Piece = { same: string } | { mine: string; theirs: string };
/** The chosen side of a piece, or field, that differs. */
export type Choice = "mine" | "theirs" | "both";

/** Length of the common start by which two blocks count as the same in another wording. Characters. */
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

/** Calls `then` with the blocks before each pair of equal blocks, and the pair; finally with the rest and no pair. */
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

/** The blocks of the chosen text; if both are chosen, their words come first, as in the server's merge. */
export function chosenBlocks(
  { mine, theirs }: { mine: string; theirs: string },
  choice: Choice,
  both: (theirs: string, mine: string) => string[] = (...sides) => sides,
): string[] {
  if (choice === "both" && mine !== "" && theirs !== "") return both(theirs, mine);
  return [choice === "mine" ? "" : theirs, choice === "theirs" ? "" : mine].filter((block) => block !== "");
}

type Props<Values extends object> = {
  fields: VersionFields<Values>;
  mine: Values;
  theirs: Values;
  /** The common base version; null if unknown. */
  base: Values | null;
  /** Whether there is nothing to choose: theirs cannot be overwritten. */
  isFixed: boolean;
};

/** A field that differs: as a whole, or piece by piece. */
export type Difference<Values extends object> = { name: keyof Values & string; pieces: Piece[] | null };

/** The result of the choices, and which version it equals, if any. */
export type Chosen<Values extends object> = { values: Values; hasAllOfMine: boolean; hasAllOfTheirs: boolean };

const keyOf = (name: string, piece?: number) => (piece === undefined ? name : `${name} ${piece}`);

function differences<Values extends object>({ fields, mine, theirs }: Props<Values>): Difference<Values>[] {
  const all = differing(mine, theirs).map((name) => {
    const { blocks } = fields[name];
    const sides = blocks?.of(mine, theirs);
    return { name, pieces: blocks && sides ? piecesOf(sides.mine, sides.theirs, blocks.keyOf) : null };
  });
  return all.filter(({ pieces }) => !pieces?.every((piece) => "same" in piece));
}

/** The proposals by key; nothing for a piece that the editor has to choose. */
function proposals<Values extends object>(all: Difference<Values>[], { fields, mine, base }: Props<Values>) {
  const choices = new Map<string, Choice>();
  for (const { name, pieces } of all) {
    const isOnlyTheirs = base !== null && !differing(base, mine).includes(name);
    if (!pieces) choices.set(keyOf(name), isOnlyTheirs ? "theirs" : "mine");
    const { blocks } = fields[name];
    if (!blocks) continue;
    const known = base && new Set(blocks.all(base).map(blocks.keyOf));
    for (const [at, piece] of pieces?.entries() ?? []) {
      if ("same" in piece) continue;
      const proposed = proposalFor({ mine: blocks.keyOf(piece.mine), theirs: blocks.keyOf(piece.theirs) }, known);
      if (proposed) choices.set(keyOf(name, at), proposed);
    }
  }
  return choices;
}

/** The choice between two versions, field by field and block by block. */
export function useChoices<Values extends object>(props: Props<Values>) {
  const { mine, theirs } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions are those the comparison was opened with
  const all = useMemo(() => differences(props), [mine, theirs]);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(() => proposals(all, props));
  const choiceOf = (name: string, piece?: number): Choice | null => choices.get(keyOf(name, piece)) ?? null;
  const isChosen = (name: string, pieces: readonly Piece[]) =>
    pieces.every((piece, at) => "same" in piece || choiceOf(name, at) !== null);

  function chosen(): Chosen<Values> {
    let values = { ...mine };
    for (const { name, pieces } of all) {
      if (pieces) values = { ...values, [name]: joined(name, resultOf(name, pieces)) };
      else if (choiceOf(name) === "theirs") values = { ...values, [name]: theirs[name] };
    }
    const made = [...choices.values()];
    return { values, hasAllOfMine: !made.includes("theirs"), hasAllOfTheirs: !made.includes("mine") };
  }
  const joined = (name: keyof Values & string, blocks: readonly string[]) =>
    props.fields[name].blocks?.join(blocks) ?? blocks.join("");
  /** The blocks of a text as chosen. */
  const resultOf = (name: keyof Values & string, pieces: readonly Piece[]) =>
    pieces.flatMap((piece, at) =>
      "same" in piece
        ? [piece.same]
        : chosenBlocks(piece, choiceOf(name, at) ?? "both", props.fields[name].blocks?.both),
    );

  return {
    all,
    isFixed: props.isFixed,
    choiceOf,
    resultOf,
    /** Whether every piece of a text is chosen, and whether everything is. */
    isChosen,
    isComplete: all.every(({ name, pieces }) => !pieces || isChosen(name, pieces)),
    choose: (choice: Choice, name: string, piece?: number) =>
      setChoices(new Map(choices).set(keyOf(name, piece), choice)),
    chosen,
  };
}

export type Choices<Values extends object> = ReturnType<typeof useChoices<Values>>;
