import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";

/** A coin in the ticker. Prices stay text: numbers would lose digits of small coins. */
const tickerItem = z
  .object({
    symbol: z.string().describe("The pair, for example BTCUSDT"),
    lastPrice: z.string().describe("Dollars, as a decimal number in text"),
    priceChangePercent: z.string().describe("Change over 24 hours in percent"),
    source: z
      .string()
      .describe(
        "The host of the exchange, the same for all prices of a response; `demo` for the demo edition before the first price",
      ),
    updated_at: z.iso.datetime().describe("When the exchange sent this price, or the demo price was created"),
    stale: z.boolean().describe("True for an old or a demo price"),
  })
  .meta({ id: "TickerItem" });
export type TickerItem = z.infer<typeof tickerItem>;

export const tickerList = z.array(tickerItem);

export const marketEndpoints = endpoints({
  "GET /market/ticker": {
    access: "public",
    cost: "nothing",
    cache: { freshFor: 1_000 },
    summary: "The prices of the tracked coins, in a fixed order",
    tags: ["Market"],
    response: { 200: tickerList },
  },
});
export type MarketEndpoints = typeof marketEndpoints;
