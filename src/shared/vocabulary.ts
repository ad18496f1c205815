/** The minimum length of a word that may contain one typing error. In UTF-16 units. */
const MIN_MISSPELT_CHARS = 5;
const LETTER = /\p{L}/u;

/** Whether a query word is also searched for with a typing error: five characters or more, and not a number. */
export function mayBeMisspelt(word: string): boolean {
  return word.length >= MIN_MISSPELT_CHARS && LETTER.test(word);
}

/**
 * Whether the vocabulary contains every longer word that starts with this one. Prefixes of one and two letters have an
 * index of their own, and numbers are not in the vocabulary.
 */
export function vocabularyHolds(word: string): boolean {
  return word.length >= MIN_MISSPELT_CHARS - 2 && LETTER.test(word);
}

/** Whether a word of a text belongs in the vocabulary: with one more letter it may be searched for with an error. */
export function mayHaveNeighbours(word: string): boolean {
  return word.length >= MIN_MISSPELT_CHARS - 1 && LETTER.test(word);
}

/**
 * Whether two words differ by at most one edit: an added, missing or replaced letter, or two adjacent letters swapped
 * (Damerau-Levenshtein distance of at most 1). Linear in their length.
 */
export function withinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const restA = endA - start;
  const restB = endB - start;
  if (restA <= 1 && restB <= 1) return true;
  return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}

/** Shorter words are within one edit of too many others. */
const MIN_NEAR_CHARS = 4;

/** Whether a word starts with another one that may have one typing error. */
export function beginsNearly(part: string, word: string): boolean {
  if (part.startsWith(word)) return true;
  if (word.length < MIN_NEAR_CHARS) return false;
  return [-1, 0, 1].some((more) => withinOneEdit(part.slice(0, word.length + more), word));
}

/** Words in nearly every English text. They do not distinguish articles, and cost most to look up. */
const STOP_WORDS = new Set(
  (
    "about after all also an and any are as at be because been before being between both but by can could did do does " +
    "for from had has have he her his how if in into is it its just may more most my no not of on one only or other our " +
    "out over she should so some such than that the their them then there these they this those to too under up was we " +
    "were what when where which while who why will with would you your"
  ).split(" "),
);
const SINGLE_LETTER = /^[a-z0-9]$/;

/** Whether a query word carries meaning: stop words and single letters do not. */
export function isSignificant(word: string): boolean {
  return !STOP_WORDS.has(word) && !SINGLE_LETTER.test(word);
}
