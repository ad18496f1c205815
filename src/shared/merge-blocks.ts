import {
  append,
  applyEdits,
  commonSubsequence,
  type Edit,
  editsOf,
  isSame,
  MAX_BLOCK_STEPS,
  overlaps,
} from "./sequences.ts";

/** Both changes merged: the same text for both, unless both changed the same. Then each has its own there. */
export type Merge<Text> = { mine: Text; theirs: Text; isConflict: boolean };

/** The merged text; undefined for a conflict. */
export const agreed = <Text>({ theirs, isConflict }: Merge<Text>): Text | undefined =>
  isConflict ? undefined : theirs;

type Blocks = readonly string[];
export type MergeRegion = (base: Blocks, mine: Blocks, theirs: Blocks) => Merge<string[]>;

const apart: MergeRegion = (_base, mine, theirs) => ({ mine: [...mine], theirs: [...theirs], isConflict: true });

/**
 * Merges two changes of the same list of blocks. Edits of neighbouring blocks do not overlap; if both insert at the
 * same place, `theirs` come first, and what both insert there is inserted once. Blocks with the same key are equal;
 * unchanged ones stay as in `theirs`. A conflict, unless `region` merges it: both changed the same block differently,
 * moved it, or inserted it each with other words or at another place.
 */
export function mergeBlocks(
  base: Blocks,
  mine: Blocks,
  theirs: Blocks,
  keyOf: (block: string) => string = (block) => block,
  region: MergeRegion = apart,
): Merge<string[]> {
  const baseKeys = base.map(keyOf);
  const all = { own: editsOf(baseKeys, mine, keyOf).edits, ...editsOf(baseKeys, theirs, keyOf) };
  if (areMovedApart(baseKeys, all.own, all.edits)) return apart(base, mine, theirs);
  const own = all.own.filter((edit) => !all.edits.some((other) => isSame(edit, other) || includes(other, edit)));
  const others = all.edits.filter((other) => !own.some((edit) => includes(edit, other)));
  const unlike = others.filter((other) => !all.own.some((edit) => isSame(edit, other)));
  const conflicts = own.flatMap((edit) =>
    unlike.flatMap((other) => {
      const isTwice = !overlaps(edit, other);
      return isTwice && !insertTwice(baseKeys, edit, other) ? [] : [{ ...rangeOf(edit, other), isTwice }];
    }),
  );
  const regions = grown(conflicts, [...all.own, ...all.edits]);
  const unchanged = [...base];
  for (const [at, to] of all.common) unchanged[at] = theirs[to] ?? "";
  const isOutside = (edit: Edit) => !regions.some((range) => touch(edit, range));
  const outside = joined(others.filter(isOutside), own.filter(isOutside));
  const merged = regions.map((range) => {
    const began = base.slice(range.start, range.end);
    const [one, other] = [all.own, all.edits].map((edits) => within(began, range, edits)) as [string[], string[]];
    return { range, ...(range.isTwice ? apart : region)(began, one, other) };
  });
  const side = (name: "mine" | "theirs") => {
    const edits = merged.map(({ range, [name]: blocks }) => ({ start: range.start, end: range.end, blocks }));
    return applyEdits(
      unchanged,
      [...outside, ...edits].sort((one, other) => one.start - other.start),
    );
  };
  return { theirs: side("theirs"), mine: side("mine"), isConflict: merged.some(({ isConflict }) => isConflict) };
}

/** Blocks of the base that both changed. `isTwice`: both inserted them, so their words have no common base. */
type Range = { start: number; end: number; isTwice: boolean };

const rangeOf = (one: Edit, other: Edit) => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
});

/** Ranges with the edits that touch them, and joined with ranges that they touch then. */
function grown(ranges: readonly Range[], edits: readonly Edit[]): Range[] {
  const sorted = [...ranges, ...edits.map(({ start, end }) => ({ start, end, isTwice: undefined }))].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  );
  const all: { start: number; end: number; isTwice: boolean | undefined }[] = [];
  for (const range of sorted) {
    const last = all.at(-1);
    if (!last || range.start > last.end) all.push({ ...range });
    else {
      last.end = Math.max(last.end, range.end);
      last.isTwice = last.isTwice === undefined ? range.isTwice : last.isTwice || range.isTwice === true;
    }
  }
  return all.flatMap(({ isTwice, ...range }) => (isTwice === undefined ? [] : { ...range, isTwice }));
}

/** The blocks of a range after the edits in it. */
const within = (blocks: Blocks, { start, end }: Range, edits: readonly Edit[]): string[] =>
  applyEdits(
    blocks,
    edits
      .filter((edit) => start <= edit.start && edit.end <= end)
      .map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  );

/** Whether an edit makes another one as well: it inserts its blocks, or deletes at least what it deletes. */
function includes(edit: Edit, other: Edit): boolean {
  if (other.start < edit.start || edit.end < other.end) return false;
  if (other.blocks.length === 0) return edit.blocks.length === 0;
  return edit.keys.some((_key, at) => other.keys.every((key, place) => key === edit.keys[at + place]));
}

/**
 * Whether both insert a block that the text must not have twice: the same one at two places, or, at one place, each with
 * other words, as after a deletion that one side takes back while the other one kept the block and changed it.
 */
