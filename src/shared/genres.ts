import { textIn } from "./translate.ts";

/** The genres that readers see; news has no label. */
export const GENRE_LABELS = {
  opinion: "Opinion",
  analysis: "Analysis",
  review: "Review",
  explainer: "Explainer",
  sponsored: "Sponsored",
} as const;

/** The label of an article's genre, as a message; undefined for news and for genres that another backend may have. */
export const genreLabel = (genre = ""): (typeof GENRE_LABELS)[keyof typeof GENRE_LABELS] | undefined =>
  Object.hasOwn(GENRE_LABELS, genre) ? GENRE_LABELS[genre as keyof typeof GENRE_LABELS] : undefined;

/** The title where only text can be shown, as in feeds and mails: with the label of its genre, unless it starts with it. */
export function labelledTitle({ title, genre }: { title: string; genre?: string }, language?: string): string {
  const label = genreLabel(genre);
  if (!label) return title;
  const start = `${textIn(language)(label)}: `;
  return title.toLowerCase().startsWith(start.toLowerCase()) ? title : start + title;
}

/** Whether an article is sponsored: it gets no editorial place. */
export const isPaid = ({ genre }: { genre?: string }): boolean => genre === "sponsored";

/** A list with the first article at its start that was not paid for: only that may lead. */
export function withLead<Article extends { genre?: string }>(articles: readonly Article[]): Article[] {
  const lead = articles.find((article) => !isPaid(article));
  return lead ? [lead, ...articles.filter((article) => article !== lead)] : [...articles];
}
