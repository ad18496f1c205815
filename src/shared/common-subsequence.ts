/** Above this many pairs the part that differs is not compared in detail: it would take too long. */
const MAX_PAIRS = 4_000_000;

/**
 * The longest common subsequence of two lists of keys, as pairs of positions in both, ascending. Of long lists that
 * differ in most places (`maxPairs`) only the beginning and the end that they share.
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

function commonOf(left: readonly string[], right: readonly string[], maxPairs: number): [number, number][] {
  if (left.length * right.length > maxPairs) return [];
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
