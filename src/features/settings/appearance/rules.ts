import { parsePictureUrl } from "#shared/pictures.ts";
import { contrast, darkenUntil, lightenUntil } from "./colours.ts";
import type { Fonts, PairingName } from "./fonts.ts";
import { MIN_ICON_SIDE } from "./icons.ts";
import {
  type Chosen,
  COLOUR_FORM,
  type ColourFault,
  coloursOf,
  contrastWords,
  HOUSE_COLOURS,
  inkFault,
  paperFault,
} from "./page-colours.ts";

/** The shape of corners: of buttons, fields, pictures and boxes on the site. */
export const CORNERS = ["square", "soft", "round"] as const;
export type Corners = (typeof CORNERS)[number];

/** What the home page starts with: the featured stories, or the newest ones. */
export const HOME_LAYOUTS = ["featured", "latest"] as const;
export type HomeLayout = (typeof HOME_LAYOUTS)[number];

/** The pictures of the look, in the order of the form. */
export const PICTURE_FIELDS = ["logo", "logo_dark", "icon", "social_card"] as const;
export type PictureField = (typeof PICTURE_FIELDS)[number];

export const PICTURE_NAMES: Record<PictureField, string> = {
  logo: "Logo",
  logo_dark: "Logo for the dark theme",
  icon: "Icon",
  social_card: "Shared picture",
};

/** The sizes of headlines. */
export const HEADLINE_SIZES = ["small", "medium", "large"] as const;
export type HeadlineSize = (typeof HEADLINE_SIZES)[number];

/** How the site looks. Colours: `#rrggbb` in lower case; pictures: addresses of stored ones, empty for none. */
export type Look = {
  accent: string;
  paper: string;
  ink: string;
  corners: Corners;
  fonts: Fonts;
  /** What own typefaces don't cover. */
  base_fonts: PairingName;
  headline_size: HeadlineSize;
  home_layout: HomeLayout;
} & Record<PictureField, string>;

/** The look that the site's own stylesheet has (app/site/site.css). */
export const DEFAULT_LOOK: Look = {
  accent: "#bd3216",
  paper: HOUSE_COLOURS.light.paper,
  ink: HOUSE_COLOURS.light.ink,
  corners: "square",
  fonts: "classic",
  base_fonts: "classic",
  headline_size: "medium",
  home_layout: "featured",
  logo: "",
  logo_dark: "",
  icon: "",
  social_card: "",
};

/** What the accent is shown on: the colours `paper` and `surface` of each theme, those of the admin area included. */
type Pages = Record<"light" | "dark", readonly string[]>;

export const PAGES: Pages = {
  light: [HOUSE_COLOURS.light.paper, HOUSE_COLOURS.light.surface],
  dark: [HOUSE_COLOURS.dark.paper, HOUSE_COLOURS.dark.surface],
};

/** The same for a background and a text colour of the newsroom. */
export function pagesOf(chosen: Chosen): Pages {
  const { light, dark } = coloursOf(chosen);
  if (light === HOUSE_COLOURS.light) return PAGES;
  return { light: [...PAGES.light, light.paper, light.surface], dark: [...PAGES.dark, dark.paper, dark.surface] };
}

const WHITE = "#ffffff";

/** The contrast that WCAG 2.2 asks of text (1.4.3, AA) and of buttons (1.4.11). */
export const MIN_CONTRAST = 4.5;
const MIN_SHAPE_CONTRAST = 3;
/** Thin letters on a dark page need somewhat more. */
const DARK_TEXT_CONTRAST = 5.5;

const isAbove = (colour: string, others: readonly string[], least: number) =>
  others.every((other) => contrast(colour, other) >= least);

/** Whether the accent is readable as text in the light theme, and behind white text. */
const passes = (accent: string, pages: Pages): boolean => isAbove(accent, [...pages.light, WHITE], MIN_CONTRAST);

