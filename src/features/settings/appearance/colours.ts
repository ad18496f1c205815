/**
 * Contrast and lightness of colours written as `#rrggbb`: relative luminance as WCAG 2 defines it, and lightness in
 * Oklch (bottosson.github.io/posts/oklab), which changes neither hue nor how colourful a colour looks.
 */

/** Linear light, each part from 0 to 1. */
type Rgb = readonly [red: number, green: number, blue: number];
/** Lightness from 0 to 1, chroma, and hue in radians. */
type Lch = { lightness: number; chroma: number; hue: number };

const toLinear = (part: number): number => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number): number => (part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

function linearOf(colour: string): Rgb {
  const part = (at: number) => toLinear(Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return [part(1), part(3), part(5)];
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(fromLinear(Math.min(1, Math.max(0, part))) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

function luminance(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function lchOf(colour: string): Lch {
  const [red, green, blue] = linearOf(colour);
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
  const medium = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
  const lightness = 0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short;
  const a = 1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short;
  const b = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function rgbOf({ lightness, chroma, hue }: Lch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  return [
    4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
  ];
}

/** A colour between two: that share of the way from one to the other, as `color-mix(in srgb)` computes it. */
export function mix(one: string, other: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const between = (at: number) => Math.round(part(one, at) * (1 - share) + part(other, at) * share);
  return `#${[1, 3, 5].map((at) => between(at).toString(16).padStart(2, "0")).join("")}`;
}

/** Halvings of a search: more precise than the 256 steps of a part. */
const STEPS = 14;
const GAMUT_TOLERANCE = 0.0005;

/** The largest number from 0 to 1 for which a test holds that holds for smaller ones; at least 0. */
function largest(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  if (holds(high)) return high;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** A colour of another lightness and the same hue, as colourful as screens can show it. */
function atLightness(colour: string, lightness: number): string {
  const { chroma, hue } = lchOf(colour);
  const withShare = (share: number) => rgbOf({ lightness, chroma: chroma * share, hue });
  const isShown = (share: number) =>
    withShare(share).every((part) => part >= -GAMUT_TOLERANCE && part <= 1 + GAMUT_TOLERANCE);
  return hexOf(withShare(largest(isShown)));
}

/** The lightest form of a colour, at most as light as it is, that passes a test that black passes. */
export function darkenUntil(colour: string, passes: (colour: string) => boolean): string {
  if (passes(colour)) return colour;
  const { lightness } = lchOf(colour);
  return atLightness(colour, lightness * largest((share) => passes(atLightness(colour, lightness * share))));
}

/** The darkest form of a colour, at least as dark as it is, that passes a test that white passes. */
export function lightenUntil(colour: string, passes: (colour: string) => boolean): string {
  if (passes(colour)) return colour;
  const { lightness } = lchOf(colour);
  const lighter = (share: number) => atLightness(colour, 1 - (1 - lightness) * share);
  return lighter(largest((share) => passes(lighter(share))));
}
