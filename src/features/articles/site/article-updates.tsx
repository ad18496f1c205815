import { useEffect, useRef, useState } from "react";
import { useApi } from "#shared/use-api.ts";
import { AUTO_UPDATE_INTERVAL_MS, articleDetail } from "../calls.ts";
import type { ShownArticle } from "./complete-article.ts";

/** Everything that a reader sees of an article, as one string. */
function visible({ title, excerpt, content, image_url, image_alt, tags, category, byline }: ShownArticle): string {
  return JSON.stringify([title, excerpt, content, image_url, image_alt, tags, category, byline]);
}

/**
 * Keeps an open article up to date: polls the page's own query, so that changes appear in place, and announces them
 * politely to assistive technology.
 */
export function ArticleUpdates({ article }: { article: ShownArticle }) {
  useApi(articleDetail(String(article.id)), { refetchInterval: AUTO_UPDATE_INTERVAL_MS });
  const shown = useRef(article);
  const [updates, setUpdates] = useState(0);
  useEffect(() => {
    const before = shown.current;
    shown.current = article;
    if (before.id === article.id && visible(before) !== visible(article)) setUpdates((count) => count + 1);
  }, [article]);
  return (
    <p role="status" className="sr-only">
      {/* A new element each time: screen readers would not announce the same text again. */}
      {updates > 0 && <span key={updates}>This article has been updated.</span>}
    </p>
  );
}
