import { Face, Font, Blob as FontBlob, Variation } from "harfbuzzjs";
import subsetFont from "subset-font";
import { codePointsOf, LETTERS, type LetterRange } from "#shared/letters.ts";
import type { ImageFault } from "./image-limits.ts";

/** Checks and cuts an uploaded typeface: in the process for pictures, as a hostile file may exhaust or kill it. */

/** Numbers of a typeface in its font size, of letters by their frequency in English. */
export type TypefaceMetrics = { ascent: number; descent: number; xHeight: number; width: number; boldWidth: number };

/** A checked typeface as WOFF2 files, one for each range of letters that it has. */
export type CutTypeface = {
  family: string;
  style: string;
  isItalic: boolean;
  isSerif: boolean;
  /** The least and the greatest weight: those of a variable font, at most 400 to 700, or one. */
  weights: readonly [number, number];
  metrics: TypefaceMetrics;
  parts: { letters: LetterRange; bytes: Uint8Array }[];
};

/** `hasOneWeight`: a variable font is cut at one weight, which halves its files. */
export type TypefaceUse = { hasOneWeight: boolean };

type Rejection = { fault: ImageFault; message: string };

const MIN_WEIGHT = 400;
const MAX_WEIGHT = 700;
/** The one weight of variable fonts that have one: that of headlines. */
const ONE_WEIGHT = 600;

/** Bits of `fsType` (OpenType, OS/2): "restricted licence embedding", and those that allow more than that. */
const RESTRICTED = 0x0002;
const ALLOWING = 0x000c;
/** May not be cut into parts, as every web font here is; only bitmaps may be embedded. */
const UNCUT = 0x0100;
const BITMAPS_ONLY = 0x0200;

/** Letters without which a typeface cannot be used: the Latin alphabet with figures, or the Arabic one. */
const NEEDED: Partial<Record<LetterRange, string>> = {
  basic: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,",
  arabic: "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
};

/** What pages use of Latin letters, as scripts/fonts.mjs. Others need the features that join or place them. */
const FEATURES = ["liga", "tnum", "kern"];
const LATIN = new Set<LetterRange>(["basic", "western", "polish", "names", "rare"]);

/** English letters by their frequency, with the space between words, in per mille. */
const FREQUENCIES: Record<string, number> = Object.fromEntries(
  "e127 t91 a82 o75 i70 n67 s63 h61 r60 d43 l40 c28 u28 m24 w24 f22 g20 y20 p19 b15 v10 k8 j2 x2 q1 z1"
    .split(" ")
    .map((entry) => [entry.charAt(0), Number(entry.slice(1))]),
);
FREQUENCIES[" "] = 200;

/** Returns the rejection of a file that is no font, may not be embedded, or lacks letters. Throws for damaged ones. */
export async function cutTypeface(
  file: Uint8Array,
  { hasOneWeight }: TypefaceUse,
): Promise<{ typeface: CutTypeface } | Rejection> {
  // Rewritten first, so that the code below reads only tables that the subsetter accepted.
  const font = await subsetFont(Buffer.from(file), undefined, { keepAllGlyphs: true, targetFormat: "truetype" });
  const face = new Face(new FontBlob(font));
  const os2 = tableOf(face, "OS/2");
  const restriction = restrictionOf(os2.getUint16(8));
  if (restriction) return { fault: "embedding", message: restriction };
  const known = new Set(face.collectUnicodes());
  const has = (letters: string) => [...letters].every((letter) => known.has(letter.codePointAt(0) ?? 0));
  const ranges = (Object.keys(LETTERS) as LetterRange[]).filter(
    (range) => NEEDED[range] === undefined || has(NEEDED[range]),
  );
  if (!ranges.some((range) => NEEDED[range])) return { fault: "letters", message: "It has no complete alphabet." };
  const { weights, axes } = weightsOf(face, os2, hasOneWeight);
  const parts: CutTypeface["parts"] = [];
  for (const letters of ranges) {
    const points = codePointsOf(LETTERS[letters]).filter((point) => known.has(point));
    if (points.length === 0) continue;
    const bytes = await subsetFont(font, String.fromCodePoint(...points), {
      targetFormat: "woff2",
      noHinting: true,
      variationAxes: axes,
      ...(LATIN.has(letters) && { keepFeatures: FEATURES }),
    });
    parts.push({ letters, bytes: new Uint8Array(bytes) });
  }
  const [family, style] = [nameOf(face, 16, 1), nameOf(face, 17, 2)];
  const isItalic = (os2.getUint16(62) & 0x201) !== 0;
  const typeface = {
    family,
    style,
    isItalic,
    isSerif: isSerifOf(face, os2),
    weights,
    metrics: measure(face, weights),
    parts,
  };
  return { typeface };
}

