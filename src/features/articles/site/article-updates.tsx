import { useEffect, useRef, useState } from "react";
import { useApi } from "#shared/use-api.ts";
import { AUTO_UPDATE_INTERVAL_MS, articleDetail } from "../calls.ts";
import type { ShownArticle } from "./complete-article.ts";

/** Everything that a reader sees of an article, as one string. */
function visible(article: ShownArticle): string {
  const { title, excerpt, content, image_url, image_alt, tags, category, byline, is_breaking } = article;
  const { authors, corrections, disclosure_sentences } = article;
  const names = [byline, ...authors.map(({ name }) => name)];
  const added = [corrections, disclosure_sentences, is_breaking ?? false];
  return JSON.stringify([title, excerpt, content, image_url, image_alt, tags, category, names, added]);
}

/** What to say of an article that has changed; null where readers see no difference. */
export function announcementOf(before: ShownArticle, after: ShownArticle): string | null {
  if (before.id !== after.id || visible(before) === visible(after)) return null;
  const isCorrected = after.corrections.length > before.corrections.length;
  return isCorrected ? "A correction was added to this article." : "This article has been updated.";
}

/**
 * Keeps an open article up to date: polls the page's own query, so that changes appear in place, and announces them
 * politely to assistive technology.
 */
export function ArticleUpdates({ article }: { article: ShownArticle }) {
  useApi(articleDetail(String(article.id)), { refetchInterval: AUTO_UPDATE_INTERVAL_MS });
  const shown = useRef(article);
  const [update, setUpdate] = useState({ count: 0, words: "" });
  useEffect(() => {
    const before = shown.current;
    shown.current = article;
    const words = announcementOf(before, article);
    if (words !== null) setUpdate(({ count }) => ({ count: count + 1, words }));
  }, [article]);
  return (
    <p role="status" className="sr-only">
      {/* A new element each time: screen readers would not announce the same text again. */}
      {update.count > 0 && <span key={update.count}>{update.words}</span>}
    </p>
  );
}
