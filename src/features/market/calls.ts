import type { ApiQuery } from "#shared/api-query.ts";
import { apiQuery } from "#shared/api-query.ts";
import { apiUrl } from "#shared/urls.ts";
import type { TickerItem } from "./schema.ts";

/** How often the ticker asks for new prices, in milliseconds (spec section 9). */
export const TICKER_INTERVAL = 10_000;

export const ticker = (): ApiQuery<TickerItem[]> => apiQuery(apiUrl.ticker());
