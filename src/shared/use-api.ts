import { type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiQuery } from "./api-query.ts";

/** Settings of one use of a call, beside its options. */
type Use<Data> = {
  refetchInterval?: NonNullable<UseQueryOptions<Data>["refetchInterval"]>;
  enabled?: boolean;
  /** "always": also what was read a moment ago is read anew. */
  refetchOnMount?: "always";
  /** What stands in until the first answer: TanStack's `keepPreviousData` for the answer of the call before. */
  placeholderData?: <T>(before: T | undefined) => T | undefined;
};

/** Reads a call in a component. Errors are `ApiError` or `NetworkError`; how long answers are kept is the query client's affair. */
export function useApi<T>(query: ApiQuery<T>, use: Use<T> = {}): UseQueryResult<T> {
  return useQuery<T>({ queryKey: query.queryKey, ...use });
}
