import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { pageCount } from "#shared/paging.ts";
import { useApi } from "#shared/use-api.ts";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { DESK_PAGE_SIZE, deskArticles } from "./calls.ts";
import { viewOf, withoutFilters, withView } from "./list-address.ts";

/**
 * The editors' list as the address asks for it: one page, of which the one before stays in sight while the next is
 * fetched. An answer that comes late belongs to its own address and never takes the place of a newer one.
 */
export function useArticleList() {
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search);
  const list = useApi(deskArticles(view.filter, view.page), { placeholderData: keepPreviousData });
  const { data } = list;
  useFailureToast(list.error, "Error fetching articles", "Could not fetch articles");

  const pages = pageCount(data?.total ?? 0, DESK_PAGE_SIZE);
  const isPast = data !== undefined && !list.isPlaceholderData && view.page > pages;
  // The last row of the last page was deleted, or the address names a page that never was.
  useEffect(() => {
    if (isPast) setSearch((before) => withView(before, { page: String(pages) }), { replace: true });
  }, [isPast, pages, setSearch]);

  return {
    view,
    pages,
    articles: data?.items,
    total: data?.total ?? 0,
    isFailed: list.isError && data === undefined,
    isPrevious: list.isPlaceholderData,
    refresh: () => list.refetch(),
    /** What is still being typed takes the place of the address before, so that Back leads out of the search. */
    change: (change: Record<string, string>, { isTyping = false } = {}) =>
      setSearch((before) => withView(before, change), { replace: isTyping }),
    clearFilters: () => setSearch(withoutFilters),
  };
}
