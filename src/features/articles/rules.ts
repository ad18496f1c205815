import { longDateOf } from "#shared/dates.ts";
import type { DocumentKey } from "#shared/document.ts";
import { fallbackPicture } from "#shared/urls.ts";

/** The message for a missing or hidden article. */
export const NO_ARTICLE = "The article you are looking for does not exist or has been removed.";

/**
 * The message for a deleted article that readers saw until `at` (epoch milliseconds; null if unknown). `zone`: the
 * newsroom's time zone.
 */
export const removedNotice = (at: number | null, zone: string): string =>
  `This article has been removed.${at === null ? "" : ` Readers could see it until ${longDateOf(at, zone)}.`}`;

export const STALE_EDIT = "This article has changed since you opened it.";

/** Articles on one page of a list for readers. */
export const ARTICLES_PER_PAGE = 24;

export const MAX_TAGS = 30;
export const TOO_MANY_TAGS = `There may be at most ${MAX_TAGS} tags.`;

/** Maximum sources per article, and maximum length of one in code points. */
export const MAX_SOURCES = 50;
export const MAX_SOURCE_LENGTH = 1_000;

/** Length of a correction, in code points. */
export const MAX_CORRECTION_LENGTH = 2_000;

/** Two labels in addition to the category, for an article without tags. */
export const GENERIC_TAGS = ["News", "Latest"] as const;

/** The displayed tags of an article without any. */
export function defaultTags(category: string): string[] {
  return [...new Set([category, ...GENERIC_TAGS])];
}

/** The tags that an editor has given an article: none if the displayed ones are the default. */
export const ownTags = (tags: readonly string[], category: string): readonly string[] =>
  tags.join() === defaultTags(category).join() ? [] : tags;

/** The placeholder for an article without an author: a generic founder-writer persona. */
export const DEFAULT_AUTHOR = {
  name: "The Founding Writer",
  image_url: fallbackPicture.author,
  bio: "Founder and writer of this publication.",
  links: [],
};

/** The stored title and category of a draft without them, as every stored article has both. Forms show neither. */
export const UNTITLED = "Untitled";
export const UNCATEGORIZED = "No category";

/** Returns an unpublished article with title and category as typed: empty for the names above. */
export function typedNames<Names extends { title: string; category: string }>(article: Names): Names {
  const { title, category } = article;
  return {
    ...article,
    title: title === UNTITLED ? "" : title,
    category: category === UNCATEGORIZED ? "" : category,
  };
}

/** Error messages for missing required fields, by field. */
export function missingIn({ title, category }: { title: string; category: string }): Record<string, string> {
  return {
    ...(title.trim() === "" && { title: "Title is required." }),
    ...(category.trim() === "" && { category: "Category is required." }),
  };
}

export const articleKey = (id: number): DocumentKey => ({ type: "article", id });

/** The dates that an article can be published at, in epoch milliseconds. The archive has a page for each of their months. */
export const PUBLICATION_DATES = { earliest: Date.UTC(1000, 0, 1), latest: Date.UTC(9999, 11, 31) };

/** A month of the archive, such as `1959-12`. */
export const isMonth = (text: string): boolean => /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(text);
