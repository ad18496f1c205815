import { QueryClient, type QueryKey, type RefetchOptions, type RefetchQueryFilters } from "@tanstack/react-query";

/** The admin area's data cache: a refetch also replaces first fetches that are under way. */
export class EditorQueryClient extends QueryClient {
  /**
   * The library cancels an older fetch only of data that is there already (`cancelRefetch`). A first fetch it joins, and
   * takes its response for fresh, though it may be older than the change after which the data was invalidated.
   */
  override refetchQueries<Key extends QueryKey = QueryKey>(
    filters?: RefetchQueryFilters<Key>,
    options?: RefetchOptions,
  ): Promise<void> {
    if (options?.cancelRefetch ?? true)
      // The others are not refetched: cancelled, they would never end.
      for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" }))
        if (query.state.data === undefined && !query.isDisabled() && !query.isStatic())
          void query.cancel({ silent: true });
    return super.refetchQueries(filters, options);
  }
}
