/**
 * Pairings of the site's typefaces (scripts/fonts.mjs), with fallbacks of their widths, so that nothing moves when a font
 * arrives. A page loads only the files of its pairing.
 */
export const PAIRING_NAMES = ["classic", "modern", "plain", "literary", "warm", "slab", "narrow", "bookish"] as const;
export type PairingName = (typeof PAIRING_NAMES)[number];

/** The choices: a pairing, or the newsroom's own typefaces with a pairing for what they don't cover. */
export const FONTS = [...PAIRING_NAMES, "own"] as const;
export type Fonts = (typeof FONTS)[number];

/** The pairing of a look: under its own typefaces, the one that they complete. */
export const pairingOf = ({ fonts, base_fonts: base }: { fonts: Fonts; base_fonts: PairingName }): PairingName =>
  fonts === "own" ? base : fonts;

/** Families for headlines alone: each has one weight, and its rules are in the stylesheet of the look. */
export type ChosenFamily = "grotesk" | "soft" | "slab" | "narrow" | "garamond";
export type Family = "display" | "serif" | "sans" | ChosenFamily;

/** The family of headlines, of long texts, and of everything else. */
type Pairing = { display: Family; serif: Family; sans: Family };
export const PAIRINGS: Record<PairingName, Pairing> = {
  classic: { display: "display", serif: "serif", sans: "sans" },
  modern: withHeadlines("grotesk"),
  plain: { display: "sans", serif: "sans", sans: "sans" },
  literary: { display: "display", serif: "serif", sans: "serif" },
  warm: withHeadlines("soft"),
  slab: withHeadlines("slab"),
  narrow: withHeadlines("narrow"),
  bookish: withHeadlines("garamond"),
};

/** The usual texts, with headlines in another family. */
function withHeadlines(display: ChosenFamily): Pairing {
  return { display, serif: "serif", sans: "sans" };
}

/** What the newsroom's own typefaces are for. `text`: long texts, and all else where the pairing has one family for both. */
export const TYPEFACE_ROLES = ["headlines", "text"] as const;
export type TypefaceRole = (typeof TYPEFACE_ROLES)[number];

/** The families of a pairing with those that the newsroom's own typefaces replace. */
export function familiesOf(
  fonts: PairingName,
  own: Partial<Record<TypefaceRole, unknown>> = {},
): Record<keyof Pairing, Family | TypefaceRole> {
  const { display, serif, sans } = PAIRINGS[fonts];
  return {
    display: own.headlines ? "headlines" : display,
    serif: own.text ? "text" : serif,
    sans: own.text && sans === serif ? "text" : sans,
  };
}

/** The family of the headlines of a pairing, and so of the drawn name. */
export const headlinesOf = (fonts: PairingName): Family => PAIRINGS[fonts].display;
