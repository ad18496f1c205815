import type { DocumentKey } from "#shared/document.ts";
import { isSlug } from "#shared/slug.ts";
import { documentPattern, pagePattern } from "#shared/urls.ts";

export const NO_PAGE = "Page not found.";
export const NO_TITLE = "Title is required.";
const BAD_SLUG =
  "An address must contain at least one letter, and only lower-case letters, digits and single hyphens between them.";

/** A page as a document. */
export const pageKey = (id: number): DocumentKey => ({ type: "page", id });

/** The path of a page on the site. */
export const pathOfPage = (slug: string): string => `/${encodeURIComponent(slug)}`;

/** Reserved first path segments that are in no route pattern. */
const OTHER_SEGMENTS =
  "admin api archive assets coins feed go health healthz license llms mcp media metrics preview readyz record rss series sitemaps social-card theme topics";

/** The addresses of the specified pages: their routes stay, and the footer links to them. */
export const FIRST_SLUGS: readonly string[] = ["about", "contact", "advertise", "privacy-policy"];

/** The first path segments of the site's other routes: a page there would be unreachable or hide them. */
const isReserved = (slug: string): boolean =>
  OTHER_SEGMENTS.split(" ").includes(slug) ||
  (!FIRST_SLUGS.includes(slug) &&
    [...Object.values(pagePattern), ...Object.values(documentPattern)].some((path) => path.split("/")[1] === slug));

/** The reason why a slug cannot be a page's address; null if it can. */
export function slugFault(slug: string): string | null {
  if (isReserved(slug)) return `“${slug}” is used by the site itself. Choose another address.`;
  return isSlug(slug) ? null : BAD_SLUG;
}
