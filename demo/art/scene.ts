import type { Random } from "#shared/random.ts";
import type { Palette } from "./palette.ts";

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
