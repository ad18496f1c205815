import { headlinesOf } from "#features/settings/appearance/fonts.ts";
import type { SiteInfo } from "#shared/page.ts";

/** Letters as cut by scripts/fonts.mjs: advance widths and outlines; kerning pairs. */
type Outlines = { letters: Record<string, [advance: number, path: string]>; kerning: Record<string, number> };

/** Added to the letters' own spacing, in thousandths of the font size: headlines are set tight. */
const TRACKING = -45;

/** By glob, as tests may run before the fonts are cut: the name is then rendered as text. */
const files = import.meta.glob<Outlines>("../../../.cache/fonts/outlines*.json", { eager: true, import: "default" });
const outlinesOf = (name: string): Outlines | undefined => files[`../../../.cache/fonts/${name}.json`];
const outlines = outlinesOf("outlines");
const OUTLINES = {
  display: outlines,
  serif: outlines,
  sans: outlinesOf("outlines-sans"),
  grotesk: outlinesOf("outlines-grotesk"),
  soft: outlinesOf("outlines-soft"),
  slab: outlinesOf("outlines-slab"),
  narrow: outlinesOf("outlines-narrow"),
  garamond: outlinesOf("outlines-garamond"),
};

/** The letters of the headlines of a pairing of typefaces. */
export const outlinesIn = ({ fonts = "classic" }: Pick<SiteInfo, "fonts">): Outlines | undefined =>
  OUTLINES[headlinesOf(fonts)];

type Drawing = NonNullable<SiteInfo["wordmark"]>;

/** Draws one line from a place on; undefined if the face lacks one of its letters. */
function drawLine(text: string, known: Outlines, at: { left: number; baseline: number }): Drawing | undefined {
  let x = at.left;
  let path = "";
  const letters = [...text.normalize("NFC")];
  for (const [place, letter] of letters.entries()) {
    const outline = known.letters[letter];
    if (!outline) return undefined;
    const [advance, shape] = outline;
    path += `M${x} ${at.baseline}${shape}`;
    x += advance + (known.kerning[letter + (letters[place + 1] ?? "")] ?? 0) + TRACKING;
  }
  return { width: x - at.left, path };
}

/**
 * The publication's name as a drawing, in thousandths of the font size, its baseline at 0. Undefined where the face
 * lacks one of its letters.
 */
export const drawWordmark = (name: string, known = outlines): SiteInfo["wordmark"] =>
  known && drawLine(name, known, { left: 0, baseline: 0 });

/** Letters of a name that fit one line, and two lines, of a phone's masthead. */
const ONE_LINE = 20;
const TWO_LINES = 60;
/** From one line to the next, in thousandths of the font size. */
const LINE_HEIGHT = 1000;

/** The same in two or three centred lines for narrow screens; undefined for a name that fits one. */
export function drawStackedWordmark(name: string, known = outlines): SiteInfo["stackedWordmark"] {
  if (!known || name.length <= ONE_LINE) return undefined;
  const texts = breakName(name, name.length <= TWO_LINES ? 2 : 3);
  const widths = texts.map((text) => drawLine(text, known, { left: 0, baseline: 0 })?.width);
  const width = Math.max(...widths.map((one) => one ?? Number.NaN));
  if (texts.length === 1 || Number.isNaN(width)) return undefined;
  const lines = texts.map((text, index) => {
    const left = Math.round((width - (widths[index] ?? 0)) / 2);
    return { left, ...drawLine(text, known, { left, baseline: index * LINE_HEIGHT }) };
  });
  const last = lines.at(-1);
  const end = (last?.left ?? 0) + (last?.width ?? 0);
  return { width, path: lines.map(({ path = "" }) => path).join(""), lines: lines.length, end };
}

/** The words of a name in at most `count` lines, so that the longest is short. */
export function breakName(name: string, count: number): string[] {
  const words = name.split(/\s+/).filter(Boolean);
  let room = Math.ceil(name.length / count);
  let lines = fill(words, room);
  while (lines.length > count) lines = fill(words, ++room);
  return lines;
}

/** Lines of at most `room` letters, unless a word alone is longer. */
function fill(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
