import type { Feature } from "#platform/feature.ts";
import { createMarketData, type MarketData, type MarketDeps } from "./internal/market-data.ts";
import { marketRoutes } from "./routes.ts";

/** Prices. There is no job: reading outdated prices starts a refresh. */
export async function marketFeature(deps: MarketDeps): Promise<Feature & { market: MarketData }> {
  const market = await createMarketData(deps);
  return { routes: [marketRoutes({ market })], close: market.close, market };
}
