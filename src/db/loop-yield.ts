/** Statements may hold the event loop for so long, in milliseconds. */
const MAX_BLOCKING = 10;

/**
 * Keeps a series of synchronous statements from holding up requests: the answer is called before each of them, and
 * waits for the event loop to go round where they have held it long enough. SQLite runs in the thread that answers
 * requests, and awaiting its results lets only other promises in.
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
