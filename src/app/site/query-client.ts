import {
  type DefaultOptions,
  type Query,
  QueryCache,
  QueryClient,
  type QueryClientConfig,
} from "@tanstack/react-query";
import { allCategories } from "#features/categories/rules.ts";
import { ticker } from "#features/market/site/ticker-strip.tsx";
import { ApiError, NotOfferedError, type ReadApi } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import type { SiteInfo } from "#shared/page.ts";

/** The calls that every page's frame needs for the first paint: the header's categories and the ticker. */
export const layoutQueries = ({ hasNoTicker }: Pick<SiteInfo, "hasNoTicker"> = {}): ApiQuery<unknown>[] =>
  hasNoTicker ? [allCategories()] : [allCategories(), ticker()];

const GC_TIME = 5 * 60_000;
const STALE_TIME = 30_000;
const RETRIES = 3;
const FIRST_RETRY = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;

/** The server's response would be the same again: three more tries would only keep the reader waiting. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status < 500;

/** Failures are logged, whether a screen shows them or not. */
function logFailure(error: Error, { queryKey }: Query<unknown, unknown>): void {
  if (error instanceof NotOfferedError) return;
  // biome-ignore lint/suspicious/noConsole: the reader's console is the only log that a page has.
  console.error(`${queryKey[0]}: ${error.message}`);
}

/**
 * The data cache (kept 5 minutes, 3 retries from 1 s up to 30 s). `read` is the network in the
 * browser and the API itself on the server, where nothing is retried.
 */
export const createQueryClient = (read: ReadApi, place: "browser" | "server"): QueryClient =>
  new QueryClient(queryClientConfig(read, place));

/** How `createQueryClient` configures the data cache. */
export function queryClientConfig(read: ReadApi, place: "browser" | "server"): QueryClientConfig {
  const queries: DefaultOptions["queries"] = {
    queryFn: ({ queryKey, signal }) => read(queryKey[0] as string, queryKey[1] as "body" | "paged", signal),
    gcTime: place === "browser" ? GC_TIME : Number.POSITIVE_INFINITY,
    staleTime: STALE_TIME,
    retry: place === "browser" ? (failures, error) => !isFinal(error) && failures < RETRIES : false,
    retryDelay: (attempt) => Math.min(FIRST_RETRY * 2 ** attempt, MAX_RETRY_DELAY_MS),
    // An error that came with the page is part of it; navigation clears errors (see site-app).
    retryOnMount: false,
    // A lost connection is an error to show, not a reason to wait silently.
    networkMode: "always",
    refetchOnReconnect: true,
  };
  const queryCache = new QueryCache(place === "browser" ? { onError: logFailure } : {});
  return { queryCache, defaultOptions: { queries } };
}
