import type { ApiPlugin } from "#platform/api-plugin.ts";
import { serve } from "#platform/endpoints.ts";
import { marketEndpoints } from "./endpoints.ts";
import type { MarketData } from "./jobs.ts";

/** `GET market/ticker/`: answers from memory, so that a slow exchange slows nobody. */
export function marketRoutes({ market }: { market: Pick<MarketData, "read"> }): ApiPlugin {
  return async (app) => serve(app, marketEndpoints, { "GET /market/ticker": () => market.read() });
}
