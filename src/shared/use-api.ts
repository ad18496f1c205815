import { type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiQuery } from "./api-query.ts";

type Use<Data> = {
  refetchInterval?: NonNullable<UseQueryOptions<Data>["refetchInterval"]>;
  enabled?: boolean;
  /** Derives what is shown from the response. */
  select?: (data: Data) => Data;
  /** "always": refetched even if it was read a moment ago. */
  refetchOnMount?: "always";
  /** Shown until the first response: TanStack's `keepPreviousData` for that of the previous request. */
  placeholderData?: <T>(before: T | undefined) => T | undefined;
};

/**
 * Reads an endpoint in a component. Errors are `ApiError` or `NetworkError`; the query client decides how long
 * responses are cached.
 */
export function useApi<T>(query: ApiQuery<T>, use: Use<T> = {}): UseQueryResult<T> {
  return useQuery<T>({ queryKey: query.queryKey, ...use });
}
