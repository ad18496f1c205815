import type { Palette } from "./palette.ts";
import type { Random } from "./random.ts";

/** What a composition draws with. */
export interface Scene {
  readonly random: Random;
  readonly palette: Palette;
}

/** Draws the inside of a 1600x900 hero; the ground is already painted and the grain comes after. */
type Composition = (scene: Scene) => string;

/** A category's motif family. */
export interface Family {
  readonly palettes: readonly Palette[];
  readonly compositions: readonly Composition[];
}
