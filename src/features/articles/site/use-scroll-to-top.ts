import { useEffect, useRef } from "react";
import { useNavigationType } from "react-router";

/**
 * Scrolls to the top of the page, smoothly unless the reader asked for less motion, when `key` changes while the page
 * stays open: the next page of a list, a new search. Going back leaves the place to the browser, and a new path is
 * the site's own affair.
 */
export function useScrollToTop(key: string): void {
  const navigation = useNavigationType();
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    if (navigation === "POP") return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    window.scrollTo({ top: 0, behavior: isCalm ? "instant" : "smooth" });
  }, [key, navigation]);
}
