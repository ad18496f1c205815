import { type DehydratedState, dehydrate, type QueryClient } from "@tanstack/react-query";
import { ApiError } from "#shared/api-client.ts";
import type { DateTexts } from "#shared/dates.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Messages } from "#shared/translate.ts";

/** The id of the data block in the document. */
export const STATE_ELEMENT = "page-state";

/** What the server passes to the browser with a page, as JSON. `renderedAt` in epoch milliseconds. */
export type PageState = {
  site: SiteInfo;
  renderedAt: number;
  queries: DehydratedState["queries"];
  /** Translations of what the page shows; in English, only those that the newsroom has changed. */
  messages?: Messages;
  /** The dates that the page shows, in words. */
  dates?: DateTexts;
};

/** Calls whose responses change by the minute. */
export const VOLATILE = /^\/api\/market\//;

/** The state that came with the document; without one the page loads all of its data from the API. */
export async function readPageState(): Promise<Required<PageState>> {
  const text = document.getElementById(STATE_ELEMENT)?.textContent;
  const {
    site,
    renderedAt = Date.now(),
    queries = [],
    messages = {},
    dates = {},
  }: Partial<PageState> = text ? JSON.parse(text) : {};
  return { site: site ?? (await import("./default-site.ts")).defaultSite(), renderedAt, queries, messages, dates };
}

type PlainError = { status: number; body: ConstructorParameters<typeof ApiError>[1] };

/** The cache as plain data. Errors are included: a not-found page must hydrate as one. */
export function dehydrateQueries(client: QueryClient): DehydratedState["queries"] {
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ state }) => state.status === "success" || state.status === "error",
    shouldRedactErrors: () => false,
  });
  return queries.map((query) => {
    const { error } = query.state;
    if (!error) return query;
    const plain: PlainError =
      error instanceof ApiError
        ? { status: error.status, body: { code: error.code, detail: error.detail } }
        : { status: 500, body: {} };
    return { ...query, state: { ...query.state, error: plain as unknown as Error, fetchFailureReason: null } };
  });
}

/**
 * Fills the browser's cache from the page. Ages count from now, as the server's clock may differ from the reader's. The
 * library's own `hydrate` would also merge, and handle mutations: weight that a first visit does not need.
 */
export function hydrateQueries(client: QueryClient, queries: PageState["queries"]): void {
  const now = Date.now();
  for (const { queryKey, state } of queries) {
    const plain = state.error as unknown as PlainError | null;
    const error = plain ? new ApiError(plain.status, plain.body) : null;
    // Prices are as old as the cached page: the ticker refetches immediately.
    const isFresh = state.data !== undefined && !VOLATILE.test(String(queryKey[0]));
    client.getQueryCache().build(client, { queryKey }, { ...state, error, dataUpdatedAt: isFresh ? now : 0 });
  }
}
