import { AI_PALETTES } from "../palette.ts";
import type { Family } from "../scene.ts";
import { flowLines } from "./flow-lines.ts";
import { neuralLattice } from "./neural-lattice.ts";
import { perceptionFields } from "./perception-fields.ts";
import { thinkingHead } from "./thinking-head.ts";

/** Neural lattices, fields of perception, flow. */
export const AI_FAMILY: Family = {
  palettes: AI_PALETTES,
  compositions: [thinkingHead, perceptionFields, flowLines, neuralLattice],
};
