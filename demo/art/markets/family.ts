import { MARKET_PALETTES } from "../palette.ts";
import type { Family } from "../scene.ts";
import { candleBars } from "./candle-bars.ts";
import { ribbons } from "./ribbons.ts";
import { ridgelines } from "./ridgelines.ts";
import { stairChart } from "./stair-chart.ts";

/** Ridgelines, ribbons, candles, stepped charts. */
export const MARKETS_FAMILY: Family = {
  palettes: MARKET_PALETTES,
  compositions: [ridgelines, stairChart, ribbons, candleBars],
};
