import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { marketEndpoints } from "./endpoints.ts";
import type { MarketData } from "./internal/market-data.ts";

/** `GET market/ticker/`: served from memory, so that a slow exchange delays nobody. */
export function marketRoutes({ market }: { market: Pick<MarketData, "read"> }): ApiPlugin {
  return async (app) => serve(app, marketEndpoints, { "GET /market/ticker": () => market.read() });
}
