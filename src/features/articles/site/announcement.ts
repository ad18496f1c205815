import type { ShownArticle } from "./complete-article.ts";

function visible(article: ShownArticle): string {
  const { title, excerpt, content, image_url, image_alt, tags, category, byline, is_breaking } = article;
  const { authors, corrections, disclosure_sentences } = article;
  const names = [byline, ...authors.map(({ name }) => name)];
  const added = [corrections, disclosure_sentences, is_breaking ?? false];
  return JSON.stringify([title, excerpt, content, image_url, image_alt, tags, category, names, added]);
}

export type Announcement = "A correction was added to this article." | "This article has been updated.";

/** The announcement of a changed article; null if the visible content is the same. */
export function announcementOf(before: ShownArticle, after: ShownArticle): Announcement | null {
  if (before.id !== after.id || visible(before) === visible(after)) return null;
  const isCorrected = after.corrections.length > before.corrections.length;
  return isCorrected ? "A correction was added to this article." : "This article has been updated.";
}
