import { useAddressQuery } from "#ui/admin/address-query.ts";
import { usePagedList } from "#ui/admin/paged-list.ts";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { deskList } from "./calls.ts";
import { filterOf, NO_FILTERS } from "./list-address.ts";

/**
 * The editors' list as the address asks for it. An answer that comes late belongs to its own address and never takes
 * the place of a newer one.
 */
export function useArticleList() {
  const [search, change] = useAddressQuery();
  const filter = filterOf(search);
  const list = usePagedList(deskList(filter));
  useFailureToast(list.error, "Error fetching articles", "Could not fetch articles");
  return {
    ...list,
    filter,
    /** What is still being typed takes the place of the address before, so that Back leads out of the search. */
    change: (filters: Record<string, string>, { isTyping = false } = {}) => change(filters, { replace: isTyping }),
    clearFilters: () => change(NO_FILTERS),
  };
}
