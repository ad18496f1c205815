import { TECH_PALETTES } from "../palette.ts";
import type { Family } from "../scene.ts";
import { chipMacro } from "./chip-macro.ts";
import { circuitCity } from "./circuit-city.ts";
import { serverAisle } from "./server-aisle.ts";
import { signalMast } from "./signal-mast.ts";

/** Circuits as cities, racks, chips, antennas. */
export const TECH_FAMILY: Family = {
  palettes: TECH_PALETTES,
  compositions: [circuitCity, chipMacro, serverAisle, signalMast],
};
