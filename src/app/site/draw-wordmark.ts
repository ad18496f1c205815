import type { SiteInfo } from "#shared/page.ts";

/** Letters as scripts/fonts.mjs cuts them: how far each advances and its outline; pairs that stand closer or wider. */
type Outlines = { letters: Record<string, [advance: number, path: string]>; kerning: Record<string, number> };

/** Beside the letters' own distances, in thousandths of the size of the type: headlines are set tight. */
const TRACKING = -45;

/** By glob, as tests may run before the fonts are cut: the name is then set in type. */
const [outlines] = Object.values(
  import.meta.glob<Outlines>("../../../.cache/fonts/outlines.json", { eager: true, import: "default" }),
);

/**
 * The publication's name as a drawing, in thousandths of the size of the type, its baseline at 0. Undefined where the
 * face lacks a letter of it.
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