/**
 * The accent in each theme: of text, and behind white text. No colour is readable on both themes' pages, so the dark
 * theme has lighter forms of it.
 */
export type Tones = { light: string; lightFill: string; dark: string; darkFill: string };

const DEFAULT_TONES: Tones = { light: "#bd3216", lightFill: "#bd3216", dark: "#ff7d5e", darkFill: "#c9401f" };

export function tonesOf(accent: string, pages: Pages = PAGES): Tones {
  if (accent === DEFAULT_LOOK.accent && pages === PAGES) return DEFAULT_TONES;
  return {
    light: accent,
    lightFill: accent,
    dark: lightenUntil(accent, (colour) => isAbove(colour, pages.dark, DARK_TEXT_CONTRAST)),
    darkFill: lightenUntil(accent, (colour) => isAbove(colour, pages.dark, MIN_SHAPE_CONTRAST)),
  };
}

/** The lowest contrast that an accent has as text, or behind white text, in the light theme. */
export const lowestContrast = (accent: string, pages: Pages = PAGES): number =>
  Math.min(...[...pages.light, WHITE].map((other) => contrast(accent, other)));

/** The nearest colour of the same hue that is readable. */
export const nearestAccent = (accent: string, pages: Pages = PAGES): string =>
  darkenUntil(accent.toLowerCase(), (colour) => passes(colour, pages));

/** What is wrong with an accent, and the nearest one that passes, if it is a colour; null if nothing is. */
export function accentFault(accent: string, pages: Pages = PAGES): ColourFault | null {
  if (!COLOUR_FORM.test(accent)) return { message: "Accent must be a colour such as #bd3216.", nearest: null };
  if (passes(accent, pages)) return null;
  const nearest = nearestAccent(accent, pages);
  const measured = contrastWords(lowestContrast(accent, pages));
  return {
    message: `Accent has a contrast of ${measured} in the light theme; text needs 4.5:1. The nearest colour that passes is ${nearest}.`,
    nearest,
  };
}

export type ColourField = "paper" | "ink" | "accent";

/** What is wrong with the colours of a look, together. The others are checked on a background that passes. */
export function colourFaults({
  paper,
  ink,
  accent,
}: Pick<Look, ColourField>): Partial<Record<ColourField, ColourFault>> {
  const ofPaper = paperFault(paper);
  const ground = ofPaper ? DEFAULT_LOOK.paper : paper;
  const ofInk = inkFault(ink, ground);
  const ofAccent = accentFault(accent, pagesOf({ paper: ground, ink: ofInk ? DEFAULT_LOOK.ink : ink }));
  return { ...(ofPaper && { paper: ofPaper }), ...(ofInk && { ink: ofInk }), ...(ofAccent && { accent: ofAccent }) };
}

/** The least size of a shared picture, in pixels: other sites show smaller ones as a thumbnail. */
export const MIN_CARD = { width: 600, height: 315 } as const;

/** What is wrong with the address of a picture of the look; null if nothing is. */
export function pictureFault(field: PictureField, address: string): string | null {
  if (address === "") return null;
  const picture = parsePictureUrl(address);
  if (!picture) return `${PICTURE_NAMES[field]} must be an uploaded picture.`;
  const { width, height } = picture;
  if (field === "icon" && Math.min(width, height) < MIN_ICON_SIDE)
    return `Icon must be at least ${MIN_ICON_SIDE} pixels wide and high. This picture is ${width} × ${height}.`;
  if (field === "social_card" && (width < MIN_CARD.width || height < MIN_CARD.height))
    return `Shared picture must be at least ${MIN_CARD.width} × ${MIN_CARD.height} pixels. This one is ${width} × ${height}.`;
  return null;
}

/** Radii in pixels: of buttons and fields, and of pictures and boxes. */
export const RADII: Record<Corners, { control: number; box: number }> = {
  square: { control: 0, box: 0 },
  soft: { control: 5, box: 6 },
  round: { control: 22, box: 16 },
};
