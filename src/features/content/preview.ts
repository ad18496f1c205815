import { CARDS, FILE_CLASS } from "./model.ts";

/** Length of the article page's preview, in characters of plain text. */
export const ARTICLE_PREVIEW_LENGTH = 500;

/** Appended to a shortened text. */
export const ELLIPSIS = "...";

/** The minimum position of a cut at a full stop or between words, as a fraction of the preview. */
const CUT_FROM = 0.7;

/**
 * The index where the preview of `plainText` ends, or null if the full text fits: at the last full stop if that is
 * beyond 70% of `length`, otherwise after the last word that fits. The point in a number such as 3.5 is not a full stop.
 */
export function previewCut(plainText: string, length = 300): number | null {
  if (plainText.length <= length) return null;
  return fullStop(plainText, length) ?? wordEnd(plainText, length, 0) ?? lengthCut(plainText, length);
}

/** The last full stop beyond 70% of `length`. */
function fullStop(plainText: string, length: number): number | null {
  let stop = plainText.lastIndexOf(".", length - 1);
  while (stop > 0 && DIGIT.test(plainText.charAt(stop - 1)) && DIGIT.test(plainText.charAt(stop + 1)))
    stop = plainText.lastIndexOf(".", stop - 1);
  return stop > length * CUT_FROM ? stop : null;
}

const DIGIT = /\p{Nd}/u;
const SPACE = /\s/;

/**
 * The end of the last word after `from` and beyond 70% of `length`; null if there is none. Spaces between digits belong
 * to a number. Scripts without spaces are cut by the word rules of Unicode (UAX 29).
 */
function wordEnd(plainText: string, length: number, from: number): number | null {
  const least = Math.max(from, Math.floor(length * CUT_FROM));
  for (let at = length; at > least; at -= 1) {
    const [before, after] = [plainText.charAt(at - 1), plainText.charAt(at)];
    if (!SPACE.test(after) || SPACE.test(before)) continue;
    if (!DIGIT.test(before) || !DIGIT.test(plainText.charAt(at + 1))) return at;
  }
  const start = Math.max(0, least - MAX_CHARACTER_UNITS);
  const near = plainText.slice(start, length + MAX_CHARACTER_UNITS);
  const word = new Intl.Segmenter("en", { granularity: "word" }).segment(near).containing(length - start);
  return word && start + word.index > least ? start + word.index : null;
}

const lengthCut = (plainText: string, length: number) =>
  isHighSurrogate(plainText.charCodeAt(length - 1)) ? length - 1 : length;

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** The start of a text, for descriptions: at most `length` characters and an ellipsis, lines joined. */
export function textBeginning(text: string, length: number): string {
  const line = text.replaceAll("\n", " ");
  const cut = previewCut(line, length);
  return cut === null ? line : `${line.slice(0, characterBorder(line, cut))}${ELLIPSIS}`;
}

/** Longer than any emoji or letter with combining marks, in UTF-16 units. */
const MAX_CHARACTER_UNITS = 64;

/** The last grapheme boundary at or before `at`. */
function characterBorder(text: string, at: number): number {
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(
    text.slice(0, at + MAX_CHARACTER_UNITS),
  );
  return characters.containing(at)?.index ?? at;
}

/** An element or text of content, whatever tree it is in: the server's nodes or the browser's. */
export type Part<Node> = string | { name: string; className: string; children: Iterable<Node> };
type Read<Node> = (node: Node) => Part<Node>;

/** Elements that a preview shows completely or not at all. */
const WHOLE = new Set(["table", "pre", "ul", "ol", "dl", "figure", "details", "h1", "h2", "h3", "h4", "h5", "h6"]);
const WHOLE_CLASSES: ReadonlySet<string> = new Set(["gallery", "footnotes", FILE_CLASS, ...CARDS]);
const HEADING = /^h[1-6]$/;
/** Elements around blocks. Those after the second are of other backends: ours have a class of `WHOLE_CLASSES`. */
const AROUND = new Set(["blockquote", "aside", "div", "section", "article", "main"]);
const BLOCK = /^(?:p|hr|img|picture)$/;

