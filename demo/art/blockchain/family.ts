import { BLOCKCHAIN_PALETTES } from "../palette.ts";
import type { Family } from "../scene.ts";
import { consensusRing } from "./consensus-ring.ts";
import { cubeChain } from "./cube-chain.ts";
import { cubeRelief } from "./cube-relief.ts";
import { interlinked } from "./interlinked.ts";
import { merkleArches } from "./merkle-arches.ts";

/** Linked blocks, isometric cubes, Merkle trees. */
export const BLOCKCHAIN_FAMILY: Family = {
  palettes: BLOCKCHAIN_PALETTES,
  compositions: [cubeChain, merkleArches, cubeRelief, consensusRing, interlinked],
};
