import { type RefObject, useLayoutEffect } from "react";

/** Gives the room's style sheet the height of its bar, which wraps on a phone and with large text. */
export function useBarHeight(room: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = room.current?.querySelector(".form-bar");
    if (!bar) return;
    const measure = new ResizeObserver(() => {
      room.current?.style.setProperty("--bar", `${bar.getBoundingClientRect().height}px`);
    });
    measure.observe(bar);
    return () => measure.disconnect();
  }, [room]);
}
