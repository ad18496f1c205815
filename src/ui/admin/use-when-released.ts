import { useEffect, useRef } from "react";

/**
 * Calls a function once no mouse button is down: at once, or when it is released, before the click takes effect. For
 * what leaving a field adds to the page: it would move a pressed button from under the pointer, and the click would be
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
