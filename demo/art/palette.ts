import type { Random } from "#shared/random.ts";

type Channels = readonly [number, number, number];

function channelsOf(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two `#rrggbb` colours; `amount` 0 gives the first, 1 the second. */
export function mix(from: string, to: string, amount: number): string {
  const [fromRed, fromGreen, fromBlue] = channelsOf(from);
  const [toRed, toGreen, toBlue] = channelsOf(to);
  const blend = (start: number, end: number): string =>
    Math.round(start + (end - start) * amount)
      .toString(16)
      .padStart(2, "0");
  return `#${blend(fromRed, toRed)}${blend(fromGreen, toGreen)}${blend(fromBlue, toBlue)}`;
}

/** Perceived lightness of a `#rrggbb` colour, 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  const [red, green, blue] = channelsOf(hex);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** How far apart two colours look, 0 (same) to about 1 (black on white): a weighted distance of the channels. */
export function contrast(first: string, second: string): number {
  const [redA, greenA, blueA] = channelsOf(first);
  const [redB, greenB, blueB] = channelsOf(second);
  return Math.sqrt(0.3 * (redA - redB) ** 2 + 0.55 * (greenA - greenB) ** 2 + 0.15 * (blueA - blueB) ** 2) / 255;
}

/** The six inks of a picture, as `#rrggbb`. */
export interface Palette {
  /** The field everything stands on. */
  readonly ground: string;
  /** The darkest tone: shadow sides, contours. */
  readonly ink: string;
  /** The lightest tone: paper, highlights. */
  readonly light: string;
  /** The hue that carries the picture. */
  readonly main: string;
  /** A companion of the main hue. */
  readonly second: string;
  /** Used sparingly, where the eye should land. */
  readonly accent: string;
}

function inks(
  ...[ground, ink, light, main, second, accent]: readonly [string, string, string, string, string, string]
) {
  return { ground, ink, light, main, second, accent } satisfies Palette;
}

/** Harbour blues, brick and ochre. */
export const BLOCKCHAIN_PALETTES: readonly Palette[] = [
  inks("#e6dac2", "#1b2440", "#fbf6ea", "#2f5191", "#dd9f3c", "#c8371f"),
  inks("#18223d", "#0c1223", "#f4ead7", "#4267b8", "#93b3d8", "#e8583a"),
  inks("#c4432b", "#2a1420", "#fbeeda", "#7d2137", "#f0b48c", "#f3c553"),
  inks("#b7c6b3", "#17302d", "#f7f2e3", "#2b6c61", "#e5b24c", "#d0462a"),
  inks("#e0ad49", "#1d2136", "#fcf3dd", "#2c3c74", "#f7e2ae", "#c8371f"),
  inks("#cbd5de", "#16243c", "#faf7ef", "#35588f", "#ea9172", "#b92f2b"),
];

/** Bottle green, gold, aubergine. */
export const CRYPTO_PALETTES: readonly Palette[] = [
  inks("#1d3b37", "#0c1c1b", "#f6ecd4", "#dca640", "#4f8a76", "#e65f3c"),
  inks("#eedebd", "#2a1f30", "#fdf8ec", "#db8f2a", "#5f3a5b", "#c8371f"),
  inks("#55294a", "#22101f", "#f9ead9", "#e9a84a", "#c9604d", "#f6d9ac"),
  inks("#d6c5a1", "#132a34", "#fbf5e6", "#1f5a70", "#d9772f", "#b8321f"),
  inks("#e2a239", "#241a1e", "#fdf1d8", "#9c3320", "#f6d795", "#27545c"),
  inks("#24283f", "#11131f", "#f3ead9", "#cbb27a", "#6d7ba6", "#df6a44"),
];

/** Rose, teal, violet. */
export const NFT_PALETTES: readonly Palette[] = [
  inks("#f1c6b8", "#2b1b3d", "#fff4ea", "#e2492b", "#3c4e9f", "#f2b23c"),
  inks("#2b2450", "#16112c", "#fbeedd", "#ee7b68", "#54ada0", "#f4c04e"),
  inks("#cbddd2", "#1a2a38", "#fbf6ea", "#d34a66", "#27777f", "#efb03e"),
  inks("#f3dbab", "#31203c", "#fff7e6", "#6a489e", "#e6634a", "#2d8b80"),
  inks("#d5cfe8", "#211c45", "#fbf7f0", "#5445a6", "#ef8859", "#f6cd5c"),
  inks("#e25b4a", "#2b1630", "#fff0dd", "#f6c559", "#8b2b56", "#2f9a92"),
];

/** Petrol, coral, lilac. */
export const AI_PALETTES: readonly Palette[] = [
  inks("#e7dfcf", "#132a31", "#fbf7ee", "#12696b", "#ef8b5d", "#c8371f"),
  inks("#0f353d", "#07191e", "#f5ecda", "#3f9c96", "#f2a65e", "#ee6a4d"),
  inks("#d9d3e6", "#221d3e", "#faf6f0", "#584c9e", "#ee8f72", "#e0502f"),
  inks("#ef9a76", "#2a1a2c", "#fdeedd", "#1f4f6b", "#fbd0a4", "#a8293f"),
  inks("#20223f", "#0f1022", "#f3e9dc", "#7c74c9", "#e9a58c", "#f0c24f"),
  inks("#bcd3d0", "#14303a", "#f8f4e8", "#226a86", "#f0c36a", "#d8452d"),
];

/** Slate, signal orange, mint. */
export const TECH_PALETTES: readonly Palette[] = [
  inks("#dfdccf", "#1a2329", "#faf7ee", "#3f6470", "#e8a33d", "#d4421f"),
  inks("#17272e", "#0a1418", "#f1ecdd", "#3f7f7a", "#e9b44c", "#ef6a3a"),
  inks("#e8703a", "#29171a", "#fdeedb", "#243f56", "#f9c58d", "#faf0dc"),
  inks("#a9cbbd", "#13302f", "#f6f3e4", "#1f635f", "#f2d06e", "#d94f30"),
  inks("#c9ccd6", "#1b1f33", "#f9f6f0", "#3d4a86", "#ef9f6d", "#c8371f"),
  inks("#efd9a4", "#232332", "#fdf8ea", "#4a6b52", "#d98a3a", "#b53a25"),
];

/** Salmon paper, racing green, claret. */
export const MARKET_PALETTES: readonly Palette[] = [
  inks("#f5d9c3", "#23212f", "#fff6ec", "#1f5c57", "#e9975f", "#b3263a"),
  inks("#123a35", "#081d1b", "#f6edd9", "#5aa17f", "#e8c069", "#ef6b45"),
  inks("#e9e0cb", "#1c2436", "#fbf7ec", "#30557f", "#8fb1a4", "#c8371f"),
  inks("#2a2338", "#141020", "#f8ebda", "#d0566a", "#f0a964", "#f5d58c"),
  inks("#d4ddc8", "#1b2d27", "#f9f6e8", "#3d7a55", "#e6b54a", "#c8452b"),
  inks("#c94a33", "#2b1419", "#fdeedc", "#6f1d35", "#f2b27c", "#f8dfb4"),
];

/** Stone, clay and ink, for categories without a family of their own. */
export const NEUTRAL_PALETTES: readonly Palette[] = [
  inks("#e9e1d2", "#14171f", "#faf7f2", "#5c6470", "#c9b99a", "#c8371f"),
  inks("#1b1f2a", "#0c0e14", "#f3ede1", "#6f7788", "#b5a180", "#dd4f32"),
  inks("#cfc6b4", "#1f1d22", "#faf5ea", "#7b5a4a", "#e8dcc3", "#b8391f"),
  inks("#c9d0cd", "#1a2426", "#f8f6f0", "#4f6a6c", "#e3d4b6", "#c8371f"),
  inks("#d9b99b", "#241a1a", "#fcf3e6", "#8a4a38", "#f1dcbd", "#2f4858"),
];

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
