import type { LetterRange } from "#shared/letters.ts";
import type { TypefaceRole } from "../fonts.ts";

/** The most typefaces of a newsroom: one of headlines and four of text, with a few to compare. */
export const MAX_TYPEFACES = 8;
export const MAX_TYPEFACE_BYTES = 5_000_000;
export const MAX_LICENCE_LENGTH = 500;
/** What a file chooser offers. The server checks by reading, not by name. */
export const TYPEFACE_FILES = ".ttf,.otf,.woff,.woff2,font/ttf,font/otf,font/woff,font/woff2";

export const ROLE_NAMES: Record<TypefaceRole, string> = { headlines: "Headlines", text: "Text" };

/** An uploaded typeface: its files are in the folder `key` of the storage, one for each range of letters. */
export type Typeface = {
  key: string;
  role: TypefaceRole;
  family: string;
  style: string;
  file_name: string;
  /** Of the uploaded file, in bytes. */
  size: number;
  licence: string;
  uploaded_at: string;
  is_italic: boolean;
  is_serif: boolean;
  weights: readonly [number, number];
  letters: LetterRange[];
  metrics: { ascent: number; descent: number; xHeight: number; width: number; boldWidth: number };
};

/** A weight above this is bold. */
export const MAX_REGULAR_WEIGHT = 550;
/** A variable font may be both. */
export const isRegular = ({ weights }: Pick<Typeface, "weights">) => weights[0] <= MAX_REGULAR_WEIGHT;
export const isBold = ({ weights }: Pick<Typeface, "weights">) => weights[1] > MAX_REGULAR_WEIGHT;

type Cut = Pick<Typeface, "role" | "is_italic" | "weights">;

/** The places that a typeface fills; each place takes one typeface. */
export function placesOf({ role, is_italic: isItalic, weights }: Cut): string[] {
  if (role === "headlines") return ["headlines"];
  const slant = isItalic ? "italic" : "upright";
  return [...(isRegular({ weights }) ? [`${slant} regular`] : []), ...(isBold({ weights }) ? [`${slant} bold`] : [])];
}

/** The typefaces that pages use, by role: text needs an upright regular one. */
export function usedFaces<Face extends Cut>(faces: readonly Face[]): Partial<Record<TypefaceRole, Face[]>> {
  const [headlines, text] = [
    faces.filter((face) => face.role === "headlines"),
    faces.filter((face) => face.role === "text"),
  ];
  return {
    ...(headlines.length > 0 && { headlines }),
    ...(text.some((face) => placesOf(face).includes("upright regular")) && { text }),
  };
}

/** The name of a typeface with its style: `Inter Bold`. */
export const nameOf = ({ family, style, file_name: file }: Pick<Typeface, "family" | "style" | "file_name">): string =>
  [family, style].filter(Boolean).join(" ") || file;
