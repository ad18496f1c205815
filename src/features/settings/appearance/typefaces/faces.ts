import { LETTERS, type LetterRange } from "#shared/letters.ts";
import { themeUrl } from "#shared/urls.ts";
import type { TypefaceRole } from "../fonts.ts";
import { isBold, isRegular, MAX_REGULAR_WEIGHT, type Typeface, usedFaces } from "./rules.ts";

/** The Arabic letters of families that have none of their own (scripts/fonts.mjs). */
export const ARABIC_FAMILY = '"Noto Naskh"';

/** All but Arabic letters, which have a family of their own. */
const NOT_ARABIC = "U+0-5FF,U+700-10FFFF";

/** Local fonts by which text is shown until a font arrives: on most systems, and on Android. */
export const LOCAL_FONTS = {
  serif: {
    usual: 'local("Times New Roman"),local("TimesNewRomanPSMT"),local("Liberation Serif")',
    android: 'local("Noto Serif"),local("NotoSerif-Regular"),local("NotoSerif")',
  },
  serifBold: {
    usual: 'local("Times New Roman Bold"),local("TimesNewRomanPS-BoldMT"),local("Liberation Serif Bold")',
    android: 'local("Noto Serif Bold"),local("NotoSerif-Bold")',
  },
  sans: {
    usual: 'local("Arial"),local("ArialMT"),local("Liberation Sans")',
    android: 'local("Roboto"),local("Roboto-Regular")',
  },
  sansBold: {
    usual: 'local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold")',
    android: 'local("Roboto Bold"),local("Roboto-Bold")',
  },
};
type LocalFont = keyof typeof LOCAL_FONTS;

/** Their widths in shares of the font size, as platform/typefaces.ts measures, corrected by lines of real headlines. */
const LOCAL_WIDTHS: Record<LocalFont, { usual: number; android: number }> = {
  serif: { usual: 0.4085, android: 0.4846 },
  serifBold: { usual: 0.435, android: 0.5167 },
  sans: { usual: 0.4484, android: 0.4475 },
  sansBold: { usual: 0.485, android: 0.4563 },
};

/** The size of a local font with the widths of another, and the ascent and descent of that one; in per cent. */
export type FallbackMetrics = readonly [size: number, ascent: number, descent: number];

/** A rule by which a local font has the metrics of a family. */
export const fallbackFace = (
  family: string,
  source: string,
  { weights = "400 700", metrics: [size, ascent, descent] }: { weights?: string; metrics: FallbackMetrics },
): string =>
  `@font-face{font-family:"${family}";font-weight:${weights};src:${source};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%;unicode-range:${NOT_ARABIC}}\n`;

const FAMILY: Record<TypefaceRole, string> = { headlines: "Own Headlines", text: "Own Text" };

/** The height of small letters of the program's own typefaces, which sizes and line heights of pages fit. */
const X_HEIGHTS: Record<TypefaceRole, number> = { headlines: 0.485, text: 0.441 };

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
const percent = (share: number) => Math.round(share * 1000) / 10;

/** Metrics that a page can use, whatever a file says: those beyond would cover other lines. */
function usableMetrics({ role, metrics }: Typeface) {
  const { xHeight, width, boldWidth } = metrics;
  return {
    size: xHeight > 0 ? within(X_HEIGHTS[role] / xHeight, 0.75, 1.35) : 1,
    ascent: within(metrics.ascent, 0.6, 1.4),
    descent: within(metrics.descent, 0.1, 0.6),
    width: within(width, 0.2, 1),
    boldWidth: within(boldWidth, 0.2, 1),
  };
}

const REGULAR_WEIGHTS = `200 ${MAX_REGULAR_WEIGHT}`;
const BOLD_WEIGHTS = `${MAX_REGULAR_WEIGHT + 1} 900`;

/** Has weights from one end of the scale to the other, so that browsers embolden only where bold is missing. */
function weightsOf(face: Typeface): string {
  if (face.role === "headlines") return "400 700";
  if (isRegular(face) && isBold(face)) return face.weights.join(" ");
  return isBold(face) ? BOLD_WEIGHTS : REGULAR_WEIGHTS;
}

