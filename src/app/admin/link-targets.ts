import { keepPreviousData } from "@tanstack/react-query";
import { stateOf } from "#features/articles/admin/article-state.ts";
import { articleList } from "#features/articles/admin/calls.ts";
import type { ListedArticle } from "#features/articles/schema.ts";
import type { LinkTarget } from "#features/editor/admin/link-targets.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { tableDate } from "#ui/admin/local-time.ts";

const MAX_ARTICLES = 8;

/** An article as a target of a link: the state of one that readers cannot open yet, else its date. */
export function articleTarget(article: ListedArticle, now: number): LinkTarget {
  const { id, title, published_date: date } = article;
  const state = stateOf(article, now);
  const hint = state === "Published" && date !== null ? tableDate(date) : state;
  return { address: pageUrl.article(id), title: title || "Untitled article", hint };
}

/** The articles that a text can link to, the newest first: those that the user may see. */
export function useSiteLinks(words: string): LinkTarget[] {
  const found = useApi(articleList({ query: words })(1, MAX_ARTICLES), { placeholderData: keepPreviousData });
  const now = Date.now();
  return (found.data?.items ?? []).map((article) => articleTarget(article, now));
}
