/** How long statements may block the event loop, in milliseconds. */
const MAX_BLOCKING = 10;

/**
 * Keeps a series of synchronous statements from delaying requests: call the returned function before each of them; it
 * yields to the event loop once they have blocked it for too long. SQLite runs in the thread that serves requests, and
 * awaiting its results runs only other promises.
 */
export function createLoopYield(): () => Promise<void> {
  let began: number | undefined;
  return async () => {
    if (began !== undefined && performance.now() - began > MAX_BLOCKING)
      await new Promise<void>((resolve) => setImmediate(resolve));
    if (began !== undefined) return;
    began = performance.now();
    setImmediate(() => {
      began = undefined;
    });
  };
}

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
