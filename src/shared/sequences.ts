/** Above this many pairs, the differing part is divided at keys that both lists have once: it would take too long. */
const MAX_PAIRS = 4_000_000;
/** The same for blocks of texts, which a server compares, in about ten milliseconds. */
export const MAX_BLOCK_PAIRS = 250_000;

/**
 * The longest common subsequence of two lists of keys, as pairs of positions in both, ascending. Of lists whose differing
 * parts are long (`maxPairs`), a common subsequence through keys that both have once.
 */
export function commonSubsequence(
  left: readonly string[],
  right: readonly string[],
  maxPairs = MAX_PAIRS,
): [left: number, right: number][] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end++;
  const pairs: [number, number][] = [];
  for (let at = 0; at < start; at++) pairs.push([at, at]);
  const middle = commonOf(left.slice(start, left.length - end), right.slice(start, right.length - end), maxPairs);
  for (const [mine, theirs] of middle) pairs.push([mine + start, theirs + start]);
  for (let at = end; at > 0; at--) pairs.push([left.length - at, right.length - at]);
  return pairs;
}

/** How often a long part is divided at keys that both lists have once: a crafted one is given up. */
const MAX_DIVISIONS = 4;

type Pairs = [left: number, right: number][];

function commonOf(left: readonly string[], right: readonly string[], maxPairs: number, divisions = 0): Pairs {
  if (left.length * right.length <= maxPairs) return longestCommon(left, right);
  if (divisions >= MAX_DIVISIONS) return [];
  const [inLeft, inRight] = [countsOf(left), countsOf(right)];
  // What only one list has is in nothing common.
  const [some, others] = [placesOf(left, inRight), placesOf(right, inLeft)];
  const [mine, theirs] = [some.map((at) => left[at] ?? ""), others.map((at) => right[at] ?? "")];
  const placed = ([one, other]: Pairs[number]): Pairs[number] => [some[one] ?? 0, others[other] ?? 0];
  if (mine.length * theirs.length <= maxPairs) return longestCommon(mine, theirs).map(placed);
  const isUnique = (key: string) => inLeft.get(key) === 1 && inRight.get(key) === 1;
  const anchors = risingPairs(mine, theirs, isUnique);
  if (anchors.length === 0) return [];
  const pairs: Pairs = [];
  let [start, from] = [0, 0];
  for (const [end, to] of [...anchors, [mine.length, theirs.length] as const]) {
    const between = commonOf(mine.slice(start, end), theirs.slice(from, to), maxPairs, divisions + 1);
    for (const [one, other] of between) pairs.push([one + start, other + from]);
    if (end < mine.length) pairs.push([end, to]);
    [start, from] = [end + 1, to + 1];
  }
  return pairs.map(placed);
}

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const placesOf = (keys: readonly string[], known: ReadonlyMap<string, number>): number[] =>
  keys.flatMap((key, at) => (known.has(key) ? at : []));

/** The longest list of pairs of unique keys in the same order in both lists, in n log n steps. */
function risingPairs(left: readonly string[], right: readonly string[], isUnique: (key: string) => boolean): Pairs {
  const placeIn = new Map(right.map((key, at) => [key, at]));
  type Step = { pair: Pairs[number]; before: Step | undefined };
  /** The last step of the best list of each length: the one that ends first in the right list. */
  const best: Step[] = [];
  for (const [at, key] of left.entries()) {
    const place = placeIn.get(key);
    if (place === undefined || !isUnique(key)) continue;
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((best[middle]?.pair[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    best[low] = { pair: [at, place], before: best[low - 1] };
  }
  const pairs: Pairs = [];
  for (let step = best.at(-1); step; step = step.before) pairs.push(step.pair);
  return pairs.reverse();
}

/** The longest common subsequence, in as many steps as there are pairs. */
function longestCommon(left: readonly string[], right: readonly string[]): Pairs {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: Pairs = [];
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** A change of a list of blocks: those from `start` to before `end` are replaced by `blocks`, with these `keys`. */
export type Edit = { start: number; end: number; blocks: string[]; keys: string[] };
type KeyOf = (block: string) => string;

/** Returns the edits that turn the base into `next`, ascending; no two touch. `common`: places of equal blocks. */
export function editsOf(baseKeys: readonly string[], next: readonly string[], keyOf: KeyOf) {
  const edits: Edit[] = [];
  const keys = next.map(keyOf);
  const common = commonSubsequence(baseKeys, keys, MAX_BLOCK_PAIRS);
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

/** Applies edits to a list of blocks. They ascend and do not overlap. */
export function applyEdits(
  blocks: readonly string[],
  edits: readonly Pick<Edit, "start" | "end" | "blocks">[],
): string[] {
  const changed: string[] = [];
  let at = 0;
  for (const edit of edits) {
    changed.push(...blocks.slice(at, edit.start), ...edit.blocks);
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