function insertTwice(baseKeys: readonly string[], one: Edit, other: Edit): boolean {
  const isOnePlace = touch(one, other);
  const isLike = isOnePlace ? isAlike : isNear;
  const joint = isOnePlace ? joinable(one.keys, other.keys, mostShared(one, other)) : [];
  const inserted = (edit: Edit, joined: ReadonlySet<number>, count: number) => {
    const replaced = baseKeys.slice(edit.start, edit.end).map(textOf);
    if (edit.keys.length * Math.max(replaced.length, count) > MAX_INSERTED_PAIRS) return [];
    const own = edit.keys.filter((key, at) => !joined.has(at) && hasContent(key));
    return own.filter((key) => !replaced.some((former) => isNear(former, textOf(key))));
  };
  const others = inserted(other, new Set(joint.map(([, to]) => to)), one.keys.length);
  return inserted(one, new Set(joint.map(([at]) => at)), other.keys.length).some((key) =>
    others.some((block) => key === block || isLike(textOf(key), textOf(block))),
  );
}

/** All edits in their order: of two that touch, what both insert is in the first one alone. */
function joined(others: readonly Edit[], own: readonly Edit[]): Edit[] {
  // A stable sort: of two edits that start at one place, theirs come first, and an insertion before a replacement.
  const all = [...others, ...own].sort((one, other) => one.start - other.start || one.end - other.end);
  const edits: Edit[] = [];
  for (const edit of all) {
    const last = edits.at(-1);
    const rest = last?.end === edit.start ? withoutShared(last, edit) : undefined;
    if (rest) edits.pop();
    edits.push(...(rest ?? [edit]));
  }
  return edits;
}

const isInsertion = ({ start, end }: Edit) => start === end;
const added = ({ start, end, blocks }: Edit) => blocks.length - (end - start);

/** How many blocks two edits can insert both: those that replace different ones were changed alike, not inserted twice. */
const mostShared = (one: Edit, other: Edit): number =>
  isInsertion(one) || isInsertion(other) ? Number.POSITIVE_INFINITY : Math.min(added(one), added(other));

/** Two edits that touch, with the blocks that both insert once; undefined if they share none. */
function withoutShared(first: Edit, second: Edit): Edit[] | undefined {
  const shared = joinable(first.keys, second.keys, mostShared(first, second));
  if (shared.length === 0) return undefined;
  const edit: Edit = { start: first.start, end: second.end, blocks: [], keys: [] };
  let [at, to] = [0, 0];
  for (const [nextAt, nextTo] of [...shared, [first.keys.length, second.keys.length] as const]) {
    for (const name of ["blocks", "keys"] as const) {
      append(edit[name], first[name].slice(at, nextAt));
      append(edit[name], second[name].slice(to, nextTo + 1));
    }
    [at, to] = [nextAt + 1, nextTo + 1];
  }
  return [edit];
}

/** The common blocks of two lists, the same ones whichever comes first; none if they are more than can be joined. */
function joinable(first: readonly string[], second: readonly string[], most: number): [number, number][] {
  const isFirst = first.join("\0") <= second.join("\0");
  const [one, other] = isFirst ? [first, second] : [second, first];
  const shared = commonSubsequence(one, other, MAX_BLOCK_STEPS);
  if (shared.length > most) return [];
  return isFirst ? shared : shared.map(([at, to]) => [to, at]);
}

/** Above this many pairs, blocks inserted at one place are not compared with each other: it would take too long. */
const MAX_INSERTED_PAIRS = 10_000;

/** Above this many pairs, moved blocks are not looked for: it would take too long. */
const MAX_PAIRS = 1_000_000;

/** Whether both sides moved a block, each with other words or to another place: the text would have it twice. */
function areMovedApart(baseKeys: readonly string[], own: readonly Edit[], others: readonly Edit[]): boolean {
  const deletions = (edits: readonly Edit[]) => edits.filter(({ blocks }) => blocks.length === 0);
  const theirs = deletions(others);
  const gone = deletions(own).flatMap(({ start, end }) =>
    baseKeys
      .slice(start, end)
      .filter((_key, at) => theirs.some((edit) => edit.start <= start + at && start + at < edit.end)),
  );
  const count = [...own, ...others].reduce((sum, { keys }) => sum + keys.length, 0);
  if (gone.length * count > MAX_PAIRS) return false;
  const inserted = (edits: readonly Edit[]) =>
    edits.flatMap((edit) => edit.keys.map((key) => ({ key, text: textOf(key), edit })));
  const [ownPlaces, otherPlaces] = [inserted(own), inserted(others)];
  return gone.some((key) => {
    const block = textOf(key);
    const mine = ownPlaces.filter(({ text }) => isNear(block, text));
    const other = otherPlaces.filter(({ text }) => isNear(block, text));
    const isOne = mine.some((one) => other.some((two) => one.key === two.key && touch(one.edit, two.edit)));
    return mine.length > 0 && other.length > 0 && !isOne;
  });
}

type Span = { start: number; end: number };
const touch = (one: Span, other: Span) => one.start <= other.end && other.start <= one.end;

const textOf = (html: string) => html.replaceAll(/<[^<>]*>/g, "");

/** Whether a block has words or an address, so that having it twice is seen: no empty line and no rule. */
const hasContent = (html: string) => html.includes('="') || textOf(html).trim() !== "";

/** How many characters two texts share around one place. */
function sharedEnds(one: string, two: string): number {
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end++;
  return start + end;
}

/** Whether a text is another one with a change: at least half of the longer one is the same. */
const isNear = (one: string, two: string) =>
  one !== "" && two !== "" && 2 * sharedEnds(one, two) >= Math.max(one.length, two.length);

/** Characters that short texts share by chance, such as a first letter and a full stop. */
const MAX_CHANCE = 4;

/** Whether two texts can be one that was changed on both sides: at least a third of the shorter one is the same. */
function isAlike(one: string, two: string): boolean {
  const shared = sharedEnds(one, two);
  return shared > MAX_CHANCE && 3 * shared >= Math.min(one.length, two.length);
}
