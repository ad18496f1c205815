import type { DocumentKey } from "#shared/document.ts";
import { isSlug } from "#shared/slug.ts";
import { documentPattern, pagePattern } from "#shared/urls.ts";

export const NO_PAGE = "Page not found.";
export const NO_VERSION = "Version not found.";
export const NO_WORKING_COPY = "There is no working copy.";
export const NOTHING_SCHEDULED = "Nothing is scheduled.";
export const NOTHING_TO_PUBLISH = "There is no change to publish at that time.";
export const STALE = "This page has changed since you opened it.";
export const OVERLAPPING = "This part of the page has changed since you opened it.";
export const SCHEDULED_UPDATE = "This update is scheduled: what you write is published only once you save it.";
export const NO_TITLE = "Title is required.";
const BAD_SLUG =
  "An address may hold lower-case letters and digits with single hyphens between them, and not only digits.";

/** A page as a document. */
export const pageKey = (id: number): DocumentKey => ({ type: "page", id });

/** The path of a page on the site. */
export const pathOfPage = (slug: string): string => `/${encodeURIComponent(slug)}`;

/** First segments of addresses that no pattern names. */
const OTHER_SEGMENTS = "admin api archive assets coins go health media preview series sitemaps topics";

/** The addresses of the pages that the specification names: their routes stay, and the footer links to them. */
export const FIRST_SLUGS: readonly string[] = ["about", "contact", "advertise", "privacy-policy"];

/** The first segments of all other addresses of the site: a page there would never be found, or hide what is. */
const isReserved = (slug: string): boolean =>
  OTHER_SEGMENTS.split(" ").includes(slug) ||
  (!FIRST_SLUGS.includes(slug) &&
    [...Object.values(pagePattern), ...Object.values(documentPattern)].some((path) => path.split("/")[1] === slug));

/** Why a slug cannot be the address of a page; null where it can. */
export function slugFault(slug: string): string | null {
  if (isReserved(slug)) return `“${slug}” is used by the site itself. Choose another address.`;
  return isSlug(slug) ? null : BAD_SLUG;
}

export const takenSlug = (slug: string) => `Another page has the address “${slug}”. Choose another one.`;
