import { useLayoutEffect, useRef } from "react";
import type { Place } from "#shared/router.tsx";

/** The scroll position at which each history entry was left, in pixels, by its key. */
const left = new Map<string, number>();
/** Events by which a reader moves the page. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Where a page starts: a new address at its top; from article to article scrolling smoothly, unless reduced motion is
 * requested. Going back or forward restores the position at which that entry was left.
 */
export function useScroll(place: Place): void {
  const previous = useRef(place);
  useLayoutEffect(() => {
    const { key, pathname, search, action } = place;
    const from = previous.current;
    previous.current = place;
    const top = left.get(key) ?? 0;
    const note = () => left.set(key, window.scrollY);
    addEventListener("scroll", note, { passive: true });
    // Where frames are late, a click that leaves the page comes before the event of the scrolling before it.
    addEventListener("click", note, { capture: true });
    let stop = () => {};
    if (action === "traverse") stop = scrollWhenLongEnough(top);
    else if (from.pathname !== pathname || from.search !== search) {
      const isBetweenArticles = from.pathname.startsWith("/article/") && pathname.startsWith("/article/");
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      window.scrollTo({ top: 0, behavior: isBetweenArticles && !isCalm ? "smooth" : "instant" });
    }
    return () => {
      stop();
      removeEventListener("scroll", note);
      removeEventListener("click", note, { capture: true });
    };
  }, [place]);
}

/**
 * Scrolls down to `top` as soon as the page is long enough: a list whose cached calls have expired arrives later than
 * its page. Stops if the reader scrolls. Returns a function that stops waiting.
 */
function scrollWhenLongEnough(top: number): () => void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo({ top, behavior: "instant" });
    stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const move of MOVES) removeEventListener(move, stop);
  };
  observer.observe(document.body);
  for (const move of MOVES) addEventListener(move, stop, { passive: true });
  return stop;
}
