import { adViewUrl } from "../rules.ts";

const SEEN_SHARE = 0.5;

/** Reports an impression as soon as half of the creative is on the screen. Returns a function that stops watching. */
export function watchAd(element: Element, id: number): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      navigator.sendBeacon(adViewUrl(id));
    },
    { threshold: SEEN_SHARE },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
