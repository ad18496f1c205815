import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from "@tanstack/react-query";

/** The admin area's data cache: what was changed is also read again where it is being read just now. */
export class EditorQueryClient extends QueryClient {
  /**
   * The library joins a first read that is under way, though it may be older than the change, and takes its answer for
   * fresh; only of data that is there already it cancels an older read (`cancelRefetch`).
   */
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== "none")
      for (const query of this.getQueryCache().findAll({ ...filters, type: "active", fetchStatus: "fetching" }))
        if (query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}
