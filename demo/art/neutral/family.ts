import { NEUTRAL_PALETTES } from "../palette.ts";
import type { Family } from "../scene.ts";
import { foldedSheets } from "./folded-sheets.ts";
import { risingArcs } from "./rising-arcs.ts";
import { strata } from "./strata.ts";

/** Newsprint, ornaments and land: for categories without motifs of their own. */
export const NEUTRAL_FAMILY: Family = {
  palettes: NEUTRAL_PALETTES,
  compositions: [foldedSheets, risingArcs, strata],
};