/** The faces of a typeface. Long texts keep the face that they were first shown in, as those of pairings. */
function faceRules(face: Typeface): string {
  const { size, ascent, descent } = usableMetrics(face);
  const style = face.is_italic && face.role === "text" ? "italic" : "normal";
  return face.letters
    .map((letters) => {
      const display = face.role === "headlines" && letters !== "arabic" ? "swap" : "optional";
      return `@font-face{font-family:"${FAMILY[face.role]}";font-style:${style};font-weight:${weightsOf(face)};font-display:${display};src:url(${themeUrl.font(face.key, letters)})format("woff2");size-adjust:${percent(size)}%;ascent-override:${percent(ascent)}%;descent-override:${percent(descent)}%;line-gap-override:0%;unicode-range:${LETTERS[letters].replaceAll(" ", "")}}\n`;
    })
    .join("");
}

/** Local fonts with the widths and heights of a typeface. */
function fallbackRules(face: Typeface, { isBold: bold, weights }: { isBold: boolean; weights: string }): string {
  const { size, ascent, descent, width, boldWidth } = usableMetrics(face);
  // Headlines of serifs are regular in local fonts, those of sans serifs bold, as with pairings.
  const heavy = face.role === "headlines" ? !face.is_serif : bold;
  const local: LocalFont = face.is_serif ? (heavy ? "serifBold" : "serif") : heavy ? "sansBold" : "sans";
  return (["usual", "android"] as const)
    .map((system) => {
      const share = ((bold ? boldWidth : width) * size) / LOCAL_WIDTHS[local][system];
      const metrics = [percent(share), percent((ascent * size) / share), percent((descent * size) / share)] as const;
      const family = `${FAMILY[face.role]} Fallback${system === "android" ? " Android" : ""}`;
      return fallbackFace(family, LOCAL_FONTS[local][system], { weights, metrics });
    })
    .join("");
}

const hasLatin = ({ letters }: Typeface) => letters.includes("basic");

/** The families and the rules of a role's typefaces. `others`: the families for letters that they lack. */
function familyOfRole(role: TypefaceRole, faces: readonly Typeface[]) {
  const [family, upright] = [
    `"${FAMILY[role]}"`,
    faces.find((face) => !face.is_italic && (role === "headlines" || isRegular(face))) ?? faces[0],
  ];
  const rules = faces.map(faceRules).join("");
  if (!upright || !hasLatin(upright)) return { rules, families: (others: string) => `${family},${others}` };
  const bold = faces.find((face) => !face.is_italic && isBold(face)) ?? upright;
  const fallbacks =
    role === "headlines"
      ? fallbackRules(upright, { isBold: false, weights: "400 700" })
      : fallbackRules(upright, { isBold: false, weights: REGULAR_WEIGHTS }) +
        fallbackRules(bold, { isBold: true, weights: BOLD_WEIGHTS });
  const last = upright.is_serif ? "Georgia,serif" : "Arial,sans-serif";
  const named = `${family},"${FAMILY[role]} Fallback","${FAMILY[role]} Fallback Android",${ARABIC_FAMILY},${last}`;
  return { rules: rules + fallbacks, families: () => named };
}

/** The families and rules of the newsroom's own typefaces that pages use, by role. */
export function ownFamilies(faces: readonly Typeface[]) {
  const { headlines, text } = usedFaces(faces);
  return {
    ...(headlines && { headlines: familyOfRole("headlines", headlines) }),
    ...(text && { text: familyOfRole("text", text) }),
  };
}

/** The files of a role that pages preload: its first letters, and the Arabic ones for sites in Arabic. */
export type FirstFiles = { basic?: string; arabic?: string };

const firstFiles = ({ key, letters }: Typeface): FirstFiles => {
  const file = (range: LetterRange) => (letters.includes(range) ? themeUrl.font(key, range) : undefined);
  const [basic, arabic] = [file("basic"), file("arabic")];
  return { ...(basic && { basic }), ...(arabic && { arabic }) };
};

/** What pages preload of the newsroom's own typefaces, by role. */
export function ownFirstFiles(faces: readonly Typeface[]): Partial<Record<TypefaceRole, FirstFiles>> {
  const { headlines: [headlines] = [], text = [] } = usedFaces(faces);
  const regular = text.find((face) => !face.is_italic && isRegular(face));
  return { ...(headlines && { headlines: firstFiles(headlines) }), ...(regular && { text: firstFiles(regular) }) };
}
