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
