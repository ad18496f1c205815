import { useMemo, useState } from "react";
import { type Choice, chosenBlocks, type Piece, piecesOf, proposalFor } from "./pieces.ts";
import { differing } from "./values.ts";
import type { VersionFields } from "./version-fields.ts";

type Props<Values extends object> = {
  fields: VersionFields<Values>;
  mine: Values;
  theirs: Values;
  /** What both began from; null where nobody knows. */
  base: Values | null;
  /** Whether there is nothing to choose: theirs cannot be overwritten. */
  isFixed: boolean;
};

/** A field that differs: as a whole, or piece by piece. */
export type Difference<Values extends object> = { name: keyof Values & string; pieces: Piece[] | null };

/** What was chosen of two versions, and which of them is in it whole. */
export type Chosen<Values extends object> = { values: Values; hasAllOfMine: boolean; hasAllOfTheirs: boolean };

const keyOf = (name: string, piece?: number) => (piece === undefined ? name : `${name} ${piece}`);

function differences<Values extends object>({ fields, mine, theirs }: Props<Values>): Difference<Values>[] {
  return differing(mine, theirs).map((name) => {
    const blocks = fields[name].blocks?.of(mine, theirs);
    return { name, pieces: blocks ? piecesOf(blocks.mine, blocks.theirs) : null };
  });
}

/** What is proposed at first, by key. */
function proposals<Values extends object>(all: Difference<Values>[], { fields, mine, base }: Props<Values>) {
  const choices = new Map<string, Choice>();
  for (const { name, pieces } of all) {
    const isOnlyTheirs = base !== null && !differing(base, mine).includes(name);
    if (!pieces) choices.set(keyOf(name), isOnlyTheirs ? "theirs" : "mine");
    const known = base && new Set(fields[name].blocks?.all(base));
    for (const [at, piece] of pieces?.entries() ?? [])
      if ("mine" in piece) choices.set(keyOf(name, at), proposalFor(piece, known));
  }
  return choices;
}

/** The choice between two versions, field by field and block by block. */
export function useChoices<Values extends object>(props: Props<Values>) {
  const { mine, theirs } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions are those the comparison was opened with
  const all = useMemo(() => differences(props), [mine, theirs]);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(() => proposals(all, props));
  const choiceOf = (name: string, piece?: number): Choice => choices.get(keyOf(name, piece)) ?? "mine";

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
  const resultOf = (name: string, pieces: readonly Piece[]) =>
    pieces.flatMap((piece, at) => ("same" in piece ? [piece.same] : chosenBlocks(piece, choiceOf(name, at))));

  return {
    all,
    isFixed: props.isFixed,
    choiceOf,
    resultOf,
    choose: (choice: Choice, name: string, piece?: number) =>
      setChoices(new Map(choices).set(keyOf(name, piece), choice)),
    chosen,
  };
}

export type Choices<Values extends object> = ReturnType<typeof useChoices<Values>>;
