/** How long the wait is where the browser cannot tell that it is idle, in milliseconds. */
const WAIT_MS = 2_000;

/**
 * Loads what will be needed later, once the browser has nothing else to do: without a connection it could not be. Where
 * it fails, it is loaded when it is needed, as if this had not been. Returns how to call that off.
 */
export function loadAhead(...parts: (() => Promise<unknown>)[]): () => void {
  const load = () => {
    for (const part of parts) part().catch(() => undefined);
  };
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(load, WAIT_MS);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(load);
  return () => cancelIdleCallback(idle);
}
