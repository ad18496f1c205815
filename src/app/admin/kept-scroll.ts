import { useLayoutEffect, useRef } from "react";

/**
 * Returns to where a place was scrolled to when it was left: hidden places give up their height. One that is new each
 * time begins at its top.
 */
export function useKeptScroll(place: string, isNew: boolean): void {
  const kept = useRef(new Map<string, number>());
  // In the layout phase: the browser reports only later how far it had to scroll as the old place was hidden.
  useLayoutEffect(() => {
    window.scrollTo({ top: isNew ? 0 : (kept.current.get(place) ?? 0), behavior: "instant" });
    const keep = () => kept.current.set(place, window.scrollY);
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [place, isNew]);
}
