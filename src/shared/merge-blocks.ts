import { commonSubsequence } from "./common-subsequence.ts";

/** A change of a list of blocks: those from `start` to before `end` become others. */
type Edit = { start: number; end: number; blocks: string[] };

/** The edits that lead from one list of blocks to another, ascending; no two touch. */
function editsOf(base: readonly string[], next: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [start, from] = [0, 0];
  for (const [at, to] of [...commonSubsequence(base, next), [base.length, next.length] as const]) {
    if (at > start || to > from) edits.push({ start, end: at, blocks: next.slice(from, to) });
    [start, from] = [at + 1, to + 1];
  }
  return edits;
}

const isSame = (one: Edit, other: Edit) =>
  one.start === other.start && one.end === other.end && one.blocks.join("\0") === other.blocks.join("\0");

/** Whether two edits change the same block, or one of them a place within what the other one changes. */
function overlaps(one: Edit, other: Edit): boolean {
  const isInsertion = one.start === one.end || other.start === other.end;
  if (isInsertion) return one.start < other.end && other.start < one.end;
  return Math.max(one.start, other.start) < Math.min(one.end, other.end);
}

/**
 * Merges two changes of the same list of blocks. Edits of neighbouring blocks do not overlap; where both insert at the
 * same place, `theirs` come first. Undefined where both changed the same block, each in another way.
 */
export function mergeBlocks(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] | undefined {
  const own = editsOf(base, mine);
  const others = editsOf(base, theirs);
  const kept = own.filter((edit) => !others.some((other) => isSame(edit, other)));
  if (kept.some((edit) => others.some((other) => overlaps(edit, other)))) return undefined;
  // A stable sort: of two that begin at one place, theirs stay first, and an insertion before what replaces the block.
  const all = [...others, ...kept].sort((one, other) => one.start - other.start || one.end - other.end);
  const merged: string[] = [];
  let at = 0;
  for (const { start, end, blocks } of all) {
    merged.push(...base.slice(at, start), ...blocks);
    at = end;
  }
  return [...merged, ...base.slice(at)];
}
