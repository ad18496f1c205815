/**
 * Pairings of the site's typefaces, all of the same files (scripts/fonts.mjs) and of fallbacks with their widths, so that
 * nothing moves when a font arrives. A page loads only the files of its pairing.
 */
export const FONTS = ["classic", "modern", "plain", "literary"] as const;
export type Fonts = (typeof FONTS)[number];

type Family = "display" | "serif" | "sans";

/** The family of headlines, of long texts, and of everything else; and the files that a page would preload in vain. */
export const PAIRINGS: Record<Fonts, { display: Family; serif: Family; sans: Family; unused: RegExp | null }> = {
  classic: { display: "display", serif: "serif", sans: "sans", unused: null },
  modern: { display: "sans", serif: "serif", sans: "sans", unused: /newsreader-display-/ },
  plain: { display: "sans", serif: "sans", sans: "sans", unused: /newsreader-/ },
  literary: { display: "display", serif: "serif", sans: "serif", unused: /libre-franklin-/ },
};

/** Whether the headlines of a pairing, and so the drawn name, are in the sans serif. */
export const hasSansHeadlines = (fonts: Fonts): boolean => PAIRINGS[fonts].display === "sans";
