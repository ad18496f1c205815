import { applyEdits, commonSubsequence, type Edit, editsOf, isSame, overlaps } from "./sequences.ts";

/**
 * Merges two changes of the same list of blocks. Edits of neighbouring blocks do not overlap; if both insert at the
 * same place, `theirs` come first, and what both insert there is inserted once. Blocks with the same key are equal;
 * unchanged ones stay as in `theirs`. Undefined if both changed the same block differently, moved it, or inserted it
 * each with other words.
 */
export function mergeBlocks(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  keyOf: (block: string) => string = (block) => block,
): string[] | undefined {
  const baseKeys = base.map(keyOf);
  const all = { own: editsOf(baseKeys, mine, keyOf).edits, ...editsOf(baseKeys, theirs, keyOf) };
  if (areMovedApart(baseKeys, all.own, all.edits)) return undefined;
  const own = all.own.filter((edit) => !all.edits.some((other) => isSame(edit, other) || includes(other, edit)));
  const others = all.edits.filter((other) => !own.some((edit) => includes(edit, other)));
  const isConflict = (edit: Edit, other: Edit) => overlaps(edit, other) || insertNear(baseKeys, edit, other);
  if (own.some((edit) => others.some((other) => isConflict(edit, other)))) return undefined;
  const unchanged = [...base];
  for (const [at, to] of all.common) unchanged[at] = theirs[to] ?? "";
  return applyEdits(unchanged, joined(others, own));
}

/** Whether an edit makes another one as well: it inserts its blocks, or deletes at least what it deletes. */
function includes(edit: Edit, other: Edit): boolean {
  if (other.start < edit.start || edit.end < other.end) return false;
  if (other.blocks.length === 0) return edit.blocks.length === 0;
  return edit.keys.some((_key, at) => other.keys.every((key, place) => key === edit.keys[at + place]));
}

/**
 * Whether both insert a block at one place, each with other words: as after a deletion that one side takes back while the
 * other one kept the block and changed it.
 */
function insertNear(baseKeys: readonly string[], one: Edit, other: Edit): boolean {
  if (!touch(one, other)) return false;
  const inserted = (edit: Edit, against: Edit) => {
    const replaced = baseKeys.slice(edit.start, edit.end).map(textOf);
    if (edit.keys.length * Math.max(replaced.length, against.keys.length) > MAX_INSERTED_PAIRS) return [];
    const own = mostShared(edit, against) > 0 ? edit.keys.filter((key) => !against.keys.includes(key)) : edit.keys;
    const texts = own.map(textOf);
    return texts.filter((text) => !replaced.some((former) => isNear(former, text)));
  };
  const others = inserted(other, one);
  return inserted(one, other).some((text) => others.some((block) => isNear(text, block)));
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
  const shared = sharedBlocks(first.keys, second.keys);
  if (shared.length === 0 || shared.length > mostShared(first, second)) return undefined;
  const edit: Edit = { start: first.start, end: second.end, blocks: [], keys: [] };
  let [at, to] = [0, 0];
  for (const [nextAt, nextTo] of [...shared, [first.keys.length, second.keys.length] as const]) {
    for (const name of ["blocks", "keys"] as const)
      edit[name].push(...first[name].slice(at, nextAt), ...second[name].slice(to, nextTo + 1));
    [at, to] = [nextAt + 1, nextTo + 1];
  }
  return [edit];
}

/** The common blocks of two lists, the same ones whichever comes first. */
function sharedBlocks(first: readonly string[], second: readonly string[]): [number, number][] {
  if (first.join("\0") <= second.join("\0")) return commonSubsequence(first, second);
  return commonSubsequence(second, first).map(([at, to]) => [to, at]);
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

const touch = (one: Edit, other: Edit) => one.start <= other.end && other.start <= one.end;

const textOf = (html: string) => html.replaceAll(/<[^<>]*>/g, "");

/** Whether a text is another one with a change: at least half of its characters around one place are the same. */
function isNear(one: string, two: string): boolean {
  if (one === "" || two === "") return false;
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end++;
  return 2 * (start + end) >= Math.max(one.length, two.length);
}
