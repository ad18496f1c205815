import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiQuery } from "./api-query.ts";

/** Settings of one use of a call, beside its options. */
type Use = { refetchInterval?: number; enabled?: boolean };

/** Reads a call in a component. Errors are `ApiError` or `NetworkError`; caching and retries as spec section 9 says. */
export function useApi<T>(query: ApiQuery<T>, use: Use = {}): UseQueryResult<T> {
  return useQuery<T>({ queryKey: query.queryKey, ...use });
}
