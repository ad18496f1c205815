import { dropArticle, type KeptArticle, keepArticle } from "./reading-list.ts";

/** Between these parts of its text an article counts as started. */
const STARTED = 0.1;
const READ = 0.9;
const PAUSE_MS = 1_000;

/** `isPart`: of a series, whose page marks what was read. */
type Followed = { article: Omit<KeptArticle, "at">; isPart: boolean };

/** Keeps where the reader is in the text of an article. A text is not started while only its preview is shown. */
function keepPlace({ article, isPart }: Followed): void {
  const text = document.getElementById("article-text");
  const rest = text?.querySelector("[data-rest]");
  if (!text || (rest && rest.getClientRects().length === 0)) return;
  const { top, height } = text.getBoundingClientRect();
  const part = (innerHeight - top) / height;
  if (part > READ) {
    dropArticle("started-articles", article.id);
    if (isPart) keepArticle("read-articles", { ...article, at: Date.now() });
  } else if (part > STARTED && top < 0) {
    const headings = [...text.querySelectorAll("[id]:is(h2, h3, h4)")];
    const heading = headings.findLast((one) => one.getBoundingClientRect().top < innerHeight / 2);
    keepArticle("started-articles", { ...article, at: Date.now(), part, ...(heading && { heading: heading.id }) });
  }
}

/** Follows the reader through an article, at most once a second. Returns what ends it. */
export function followReader(followed: Followed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      keepPlace(followed);
    }, PAUSE_MS);
  };
  addEventListener("scroll", onScroll, { passive: true });
  onScroll();
  return () => {
    clearTimeout(timer);
    removeEventListener("scroll", onScroll);
  };
}
