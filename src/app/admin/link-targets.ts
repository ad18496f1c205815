import { keepPreviousData } from "@tanstack/react-query";
import { articleList } from "#features/articles/admin/calls.ts";
import { stateOf } from "#features/articles/admin/row-actions.tsx";
import type { ListedArticle } from "#features/articles/schema.ts";
import type { LinkTarget } from "#features/editor/admin/link-targets.ts";
import type { PageEndpoints } from "#features/pages/endpoints.ts";
import { pathOfPage } from "#features/pages/rules.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { fold } from "#shared/text.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { tableDate } from "#ui/admin/local-time.ts";
import { useMay } from "#ui/admin/permissions.tsx";

const MAX_ARTICLES = 8;

/** An article as a target of a link: the state of one that readers cannot open yet, else its date. */
export function articleTarget(article: ListedArticle, now: number): LinkTarget {
  const { id, title, published_date: date } = article;
  const state = stateOf(article, now);
  const hint = state === "Published" && date !== null ? tableDate(date) : state;
  return { address: pageUrl.article(id), title: title || "Untitled article", hint };
}

/** More pages than a publication has; they are found by their titles in the browser. */
const ALL_PAGES = 100;
const pages = editorClientOf<PageEndpoints>();

/** The pages and articles that a text can link to, the newest articles first: those that the user may see. */
export function useSiteLinks(words: string): LinkTarget[] {
  const found = useApi(articleList({ query: words })(1, MAX_ARTICLES), { placeholderData: keepPreviousData });
  const all = useApi(pages.list("GET /pages")(1, ALL_PAGES), { enabled: useMay()("page.manage") });
  const now = Date.now();
  const named = (all.data?.items ?? []).filter(({ title }) => words !== "" && fold(title).includes(fold(words)));
  return [
    ...named.map(({ slug, title, status }) => ({
      ...{ address: pathOfPage(slug), title, hint: status === "published" ? "Page" : "Page, draft" },
    })),
    ...(found.data?.items ?? []).map((article) => articleTarget(article, now)),
  ];
}