/** Whether a preview may end between the children of an element. */
export const isAroundBlocks = ({ name, className }: { name: string; className: string }): boolean =>
  AROUND.has(name) && !hasWholeClass(className);

const hasWholeClass = (className: string) => className.split(" ").some((one) => WHOLE_CLASSES.has(one));

/** A block of text, by its place in all the text. A whole one is not cut, nor are the pieces of code in others. */
type Stretch = { from: number; to: number; isWhole: boolean; isHeading: boolean; code: { from: number; to: number }[] };

/** Lists the blocks of text in order. Loose text and the marks around it are one. */
function stretchesOf<Node>(nodes: Iterable<Node>, read: Read<Node>): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  let loose: Stretch | null = null;
  const skip = (node: Node, code: Stretch["code"]): void => {
    const part = read(node);
    const from = at;
    if (typeof part === "string") at += part.length;
    else for (const child of part.children) skip(child, code);
    if (typeof part !== "string" && part.name === "code") code.push({ from, to: at });
  };
  const add = (node: Node, part: Part<Node>): void => {
    const isElement = typeof part !== "string";
    const isHeading = isElement && HEADING.test(part.name);
    const isWhole = isElement && (WHOLE.has(part.name) || hasWholeClass(part.className));
    const isBlock = isWhole || (isElement && BLOCK.test(part.name));
    const stretch: Stretch = (!isBlock && loose) || { from: at, to: at, isWhole, isHeading, code: [] };
    if (stretch !== loose) stretches.push(stretch);
    loose = isBlock ? null : stretch;
    skip(node, stretch.code);
    stretch.to = at;
  };
  const walk = (children: Iterable<Node>): void => {
    for (const node of children) {
      const part = read(node);
      if (typeof part === "string" && part.trim() === "" && !loose) at += part.length;
      else if (typeof part === "string" || !isAroundBlocks(part)) add(node, part);
      else {
        loose = null;
        walk(part.children);
        loose = null;
      }
    }
  };
  walk(nodes);
  return stretches.filter(({ from, to }) => to > from);
}

/** Where a preview ends: an index of the text, inside of a block or, if `isBetween`, before the block there. */
export type PreviewEnd = { at: number; isBetween: boolean };

/**
 * The end of the preview of content, null if all of it is shown. The rule of `previewCut`, but blocks such as tables,
 * code, lists and headings are shown completely or not at all, and a heading is not shown without what follows it.
 *
 * @param text - all text of the content, without separators
 */
export function previewEnd<Node>(
  text: string,
  length: number,
  nodes: Iterable<Node>,
  read: Read<Node>,
): PreviewEnd | null {
  if (text.length <= length) return null;
  const stretches = stretchesOf(nodes, read);
  const stop = fullStop(text, length);
  // A full stop is in a block, a length may be at its end.
  const index = stretches.findIndex(({ to }) => (stop === null ? to >= length : to > stop));
  const stretch = stretches[index];
  if (!stretch) return null;
  const before = endBefore(text, stretches, index);
  if (stretch.isWhole) return before ?? endBehind(stretches, index);
  const at = stop ?? wordEnd(text, length, stretch.from);
  const end = at === null ? null : (stretch.code.find(({ from, to }) => from < at && at < to)?.from ?? at);
  if (end !== null && end > stretch.from) return { at: end, isBetween: false };
  // A full stop in code may be far before the length, which is in another block then.
  return before ?? { at: Math.min(lengthCut(text, length), stretch.to), isBetween: false };
}

/** The end before a block and the headings above it; null if nothing else comes before. */
function endBefore(text: string, stretches: Stretch[], index: number): PreviewEnd | null {
  const last = stretches.findLastIndex(({ isHeading }, at) => at < index && !isHeading);
  const previous = stretches[last];
  if (!previous) return null;
  if (previous.isWhole) return { at: stretches[last + 1]?.from ?? text.length, isBetween: true };
  const words = text.slice(previous.from, previous.to).trimEnd();
  return { at: previous.from + words.length - (words.endsWith(".") ? 1 : 0), isBetween: false };
}

/** The end behind a block; null if it is the last one. */
function endBehind(stretches: Stretch[], index: number): PreviewEnd | null {
  const next = stretches[index + 1];
  return next ? { at: next.from, isBetween: true } : null;
}
