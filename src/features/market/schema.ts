import { z } from "zod";

/** A coin in the ticker. Prices stay text: numbers would lose digits of small coins. */
export const tickerItem = z
  .object({
    symbol: z.string().describe("The pair, for example BTCUSDT"),
    lastPrice: z.string().describe("Dollars, as a decimal number in text"),
    priceChangePercent: z.string().describe("Change over 24 hours in percent"),
    source: z.enum(["exchange", "demo"]).describe("Demo prices stand until the exchange has answered once"),
    updated_at: z.iso.datetime().describe("When the exchange gave this price, or the demo price was made"),
    stale: z.boolean().describe("True where the price is old, or a demo price"),
  })
  .meta({ id: "TickerItem" });
export type TickerItem = z.infer<typeof tickerItem>;

export const tickerList = z.array(tickerItem);
