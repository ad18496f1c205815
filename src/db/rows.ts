/** Returns a row that the same transaction has just written. If it is missing, the program is wrong. */
export function justWritten<T>(row: T | undefined): T {
  if (row === undefined) throw new Error("A row that was just written is missing.");
  return row;
}

/** Rows per statement, so that their values stay below SQLite's limit of 32,766. */
const MAX_ROWS = 200;

/** Splits a list into chunks of at most `size`; an empty list has none. */
export function* chunksOf<T>(items: readonly T[], size = MAX_ROWS): Generator<T[], void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
