/** Slugs as migration 0014 was written with them (`src/shared/slug.ts` then). */

const MAX_SLUG = 100;

/** More of a text than any slug is made of; normalising an endless one takes long. */
const MAX_READ = 1_000;

/** What stands inside a word without being a letter: apostrophes, middle dots, joiners, soft hyphens, variation selectors. */
const INSIDE_WORDS = /['’‘`´·ʹ-ʿ\p{Cf}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Accents on Latin, Greek and Cyrillic letters come off; in other scripts they are part of the letter. */
const ACCENTS = /([0-9a-z\u00df-\u024f\u0250-\u02af\u0370-\u03ff\u0400-\u052f])\p{M}+/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;
const WORD = /[\p{L}0-9][\p{L}\p{M}0-9]*/gu;
const DIGITS = /^[0-9]+$/;

/** Letters in the Latin form they usually get, in the order of a key and its value. */
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
/** Signs of Cyrillic that only change the letter before them. */
const SILENT = /[ъь]/g;

const toLatin = (text: string) => Array.from(text, (letter) => LATIN_FORMS.get(letter) ?? letter).join("");

/** The value of a decimal digit of any script: each script has its ten in a row. */
function asciiDigit(digit: string): string {
  let value = 0;
  for (let code = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code -= 1) value += 1;
  return String(value % 10);
}

/**
 * The slug of a name: lower-case letters and digits, single hyphens for whatever stands between the words. Letters
 * become ASCII where they have a usual Latin form, others stay, in NFC. Empty where the name has no letter or digit.
 * At most `MAX_SLUG` UTF-16 units.
 */
function slugWords(name: string): string {
  const lower = name.slice(0, MAX_READ).normalize("NFKC").toLowerCase();
  const plain = lower.replace(INSIDE_WORDS, "").replace(SILENT, "").replace(FOREIGN_DIGIT, asciiDigit);
  // Twice: some letters have a form of their own with their accent, others once it is off.
  const latin = toLatin(toLatin(plain).normalize("NFD").replace(ACCENTS, "$1")).normalize("NFC");
  const slug = (latin.match(WORD) ?? []).join("-");
  return slug
    .slice(0, MAX_SLUG)
    .replace(/[\ud800-\udbff]$/, "")
    .replace(/-$/, "");
}

/** The slug of a name, never empty and never only digits, which an id would look like: `kind` stands in, or before it. */
export function slugify(name: string, kind: string): string {
  const slug = slugWords(name);
  if (slug === "") return kind;
  return DIGITS.test(slug) ? `${kind}-${slug}`.slice(0, MAX_SLUG) : slug;
}

/** The slug itself where it is free, else with a number from 2 behind it. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const end = `-${number}`;
    const numbered = slugWords(slug.slice(0, MAX_SLUG - end.length)) + end;
    if (!isTaken(numbered)) return numbered;
  }
}

/** Whether a text can be a slug as it is. */
export const isSlug = (text: string): boolean => text === slugWords(text) && text !== "" && !DIGITS.test(text);
