import { fallbackImage } from "#shared/urls.ts";

/** What is said of an article that does not exist, or may not be seen. */
export const NO_ARTICLE = "The article you are looking for does not exist or has been removed.";

/** What is said of an edit that began from an older version. */
export const STALE_EDIT = "Somebody else has changed this article since you opened it.";

/** Two labels beside the category, for an article without tags. */
const GENERIC_TAGS = ["News", "Technology"];

/** The tags readers see on an article without any. */
export function defaultTags(category: string): string[] {
  return [...new Set([category, ...GENERIC_TAGS])];
}

/** The author of an article that names none: a generic founder-writer persona. */
export const DEFAULT_AUTHOR = {
  name: "The Founding Writer",
  image_url: fallbackImage.author,
  bio: "Founder and writer of this publication, covering digital money and the technology beneath it.",
};
