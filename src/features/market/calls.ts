import type { ApiQuery } from "#shared/api-query.ts";
import { apiQuery } from "#shared/api-query.ts";
import { apiUrl } from "#shared/urls.ts";
import type { TickerItem } from "./schema.ts";

/** How often the ticker asks for new prices, in milliseconds. */
export const TICKER_INTERVAL_MS = 10_000;

export const ticker = (): ApiQuery<TickerItem[]> => apiQuery(apiUrl.ticker());
