import { parsePictureUrl } from "#shared/pictures.ts";
import { contrast, darkenUntil, lightenUntil } from "./colours.ts";
import type { Fonts } from "./fonts.ts";
import { MIN_ICON_SIDE } from "./icons.ts";

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

/** How the site looks. `accent`: `#rrggbb` in lower case; pictures: addresses of stored ones, empty for none. */
export type Look = { accent: string; corners: Corners; fonts: Fonts; home_layout: HomeLayout } & Record<
  PictureField,
  string
>;

/** The look that the site's own stylesheet has (app/site/site.css). */
export const DEFAULT_LOOK: Look = {
  accent: "#bd3216",
  corners: "square",
  fonts: "classic",
  home_layout: "featured",
  logo: "",
  logo_dark: "",
  icon: "",
  social_card: "",
};

export const ACCENT_FORM = /^#[0-9a-f]{6}$/i;

/** What the accent is shown on: the colours `paper` and `surface` of each theme (app/site/site.css). */
export const PAGES = { light: ["#faf7f2", "#f1ebe1"], dark: ["#14171f", "#1d212b"] } as const;
const WHITE = "#ffffff";

/** The contrast that WCAG 2.2 asks of text (1.4.3, AA) and of buttons (1.4.11). */
export const MIN_CONTRAST = 4.5;
const MIN_SHAPE_CONTRAST = 3;
/** Thin letters on a dark page need somewhat more. */
const DARK_TEXT_CONTRAST = 5.5;

const isAbove = (colour: string, others: readonly string[], least: number) =>
  others.every((other) => contrast(colour, other) >= least);

/** Whether the accent is readable as text in the light theme, and behind white text. */
const passes = (accent: string): boolean => isAbove(accent, [...PAGES.light, WHITE], MIN_CONTRAST);

/**
 * The accent in each theme: of text, and behind white text. No colour is readable on both themes' pages, so the dark
 * theme has lighter forms of it.
 */
export type Tones = { light: string; lightFill: string; dark: string; darkFill: string };

const DEFAULT_TONES: Tones = { light: "#bd3216", lightFill: "#bd3216", dark: "#ff7d5e", darkFill: "#c9401f" };

export function tonesOf(accent: string): Tones {
  if (accent === DEFAULT_LOOK.accent) return DEFAULT_TONES;
  return {
    light: accent,
    lightFill: accent,
    dark: lightenUntil(accent, (colour) => isAbove(colour, PAGES.dark, DARK_TEXT_CONTRAST)),
    darkFill: lightenUntil(accent, (colour) => isAbove(colour, PAGES.dark, MIN_SHAPE_CONTRAST)),
  };
}

/** The lowest contrast that an accent has as text, or behind white text, in the light theme. */
export const lowestContrast = (accent: string): number =>
  Math.min(...[...PAGES.light, WHITE].map((other) => contrast(accent, other)));

/** The nearest colour of the same hue that is readable. */
export const nearestAccent = (accent: string): string => darkenUntil(accent.toLowerCase(), passes);

/** What is wrong with an accent, and the nearest one that passes, if it is a colour; null if nothing is. */
export function accentFault(accent: string): { message: string; nearest: string | null } | null {
  if (!ACCENT_FORM.test(accent)) return { message: "Accent must be a colour such as #bd3216.", nearest: null };
  if (passes(accent)) return null;
  const nearest = nearestAccent(accent);
  const measured = (Math.floor(lowestContrast(accent) * 10) / 10).toFixed(1);
  return {
    message: `Accent has a contrast of ${measured}:1 in the light theme; text needs 4.5:1. The nearest colour that passes is ${nearest}.`,
    nearest,
  };
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
