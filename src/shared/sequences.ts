import { diffArrays } from "diff";

/** The steps that a comparison may take: about the square of the number of changes, in about sixty milliseconds. */
const MAX_STEPS = 1_000_000;
/** The same for blocks of texts, which a server compares, in about ten milliseconds. */
export const MAX_BLOCK_STEPS = 250_000;

type Pairs = [left: number, right: number][];

/** The places of the keys that another list has too: the others are in nothing common, and most of what differs. */
const shared = (keys: readonly string[], others: ReadonlySet<string>): number[] =>
  keys.flatMap((key, at) => (others.has(key) ? at : []));

/**
 * The longest common subsequence of two lists of keys, as pairs of positions in both, ascending. If that takes more than
 * `maxSteps`, only what both have at the start and at the end.
 */
export function commonSubsequence(left: readonly string[], right: readonly string[], maxSteps = MAX_STEPS): Pairs {
  const [mine, theirs] = [shared(left, new Set(right)), shared(right, new Set(left))];
  const [one, other] = [mine.map((at) => left[at] ?? ""), theirs.map((at) => right[at] ?? "")];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const middle = diffArrays(one.slice(start, one.length - end), other.slice(start, other.length - end), {
    maxEditLength: Math.floor(Math.sqrt(maxSteps)),
  });
  const pairs: Pairs = [];
  let [row, column] = [0, 0];
  const take = (count: number) => {
    for (let n = 0; n < count; n++) pairs.push([mine[row++] ?? 0, theirs[column++] ?? 0]);
  };
  take(start);
  for (const { added, removed, count } of middle ?? []) {
    if (added) column += count;
    else if (removed) row += count;
    else take(count);
  }
  [row, column] = [one.length - end, other.length - end];
  take(end);
  return pairs;
}

/** A change of a list of blocks: those from `start` to before `end` are replaced by `blocks`, with these `keys`. */
export type Edit = { start: number; end: number; blocks: string[]; keys: string[] };
type KeyOf = (block: string) => string;

/** Returns the edits that turn the base into `next`, ascending; no two touch. `common`: places of equal blocks. */
export function editsOf(baseKeys: readonly string[], next: readonly string[], keyOf: KeyOf) {
  const edits: Edit[] = [];
  const keys = next.map(keyOf);
  const common = commonSubsequence(baseKeys, keys, MAX_BLOCK_STEPS);
  let [start, from] = [0, 0];
  for (const [at, to] of [...common, [baseKeys.length, next.length] as const]) {
    if (at > start || to > from)
      edits.push({ start, end: at, blocks: next.slice(from, to), keys: keys.slice(from, to) });
    [start, from] = [at + 1, to + 1];
  }
  return { edits, common };
}

/** Neighbouring blocks replaced by as many others, as an edit for each. */
const splitEdit = (edit: Edit): Edit[] =>
  edit.end - edit.start !== edit.blocks.length
    ? [edit]
    : edit.blocks.map((block, at) => ({
        start: edit.start + at,
        end: edit.start + at + 1,
        blocks: [block],
        keys: edit.keys.slice(at, at + 1),
      }));

/** Adds items to a list. A call takes only some hundred thousand arguments, so `push(...items)` fails for long texts. */
export function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

/** Applies edits to a list of blocks. They ascend and do not overlap. */
export function applyEdits(
  blocks: readonly string[],
  edits: readonly Pick<Edit, "start" | "end" | "blocks">[],
): string[] {
  const changed: string[] = [];
  let at = 0;
  for (const edit of edits) {
    append(changed, blocks.slice(at, edit.start));
    append(changed, edit.blocks);
    at = edit.end;
  }
  return [...changed, ...blocks.slice(at)];
}

/** The place of an edit in another version of its base, by its first block. */
type Place = number | "made" | "conflict";

/**
 * The smallest edits that turn the base into `next`, each with its place in another version. `made`: that version has
 * the same edit. `conflict`: it has another edit of the same blocks.
 */
export function placedEdits(
  base: readonly string[],
  next: readonly string[],
  version: readonly string[],
  keyOf: KeyOf,
): { edit: Edit; place: Place }[] {
  const baseKeys = base.map(keyOf);
  const { edits: others, common } = editsOf(baseKeys, version, keyOf);
  const otherParts = others.flatMap(splitEdit);
  const placeOf = new Map([...common, [base.length, version.length]]);
  const [partsAt, othersAt] = [neighbours(otherParts), neighbours(others)];
  const place = (edit: Edit): Place => {
    if (partsAt(edit).some((other) => isSame(edit, other) || deletesAsWell(edit, other))) return "made";
    if (othersAt(edit).some((other) => overlaps(edit, other))) return "conflict";
    return placeOf.get(edit.start) ?? (placeOf.get(edit.start - 1) ?? -1) + 1;
  };
  return editsOf(baseKeys, next, keyOf)
    .edits.flatMap(splitEdit)
    .map((edit) => ({ edit, place: place(edit) }));
}

/** Finds those of ascending edits that touch one of another list, asked for in its order: in one pass, as texts may be long. */
function neighbours(edits: readonly Edit[]): (edit: Edit) => Edit[] {
  let from = 0;
  return ({ start, end }) => {
    while ((edits[from]?.end ?? start) < start) from++;
    let to = from;
    while ((edits[to]?.start ?? end + 1) <= end) to++;
    return edits.slice(from, to);
  };
}

export const isSame = (one: Edit, other: Edit) =>
  one.start === other.start && one.end === other.end && one.keys.join("\0") === other.keys.join("\0");

/** Whether an edit deletes blocks that the other one deletes too. */
const deletesAsWell = (one: Edit, other: Edit) =>
  one.blocks.length === 0 && other.blocks.length === 0 && other.start <= one.start && one.end <= other.end;

/** Whether two edits change the same block, or one of them a place within the other's range. */
export function overlaps(one: Edit, other: Edit): boolean {
  const isInsertion = one.start === one.end || other.start === other.end;
  if (isInsertion) return one.start < other.end && other.start < one.end;
  return Math.max(one.start, other.start) < Math.min(one.end, other.end);
}
