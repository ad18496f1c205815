import { clientOf } from "#shared/endpoint-client.ts";
import type { MarketEndpoints } from "./endpoints.ts";

/** How often the ticker asks for new prices, in milliseconds. */
export const TICKER_INTERVAL_MS = 10_000;

const market = clientOf<MarketEndpoints>();

export const ticker = () => market.query("GET /market/ticker");
