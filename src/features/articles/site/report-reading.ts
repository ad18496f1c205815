import { viewUrl } from "../calls.ts";

/** Whether the page was opened by a link of another page, and not by a link in this one. */
let isArrival = true;

/** Reports a view; the first one with the host of the other site that led here. Failures are ignored. */
export function reportView(id: number): void {
  const from = isArrival ? document.referrer.split("/")[2]?.split(":")[0] : undefined;
  isArrival = false;
  report(id, { from: from === location.hostname ? undefined : from || undefined });
}

/** How long an article must be open before its end counts as reached, in milliseconds. */
const MIN_READING_MS = 10_000;

/** Reports that the reader reached `end`, once, unless the text is shown in part. Returns a function that stops watching. */
export function watchEnd(end: Element, id: number): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting || document.querySelector(".article-preview [data-rest]")) return;
    observer.disconnect();
    report(id, { finished: true });
  });
  const timer = setTimeout(() => observer.observe(end), MIN_READING_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

const report = (...view: Parameters<typeof viewUrl>) => navigator.sendBeacon(viewUrl(...view));
