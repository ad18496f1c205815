/** Length of the article page's preview, in characters of plain text (spec section 9). */
export const ARTICLE_PREVIEW_LENGTH = 500;

/** What is said of an article that does not exist, or may not be seen (spec section 2, not-found screen). */
export const NO_ARTICLE = "The article you are looking for does not exist or has been removed.";

/** What a shortened text ends with. */
export const ELLIPSIS = "...";

/** How far into the preview the last full stop must lie to be the place of the cut (spec section 5). */
const SENTENCE_CUT_FROM = 0.7;

const PAGE_NUMBER = /^[1-9]\d{0,4}$/;

/** The page number of a `?page=`: from 1 up; whatever else stands there is the first page. */
export function pageNumberOf(param: string | null): number {
  return param !== null && PAGE_NUMBER.test(param) ? Number(param) : 1;
}

/** How many pages `total` items fill; an empty list still has its first page. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/**
 * Where the preview of `plainText` ends, as an index into it, or null where it is short enough to stand whole
 * (spec section 5): at the last full stop if that lies beyond 70% of `length`, otherwise at `length`. The point in
 * a number such as 3.5 is not a full stop, and a character of two UTF-16 units is never halved.
 */
export function previewCut(plainText: string, length = 300): number | null {
  if (plainText.length <= length) return null;
  const stop = lastFullStop(plainText, length);
  if (stop > length * SENTENCE_CUT_FROM) return stop;
  return isHighSurrogate(plainText.charCodeAt(length - 1)) ? length - 1 : length;
}

function lastFullStop(plainText: string, length: number): number {
  let stop = plainText.lastIndexOf(".", length - 1);
  while (stop > 0 && isDigit(plainText.charCodeAt(stop - 1)) && isDigit(plainText.charCodeAt(stop + 1))) {
    stop = plainText.lastIndexOf(".", stop - 1);
  }
  return stop;
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
