import { useEffect, useRef, useState } from "react";

/** Delays after the last keystroke before suggestions are requested, and before a list is searched. In milliseconds. */
export const SUGGEST_AFTER_MS = 150;
export const SEARCH_AFTER_MS = 250;

/** The value once it has been unchanged for `wait` milliseconds: half-typed addresses are not fetched. */
export function useSettled<Value>(value: Value, wait = 400): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}

/**
 * Calls a function when no mouse button is down: immediately, or on release, before the click takes effect. For
 * content that leaving a field adds: it would move a pressed button from under the pointer, and the click would be
 * lost. A tap counts too: browsers send its mouse events after it.
 */
export function useWhenReleased(): (then: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const unmounted = new AbortController();
    const options = { capture: true, signal: unmounted.signal };
    const press = () => {
      isDown.current = true;
    };
    const release = () => {
      isDown.current = false;
      waiting.current?.();
      waiting.current = undefined;
    };
    window.addEventListener("mousedown", press, options);
    // There is no mouseup after a drag, nor, on macOS and Linux, after a press that opens the context menu.
    for (const end of ["mouseup", "dragend", "contextmenu"]) window.addEventListener(end, release, options);
    return () => unmounted.abort();
  }, []);
  return (then) => {
    if (isDown.current) waiting.current = then;
    else then();
  };
}

/** Delay in milliseconds for browsers without `requestIdleCallback`. */
const WAIT_MS = 2_000;

/** Loads chunks when the browser is idle; failed ones are loaded on demand. Returns a function that cancels it. */
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
