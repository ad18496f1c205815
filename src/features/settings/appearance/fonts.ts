/**
 * Pairings of the site's typefaces (scripts/fonts.mjs), with fallbacks of their widths, so that nothing moves when a font
 * arrives. A page loads only the files of its pairing.
 */
export const FONTS = ["classic", "modern", "plain", "literary", "warm", "slab", "narrow", "bookish"] as const;
export type Fonts = (typeof FONTS)[number];

/** Families for headlines alone: each has one weight, and its rules are in the stylesheet of the look. */
export type ChosenFamily = "grotesk" | "soft" | "slab" | "narrow" | "garamond";
type Family = "display" | "serif" | "sans" | ChosenFamily;

/** The family of headlines, of long texts, and of everything else; and the files that a page would preload in vain. */
type Pairing = { display: Family; serif: Family; sans: Family; unused: RegExp | null };
export const PAIRINGS: Record<Fonts, Pairing> = {
  classic: { display: "display", serif: "serif", sans: "sans", unused: null },
  modern: withHeadlines("grotesk"),
  plain: { display: "sans", serif: "sans", sans: "sans", unused: /newsreader-/ },
  literary: { display: "display", serif: "serif", sans: "serif", unused: /libre-franklin-/ },
  warm: withHeadlines("soft"),
  slab: withHeadlines("slab"),
  narrow: withHeadlines("narrow"),
  bookish: withHeadlines("garamond"),
};

/** The usual texts, with headlines in another family. */
function withHeadlines(display: ChosenFamily): Pairing {
  return { display, serif: "serif", sans: "sans", unused: /newsreader-display-/ };
}

/** The family of the headlines of a pairing, and so of the drawn name. */
export const headlinesOf = (fonts: Fonts): Family => PAIRINGS[fonts].display;
