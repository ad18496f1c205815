import { type RefObject, useLayoutEffect } from "react";

/** Scrolls a row sideways until its selected part is visible, whenever the selection changes. */
export function useInView(row: RefObject<HTMLElement | null>, chosen: string, selector: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the choice changes
  useLayoutEffect(() => {
    const frame = row.current?.getBoundingClientRect();
    const part = row.current?.querySelector(selector)?.getBoundingClientRect();
    if (!row.current || !frame || !part) return;
    if (part.left < frame.left) row.current.scrollLeft += part.left - frame.left;
    if (part.right > frame.right) row.current.scrollLeft += part.right - frame.right;
  }, [row, chosen, selector]);
}
