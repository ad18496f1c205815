import { contrast, darkenUntil, lightenUntil, mix } from "./colours.ts";

/** The colours of a page in one theme, as the stylesheet names them. */
export type PageColours = Record<"paper" | "surface" | "ink" | "muted" | "faint" | "rule" | "up" | "down", string>;
type ThemeColours = Record<"light" | "dark", PageColours>;

/** Those of the site's own stylesheet (app/site/site.css). */
export const HOUSE_COLOURS: ThemeColours = {
  light: {
    paper: "#faf7f2",
    surface: "#f1ebe1",
    ink: "#14171f",
    muted: "#4d5058",
    faint: "#66676c",
    rule: "#ddd5c8",
    up: "#0a6e43",
    down: "#b01f3c",
  },
  dark: {
    paper: "#14171f",
    surface: "#1d212b",
    ink: "#efeae0",
    muted: "#b4b1aa",
    faint: "#96948f",
    rule: "#2d323e",
    up: "#4fc68c",
    down: "#ff8090",
  },
};

/** The background and the text that a newsroom chooses, for the light theme. */
export type Chosen = { paper: string; ink: string };

const WHITE = "#ffffff";
const BLACK = "#000000";

/** Contrasts: of texts (WCAG 2.2, 1.4.6), of small ones (1.4.3), of a light background with black, of a dark one with white. */
const MIN_INK = 7;
const MIN_SMALL = 4.5;
const MIN_LIGHT = 11;
const MIN_DARK = 15;
const MIN_DARK_INK = 10;

const isHouse = ({ paper, ink }: Chosen): boolean =>
  paper === HOUSE_COLOURS.light.paper && ink === HOUSE_COLOURS.light.ink;

const isReadable = (colour: string, { paper, surface }: Pick<PageColours, "paper" | "surface">) =>
  Math.min(contrast(colour, paper), contrast(colour, surface)) >= MIN_SMALL;

/**
 * All colours of a page for a background and a text colour. The dark theme changes their places: its background is a dark
 * form of the text, its text a form of the background.
 */
export function coloursOf(chosen: Chosen): ThemeColours {
  if (isHouse(chosen)) return HOUSE_COLOURS;
  const { paper, ink } = chosen;
  const light = { paper, ink, surface: mix(paper, ink, 0.045), rule: mix(paper, ink, 0.14) };
  const darken = (colour: string) => darkenUntil(colour, (one) => isReadable(one, light));
  const darkPaper = darkenUntil(ink, (one) => contrast(one, WHITE) >= MIN_DARK);
  const darkInk = lightenUntil(mix(paper, BLACK, 0.05), (one) => contrast(one, darkPaper) >= MIN_DARK_INK);
  const dark = {
    paper: darkPaper,
    ink: darkInk,
    surface: mix(darkPaper, WHITE, 0.045),
    rule: mix(darkPaper, WHITE, 0.12),
  };
  const lighten = (colour: string) => lightenUntil(colour, (one) => isReadable(one, dark));
  return {
    light: {
      ...light,
      muted: darken(mix(ink, paper, 0.26)),
      faint: darken(mix(ink, paper, 0.37)),
      up: darken(HOUSE_COLOURS.light.up),
      down: darken(HOUSE_COLOURS.light.down),
    },
    dark: {
      ...dark,
      muted: lighten(mix(darkInk, darkPaper, 0.27)),
      faint: lighten(mix(darkInk, darkPaper, 0.42)),
      up: lighten(HOUSE_COLOURS.dark.up),
      down: lighten(HOUSE_COLOURS.dark.down),
    },
  };
}

export type ColourFault = { message: string; nearest: string | null };

/** A contrast in words, never rounded up. */
export const contrastWords = (value: number): string => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;

export const COLOUR_FORM = /^#[0-9a-f]{6}$/i;

const noColour = (name: string, example: string): ColourFault => ({
  message: `${name} must be a colour such as ${example}.`,
  nearest: null,
});

/** What is wrong with a background; null if nothing is. */
export function paperFault(paper: string): ColourFault | null {
  if (!COLOUR_FORM.test(paper)) return noColour("Background", HOUSE_COLOURS.light.paper);
  const isLight = (colour: string) => contrast(colour, BLACK) >= MIN_LIGHT;
  if (isLight(paper)) return null;
  const nearest = lightenUntil(paper, isLight);
  return {
    message: `Background is too dark for the light theme; the dark theme has a background of its own. The nearest colour that passes is ${nearest}.`,
    nearest,
  };
}

/** What is wrong with a text colour on a background that passes; null if nothing is. */
export function inkFault(ink: string, paper: string): ColourFault | null {
  if (!COLOUR_FORM.test(ink)) return noColour("Text colour", HOUSE_COLOURS.light.ink);
  const passes = (colour: string) => contrast(colour, paper) >= MIN_INK;
  if (passes(ink)) return null;
  const nearest = darkenUntil(ink, passes);
  return {
    message: `Text colour has a contrast of ${contrastWords(contrast(ink, paper))} on the background; text needs ${MIN_INK}:1. The nearest colour that passes is ${nearest}.`,
    nearest,
  };
}
