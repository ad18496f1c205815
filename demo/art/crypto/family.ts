import { CRYPTO_PALETTES } from "../palette.ts";
import type { Family } from "../scene.ts";
import { coinStacks } from "./coin-stacks.ts";
import { eclipse } from "./eclipse.ts";
import { greatKey } from "./great-key.ts";
import { vaultDoor } from "./vault-door.ts";

/** Coins as plain discs, vaults, keys. */
export const CRYPTO_FAMILY: Family = {
  palettes: CRYPTO_PALETTES,
  compositions: [greatKey, coinStacks, eclipse, vaultDoor],
};
