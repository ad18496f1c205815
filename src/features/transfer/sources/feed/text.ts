import { Parser } from "htmlparser2";

/** Elements whose text is no text for readers, and those that separate words. */
const DROPPED = new Set(["script", "style", "template", "noscript", "iframe", "object", "svg", "math"]);
const SEPARATE =
  /^(?:p|div|br|li|h[1-6]|tr|td|th|blockquote|pre|figure|figcaption|section|article|hr|ul|ol|table|dt|dd)$/;
const MAX_DEPTH = 300;

/** What looks like a tag or a reference to a character, so that a text is HTML. */
const LIKE_HTML = /<[a-z!/]|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
export const isLikeHtml = (text: string): boolean => LIKE_HTML.test(text);

/** The text of HTML in one line, of at most `max` characters. */
export function plainText(html: string, max = 10_000): string {
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  let droppedFrom = 0;
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      if (depth > MAX_DEPTH) parser.pause();
      if (droppedFrom === 0 && DROPPED.has(name)) droppedFrom = depth;
      if (SEPARATE.test(name)) parts.push(" ");
    },
    ontext(text) {
      if (droppedFrom > 0) return;
      parts.push(text);
      length += text.length;
      if (length > 2 * max) parser.pause();
    },
    onclosetag(name) {
      if (depth === droppedFrom) droppedFrom = 0;
      depth -= 1;
      if (SEPARATE.test(name)) parts.push(" ");
    },
  });
  parser.end(html.slice(0, 20 * max));
  return oneLine(parts.join(""), max);
}

/** A text in one well-formed line of at most `max` UTF-16 units, without control characters. */
export const oneLine = (text: string, max = 10_000): string =>
  text
    .slice(0, 4 * max)
    .replace(/[\p{Cc}\s\u202d\u202e]+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, "");
