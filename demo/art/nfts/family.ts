import { NFT_PALETTES } from "../palette.ts";
import type { Family } from "../scene.ts";
import { facetedPortrait } from "./faceted-portrait.ts";
import { galleryWall } from "./gallery-wall.ts";
import { mosaicTiles } from "./mosaic-tiles.ts";
import { pixelDissolve } from "./pixel-dissolve.ts";

/** Frames, mosaics, generative portraits. */
export const NFT_FAMILY: Family = {
  palettes: NFT_PALETTES,
  compositions: [galleryWall, mosaicTiles, facetedPortrait, pixelDissolve],
};
