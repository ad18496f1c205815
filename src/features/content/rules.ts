/** Content as it is given, without the pictures inside it, and as it is stored; in bytes. */
export const MAX_CONTENT_BYTES = 1024 * 1024;
export const MAX_STORED_CONTENT_BYTES = 2 * MAX_CONTENT_BYTES;
export const MAX_EMBEDDED_PICTURES = 50;

/** Length of the article page's preview, in characters of plain text. */
export const ARTICLE_PREVIEW_LENGTH = 500;

/** What a shortened text ends with. */
export const ELLIPSIS = "...";

/** How far into the preview the last full stop must lie to be the place of the cut. */
const SENTENCE_CUT_FROM = 0.7;

/**
 * Where the preview of `plainText` ends, as an index into it, or null where it is short enough to stand whole
 *: at the last full stop if that lies beyond 70% of `length`, otherwise at `length`. The point in
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

/** What links and pictures may lead to. Anything without a scheme is a path of this site. */
const SCHEMES = {
  link: new Set(["http", "https", "mailto", "tel"]),
  picture: new Set(["http", "https"]),
};
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const OTHER_HOST = /^[/\\]{2}/;
/** What browsers pass over in an address, or might. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what browsers pass over
const PASSED_OVER = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g;

/** An address of a link or picture as it may be kept; null for one that leads elsewhere than `SCHEMES` allow. */
export function allowedAddress(address: string, kind: keyof typeof SCHEMES): string | null {
  const plain = address.replace(/\p{Cc}/gu, "").trim();
  const read = plain.replace(PASSED_OVER, "");
  if (read === "" || OTHER_HOST.test(read)) return null;
  const scheme = SCHEME.exec(read)?.[1]?.toLowerCase();
  return scheme === undefined || SCHEMES[kind].has(scheme) ? plain : null;
}

/** How a text begins, for descriptions: at most `length` characters and an ellipsis, its lines joined. */
export function textBeginning(text: string, length: number): string {
  const line = text.replaceAll("\n", " ");
  const cut = previewCut(line, length);
  return cut === null ? line : `${line.slice(0, cut)}${ELLIPSIS}`;
}
