/** Rows per statement, so that their values stay below SQLite's limit of 32,766. */
export const MAX_ROWS = 200;

/** Splits a list into chunks of at most `size`; an empty list has none. */
export function* chunksOf<T>(items: readonly T[], size = MAX_ROWS): Generator<T[], void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
