/**
 * Pairings of the site's typefaces (scripts/fonts.mjs), with fallbacks of their widths, so that nothing moves when a font
 * arrives. A page loads only the files of its pairing.
 */
export const FONTS = ["classic", "modern", "plain", "literary"] as const;
export type Fonts = (typeof FONTS)[number];

/** `grotesk` is for headlines alone: it has one weight, and its rules are in the stylesheet of the look. */
type Family = "display" | "serif" | "sans" | "grotesk";

/** The family of headlines, of long texts, and of everything else; and the files that a page would preload in vain. */
export const PAIRINGS: Record<Fonts, { display: Family; serif: Family; sans: Family; unused: RegExp | null }> = {
  classic: { display: "display", serif: "serif", sans: "sans", unused: null },
  modern: { display: "grotesk", serif: "serif", sans: "sans", unused: /newsreader-display-/ },
  plain: { display: "sans", serif: "sans", sans: "sans", unused: /newsreader-/ },
  literary: { display: "display", serif: "serif", sans: "serif", unused: /libre-franklin-/ },
};

/** The family of the headlines of a pairing, and so of the drawn name. */
export const headlinesOf = (fonts: Fonts): Family => PAIRINGS[fonts].display;
