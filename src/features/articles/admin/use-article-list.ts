import { useAddressQuery } from "#ui/admin/address.tsx";
import { usePagedList } from "#ui/admin/paged-list.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { articleList } from "./calls.ts";
import { filterOf, NO_FILTERS } from "./list-address.ts";

/**
 * The editors' list, or the writer's own articles, for the current address. A late response is stored under its own address and never replaces a newer
 * one.
 */
export function useArticleList() {
  const [search, change] = useAddressQuery();
  const filter = filterOf(search);
  const may = useMay();
  // Who may not see others' drafts works on its own articles: those that readers see are on the site.
  const isOwn = !may("article.read", "any");
  const list = usePagedList(articleList(isOwn ? { ...filter, mine: true } : filter));
  useFailureToast(list.error, "Error fetching articles", "Could not fetch articles");
  return {
    ...list,
    filter,
    /** While typing, the history entry is replaced, so that Back leaves the search. */
    change: (filters: Record<string, string>, { isTyping = false } = {}) => change(filters, { replace: isTyping }),
    clearFilters: () => change(NO_FILTERS),
  };
}
