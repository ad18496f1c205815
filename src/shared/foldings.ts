/** What searches take as the same letter, for every script in one place. Pure. */

/** Pairs of a letter and what it is searched as. */
const LETTERS =
  // Latin, Greek, Cyrillic.
  "łl øo đd ħh ŧt ıi ðd ŋn ßss æae œoe þth ςσ ґг " +
  // Arabic: letters of other keyboards and of the end of a word. Hebrew: final letters.
  "ٱا ىي یي کك ةه ہه ەه ךכ םמ ןנ ףפ ץצ " +
  // Apostrophes, and the signs that stand for them.
  `’' ‘' ′' ʹ' ʻ' ʼ' ʽ' ׳' ״"`;

const FORMS = new Map(LETTERS.split(" ").map(([letter = "", ...form]) => [letter, form.join("")]));
const FOLDED = new RegExp(`[${[...FORMS.keys()].join("")}]|(?![0-9])\\p{Nd}|[\\u30a1-\\u30f6\\u30fd\\u30fe]`, "gu");

/** Invisible marks, except those that separate words, and the stroke that makes Arabic words longer. */
const UNSEEN = /(?![\u200b\u200c])\p{Default_Ignorable_Code_Point}|\u0640/gu;
/** More marks on one letter than any script uses; normalizing thousands of them takes quadratic time. */
const PILED_MARKS = /(\p{M}{10})\p{M}+/gu;
const MARKS = /\p{M}+/gu;
/** Hamza on waw and on ya is written in either way. */
const CARRIED_HAMZA = /[وي]\p{M}{0,10}?\u0654/gu;

/** Scripts in which no mark makes another letter for a reader who searches. In others, such as Kana, it does. */
const UNMARKED = /\P{L}|\p{Script=Latin}|\p{Script=Greek}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}/u;
const CYRILLIC_VOWEL = /[аеиоуыэюяєіѣ]/;
const STRESS = /[\u0300\u0301]/g;

/** The marks that stay on a letter: й and ї are letters, ё and a dot of Devanagari are optional. */
function marksOn(letter: string, marks: string): string {
  if (letter === "" || UNMARKED.test(letter)) return "";
  const kept = CYRILLIC_VOWEL.test(letter) ? marks.replace(STRESS, "") : marks;
  if (letter === "е") return kept.replace("\u0308", "");
  return kept.replaceAll("\u093c", "").replaceAll("\u0901", "\u0902");
}

/** The value of a decimal digit of any script: each script has its ten digits in sequence. */
export function asciiDigit(digit: string): string {
  let value = 0;
  for (let code = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code -= 1) value += 1;
  return String(value % 10);
}

/** A letter or digit as it is searched for: Katakana are Hiragana. */
function formOf(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code >= 0x30a1 && code <= 0x30fe) return String.fromCharCode(code - 0x60);
  return FORMS.get(letter) ?? asciiDigit(letter);
}

/** A text beyond ASCII with every letter in the form that searches compare. Idempotent. */
export const foldLetters = (text: string): string =>
  text
    .replace(UNSEEN, "")
    .replaceAll("´", "'")
    .replace(PILED_MARKS, "$1")
    .normalize("NFKD")
    // Part of some letters' presentation forms.
    .replaceAll("\u0640", "")
    .toLowerCase()
    .replace(FOLDED, formOf)
    .replace(CARRIED_HAMZA, "ء")
    .replace(MARKS, (marks, at: number, whole: string) =>
      marksOn([...whole.slice(Math.max(0, at - 2), at)].at(-1) ?? "", marks),
    );

/**
 * Apostrophes inside a word that are also left out: ng'ombe, o'zbek, Hawai'i, п'ять, צה"ל. Not those after a consonant or
 * qu, which separate words in French and Italian.
 */
export const APOSTROPHE =
  /(?<=(?<!q)[aeiouyg]|q[aeioyg])'(?=\p{L})|(?<=\p{Script=Cyrillic})'(?=\p{L})|(?<=\p{Script=Hebrew})['"](?=\p{L})/gu;

/** The Arabic article, also after one-letter words that are written together with it. A short rest is part of the word. */
const ARABIC_ARTICLE = /^(?:ال(?!له$)(?=\p{L}{2})|(?:[وفبك]|[وف][بك])ال(?=\p{L}{3})|[وف]?لل(?=\p{L}{3}))/u;

/** A folded word without the article that its language writes together with it. */
export const withoutArticle = (word: string): string => word.replace(ARABIC_ARTICLE, "");
