import type { SiteInfo } from "#shared/page.ts";

/** Letters as cut by scripts/fonts.mjs: advance widths and outlines; kerning pairs. */
type Outlines = { letters: Record<string, [advance: number, path: string]>; kerning: Record<string, number> };

/** Added to the letters' own spacing, in thousandths of the font size: headlines are set tight. */
const TRACKING = -45;

/** By glob, as tests may run before the fonts are cut: the name is then rendered as text. */
const [outlines] = Object.values(
  import.meta.glob<Outlines>("../../../.cache/fonts/outlines.json", { eager: true, import: "default" }),
);

/**
 * The publication's name as a drawing, in thousandths of the font size, its baseline at 0. Undefined where the face
 * lacks one of its letters.
 */
export function drawWordmark(name: string, known = outlines): SiteInfo["wordmark"] {
  if (!known) return undefined;
  let x = 0;
  let path = "";
  const letters = [...name.normalize("NFC")];
  for (const [place, letter] of letters.entries()) {
    const outline = known.letters[letter];
    if (!outline) return undefined;
    const [advance, shape] = outline;
    path += `M${x} 0${shape}`;
    x += advance + (known.kerning[letter + (letters[place + 1] ?? "")] ?? 0) + TRACKING;
  }
  return { width: x, path };
}