function tableOf(face: Face, name: string): DataView {
  const bytes = face.referenceTable(name);
  if (!bytes) throw new Error(`It has no table ${name}.`);
  // A copy: the library's memory moves when it grows.
  return new DataView(bytes.slice().buffer);
}

/** What a font's own rights forbid; null if it may be embedded in pages. */
function restrictionOf(fsType: number): string | null {
  if ((fsType & RESTRICTED) !== 0 && (fsType & ALLOWING) === 0) return "It forbids embedding.";
  if ((fsType & BITMAPS_ONLY) !== 0) return "It allows only bitmaps to be embedded.";
  return (fsType & UNCUT) === 0 ? null : "It forbids cutting it into parts.";
}

/** The weights of the cut, and the place on each axis of a variable font: its own default but for the weight. */
function weightsOf(face: Face, os2: DataView, hasOneWeight: boolean) {
  const infos = face.getAxisInfos();
  const axes: Record<string, number | { min: number; max: number }> = {};
  for (const { tag, default: usual } of Object.values(infos)) axes[tag] = usual;
  const wght = infos.wght;
  if (!wght) {
    const weight = Math.min(Math.max(os2.getUint16(4), 100), 900);
    return { axes, weights: [weight, weight] as const };
  }
  const within = (weight: number) => Math.min(Math.max(weight, wght.min), wght.max);
  const [min, max] = hasOneWeight ? [within(ONE_WEIGHT), within(ONE_WEIGHT)] : [within(MIN_WEIGHT), within(MAX_WEIGHT)];
  axes.wght = min === max ? min : { min, max };
  return { axes, weights: [Math.round(min), Math.round(max)] as const };
}

/** Widths and heights of its letters, in shares of the font size; 0 for letters that it lacks. */
function measure(face: Face, [min, max]: readonly [number, number]): TypefaceMetrics {
  const font = new Font(face);
  const shareOf = (units: number) => Math.round((units / face.upem) * 10_000) / 10_000;
  const widthAt = (weight: number) => {
    if (face.getAxisInfos().wght) font.setVariations([new Variation("wght", weight)]);
    let [sum, all] = [0, 0];
    for (const [letter, frequency] of Object.entries(FREQUENCIES)) {
      const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0);
      if (glyph === undefined) return 0;
      sum += font.glyphHAdvance(glyph) * frequency;
      all += frequency;
    }
    return shareOf(sum / all);
  };
  const [width, boldWidth] = [widthAt(min), widthAt(max)];
  const { ascender, descender } = font.hExtents();
  const x = font.nominalGlyph("x".charCodeAt(0));
  const xHeight = x === undefined ? 0 : (font.glyphExtents(x)?.yBearing ?? 0);
  return { ascent: shareOf(ascender), descent: shareOf(-descender), xHeight: shareOf(xHeight), width, boldWidth };
}

/** PANOSE of Latin texts, its first and last form of serifs, and the last of all forms; the others have none. */
const PANOSE_TEXT = 2;
const PANOSE_SERIFS = { first: 2, last: 10, end: 15 };
/** A letter l with serifs is at least this wide, in shares of the height of small letters. */
const SERIF_WIDTH = 0.42;

/** Whether letters have serifs: as the font says, else by the shape of the letter l. */
function isSerifOf(face: Face, os2: DataView): boolean {
  const [panoseFamily, panoseSerif] = [os2.getUint8(32), os2.getUint8(33)];
  if (panoseFamily === PANOSE_TEXT && panoseSerif >= PANOSE_SERIFS.first && panoseSerif <= PANOSE_SERIFS.end)
    return panoseSerif <= PANOSE_SERIFS.last;
  const font = new Font(face);
  const extentsOf = (letter: string) => {
    const glyph = font.nominalGlyph(letter.charCodeAt(0));
    return glyph === undefined ? undefined : font.glyphExtents(glyph);
  };
  const [l, x] = [extentsOf("l"), extentsOf("x")];
  return l !== undefined && x !== undefined && Math.abs(l.width) > Math.abs(x.height) * SERIF_WIDTH;
}

const MAX_NAME_LENGTH = 80;

/** A name in English: the typographic one (16, 17) before the one of four styles (1, 2). */
function nameOf(face: Face, ...ids: number[]): string {
  const found = ids.map((id) => face.getName(id, "en")).find((name) => name !== "") ?? "";
  // Written into no rule or path: shown in the settings and recorded.
  return found
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH);
}
