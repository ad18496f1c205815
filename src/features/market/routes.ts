import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { MarketData } from "./internal/market-data.ts";
import { tickerList } from "./schema.ts";

/** `GET market/ticker/`: answers from memory, so that a slow exchange slows nobody. */
export function marketRoutes({ market }: { market: Pick<MarketData, "read"> }): ApiPlugin {
  return async (app) => {
    app.get(
      "/market/ticker",
      {
        config: { access: "public", cost: "nothing" },
        schema: {
          summary: "The prices of the tracked coins, in a fixed order",
          tags: ["Market"],
          response: { 200: tickerList },
        },
      },
      async () => market.read(),
    );
  };
}
