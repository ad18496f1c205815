import { isReserved } from "#features/addresses/rules.ts";
import type { DocumentKey } from "#shared/document.ts";
import { isSlug } from "#shared/slug.ts";

export const NO_PAGE = "Page not found.";
export const NO_TITLE = "Title is required.";
const BAD_SLUG =
  "An address must contain at least one letter, and only lower-case letters, digits and single hyphens between them.";

/** A page as a document. */
export const pageKey = (id: number): DocumentKey => ({ type: "page", id });

/** The path of a page on the site. */
export const pathOfPage = (slug: string): string => `/${encodeURIComponent(slug)}`;

/** The addresses of the specified pages: their routes stay, and the footer links to them. */
export const FIRST_SLUGS: readonly string[] = ["about", "contact", "advertise", "privacy-policy"];

/** The reason why a slug cannot be a page's address; null if it can. */
export function slugFault(slug: string): string | null {
  if (isReserved(slug) && !FIRST_SLUGS.includes(slug))
    return `“${slug}” is used by the site itself. Choose another address.`;
  return isSlug(slug) ? null : BAD_SLUG;
}
