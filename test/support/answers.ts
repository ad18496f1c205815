import { QueryClient } from "@tanstack/react-query";
import type { ApiQuery } from "#shared/api-query.ts";

/** What a call has answered when a screen is rendered: data, or the error that it failed with. */
export type Answered = readonly [query: ApiQuery<unknown>, answer: unknown];

export const answered = <Data>(query: ApiQuery<Data>, data: Data): Answered => [query, data];
export const failed = (query: ApiQuery<unknown>, error = new Error("no connection")): Answered => [query, error];

/** A cache in which these calls have come back, and those of `failures` failed; the others are under way. */
export function cacheOf(answers: readonly Answered[] = [], failures: readonly ApiQuery<unknown>[] = []): QueryClient {
  const client = new QueryClient({
    // A call that has failed stays so: in a browser it is made once more where it is first shown.
    defaultOptions: { queries: { retry: false, retryOnMount: false, queryFn: () => new Promise(() => {}) } },
  });
  for (const [{ queryKey }, answer] of [...answers, ...failures.map((query) => failed(query))])
    if (answer instanceof Error)
      client.getQueryCache().build(client, { queryKey }).setState({ status: "error", error: answer });
    else client.setQueryData(queryKey, answer);
  return client;
}

/** The same, filled step by step. */
export function clientOfAnswers() {
  const client = cacheOf();
  return {
    client,
    has<Data>({ queryKey }: ApiQuery<Data>, data: Data) {
      client.setQueryData(queryKey, data);
    },
    /** The call has failed. */
    async fails({ queryKey }: ApiQuery<unknown>, error: Error) {
      await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error) });
    },
  };
}
