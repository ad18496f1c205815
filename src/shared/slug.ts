/**
 * Slugs, the readable part of an address. Pure; the browser runs the same code, but only previews what the server
 * decides.
 */
import { asciiDigit } from "./foldings.ts";
import { beginningOf } from "./text.ts";
import { withLatinForms } from "./transliteration.ts";

export const MAX_SLUG = 100;

/** Longer than the text any slug is made of; normalizing an unbounded one takes long. */
const MAX_READ = 1_000;

/**
 * Characters inside a word that are not letters: apostrophes, middle dots, joiners, soft hyphens, variation selectors.
 */
const INSIDE_WORDS = /['’‘`´·ʹ-ʿ\p{Cf}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Accents on Latin, Greek and Cyrillic letters are removed; in other scripts they are part of the letter. */
const ACCENTS = /([0-9a-z\u00df-\u024f\u0250-\u02af\u0370-\u03ff\u0400-\u052f])\p{M}+/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;
const WORD = /[\p{L}0-9][\p{L}\p{M}0-9]*/gu;
const DIGITS = /^[0-9]+$/;

/** Letters and their usual Latin forms, as alternating keys and values. */
const LATIN_FORMS = new Map(
  [
    "ß ss æ ae œ oe ø o ł l đ d ð d þ th ħ h ı i ŋ ng ŧ t ə e ɛ e ɔ o ɓ b ɗ d ƙ k ĸ k ƴ y",
    "а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh",
    "щ shch ы y э e ю yu я ya і i ї yi є ye ґ g ј j љ lj њ nj ђ dj ћ c џ dz ѕ dz",
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o",
  ]
    .flatMap((line) => line.split(" "))
    .flatMap((letter, index, all): [string, string][] => (index % 2 === 0 ? [[letter, all[index + 1] ?? ""]] : [])),
);
/** Cyrillic signs that only modify the letter before them. */
const SILENT = /[ъь]/g;

const toLatin = (text: string) => Array.from(text, (letter) => LATIN_FORMS.get(letter) ?? letter).join("");

/**
 * The slug of a name: lower-case letters and digits, with single hyphens between the words. Letters become ASCII where
 * they have a usual Latin form, others stay, in NFC. Empty where the name has no letter or digit. At most `MAX_SLUG`
 * UTF-16 units.
 */
export function slugWords(name: string): string {
  const lower = name.slice(0, MAX_READ).normalize("NFKC").toLowerCase();
  const plain = lower.replace(INSIDE_WORDS, "").replace(SILENT, "").replace(FOREIGN_DIGIT, asciiDigit);
  // Twice: some letters have a Latin form with their accent, others only without it.
  const latin = toLatin(toLatin(plain).normalize("NFD").replace(ACCENTS, "$1")).normalize("NFC");
  const slug = (latin.match(WORD) ?? []).join("-");
  return beginningOf(slug, MAX_SLUG).replace(/-$/, "");
}

/**
 * The slug of a name, never empty and never only digits, which would look like an id: `kind` is used instead, or as a
 * prefix.
 */
export function slugify(name: string, kind: string): string {
  const slug = slugWords(name);
  if (slug === "") return kind;
  return DIGITS.test(slug) ? `${kind}-${slug}`.slice(0, MAX_SLUG) : slug;
}

/**
 * The slug of a new name or title, by the language that it is written in: a BCP 47 tag, or nothing, in which case the
 * letters decide. Slugs that were made before have the form of `slugify`, and stay.
 */
export const slugIn = (language: string, name: string, kind: string): string =>
  slugify(withLatinForms(name.slice(0, MAX_READ).normalize("NFKC").toLowerCase(), language), kind);

/** A numeric suffix as it is added here. Longer numbers are words of a name, such as a phone number. */
const NUMBER_AT_END = /-([1-9]\d{0,8})$/;

/**
 * The slug itself if it is free, else with a numeric suffix: the next one after the highest that is taken, so that
 * thousands of equal names take no longer than one. `taken` may contain other slugs.
 */
export function freeSlug(slug: string, taken: ReadonlySet<string | null>): string {
  if (!taken.has(slug)) return slug;
  let highest = 1;
  for (const other of taken) {
    const [end = "", digits] = NUMBER_AT_END.exec(other ?? "") ?? [];
    const number = Number(digits);
    // A long slug is cut for its number.
    if (number > highest && other && slug.startsWith(other.slice(0, other.length - end.length))) highest = number;
  }
  for (let number = highest + 1; ; number += 1) {
    const end = `-${number}`;
    const numbered = slugWords(slug.slice(0, MAX_SLUG - end.length)) + end;
    if (!taken.has(numbered)) return numbered;
  }
}

/** Whether a text can be a slug as it is. */
export const isSlug = (text: string): boolean => text === slugWords(text) && text !== "" && !DIGITS.test(text);
