/** What search engines and other sites show of a page, by its head. Pure. */

export type PageFacts = {
  /** As it is in the tab, and as cards show it. */
  title: string;
  cardTitle: string;
  description: string;
  /** Where the page is, or will be. */
  url: string;
  site: string;
  picture: string | null;
  /** What the picture shows; empty where nothing says so. */
  alt: string;
};

/** How much search engines show, in characters: about what fits into one line, and into two. */
const MAX_TITLE = 60;
const MAX_DESCRIPTION = 158;

/** A text cut after the last whole word that fits, as search engines cut it. */
export function cutAt(text: string, max: number): string {
  const chars = [...text.trim()];
  if (chars.length <= max) return chars.join("");
  const start = chars.slice(0, max - 1).join("");
  const space = start.lastIndexOf(" ");
  // A word that is longer than the line is cut itself.
  let end = space > max / 2 ? space : start.length;
  while (end > 0 && " ,;:.–-".includes(start[end - 1] ?? "")) end--;
  return `${start.slice(0, end)} …`;
}

export const cutTitle = (title: string): string => cutAt(title, MAX_TITLE);
export const cutDescription = (description: string): string => cutAt(description, MAX_DESCRIPTION);

/** An address as search engines show it: 'news.example › article › 12'. */
export function breadcrumb(url: string): string {
  const { host, pathname } = new URL(url);
  return [
    host,
    ...pathname
      .split("/")
      .filter((part) => part !== "")
      .map(readable),
  ].join(" › ");
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The facts in the head of a page's document. */
export function factsOf(page: Document): PageFacts {
  const meta = (name: string) =>
    page.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content") ?? "";
  return {
    title: page.title,
    cardTitle: meta("og:title"),
    description: meta("description"),
    url: meta("og:url"),
    site: meta("og:site_name"),
    picture: meta("og:image") || null,
    alt: meta("og:image:alt"),
  };
}
