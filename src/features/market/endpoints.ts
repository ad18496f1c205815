import { endpoints } from "#shared/endpoint.ts";
import { tickerList } from "./schema.ts";

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
