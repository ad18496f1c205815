import { applyEdits, commonSubsequence, type Edit, editsOf, isSame, overlaps } from "./sequences.ts";

/**
 * Merges two changes of the same list of blocks. Edits of neighbouring blocks do not overlap; if both insert at the
 * same place, `theirs` come first, and what both insert there is inserted once. Blocks with the same key are equal;
 * unchanged ones stay as in `theirs`. Undefined if both changed the same block differently, or moved it.
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
  if (own.some((edit) => others.some((other) => overlaps(edit, other)))) return undefined;
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

/** Two edits that touch, with the blocks that both insert once; undefined if they share none. */
function withoutShared(first: Edit, second: Edit): Edit[] | undefined {
  const shared = sharedBlocks(first.keys, second.keys);
  // Blocks that replace different ones were changed alike, not inserted twice.
  const most =
    isInsertion(first) || isInsertion(second) ? shared.length : Math.min(added(first), added(second), shared.length);
  if (shared.length === 0 || shared.length > most) return undefined;
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
  const places = (edits: readonly Edit[], block: string) =>
    edits.flatMap((edit) => edit.keys.filter((key) => isNear(block, key)).map((key) => ({ key, edit })));
  return gone.some((block) => {
    const [mine, other] = [places(own, block), places(others, block)];
    const isOne = mine.some((one) => other.some((two) => one.key === two.key && touch(one.edit, two.edit)));
    return mine.length > 0 && other.length > 0 && !isOne;
  });
}

const touch = (one: Edit, other: Edit) => one.start <= other.end && other.start <= one.end;

/** Whether a block is another one with a change: at least half of its characters around one place are the same. */
function isNear(block: string, other: string): boolean {
  const [one, two] = [block, other].map((html) => html.replaceAll(/<[^>]*>/g, ""));
  if (one === undefined || two === undefined || one === "" || two === "") return false;
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end++;
  return 2 * (start + end) >= Math.max(one.length, two.length);
}
