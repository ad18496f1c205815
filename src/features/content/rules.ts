import { mergeBlocks } from "#shared/sequences.ts";
import { blockKey, wholeBlocks } from "./keys.ts";
import type { ContentNode, ContentTag } from "./model.ts";
import { BUTTON_CLASS, CARDS, FILE_CLASS } from "./model.ts";

/** Maximum bytes of submitted content, without the pictures in it, and of stored content. */
export const MAX_CONTENT_BYTES = 1024 * 1024;
export const MAX_STORED_CONTENT_BYTES = 2 * MAX_CONTENT_BYTES;
export const MAX_EMBEDDED_PICTURES = 50;

/** Length of the article page's preview, in characters of plain text. */
export const ARTICLE_PREVIEW_LENGTH = 500;

/** Appended to a shortened text. */
export const ELLIPSIS = "...";

/** How far into the preview the last full stop must be for the cut to be made there. */
const SENTENCE_CUT_FROM = 0.7;

/**
 * The index where the preview of `plainText` ends, or null if it is short enough to be shown whole: at the last full
 * stop if that is beyond 70% of `length`, otherwise at `length`. The point in a number such as 3.5 is not a full stop,
 * and a surrogate pair is never split.
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

/** Allowed schemes of links and pictures. Anything without a scheme is a path of this site. */
const SCHEMES = {
  link: new Set(["http", "https", "mailto", "tel"]),
  picture: new Set(["http", "https"]),
};
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const OTHER_HOST = /^[/\\]{2}/;
/** Characters that browsers ignore in an address, or might. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what browsers pass over
const PASSED_OVER = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g;

/**
 * A link's or picture's address as it may be stored; null if its scheme is not in `SCHEMES` or it names another host
 * without one.
 */
export function allowedAddress(address: string, kind: keyof typeof SCHEMES): string | null {
  const plain = address.replace(/\p{Cc}/gu, "").trim();
  const read = plain.replace(PASSED_OVER, "");
  if (read === "" || OTHER_HOST.test(read)) return null;
  const scheme = SCHEME.exec(read)?.[1]?.toLowerCase();
  if (scheme !== undefined && !SCHEMES[kind].has(scheme)) return null;
  return (kind === "link" && redirectTarget(plain)) || plain;
}

const GOOGLE_REDIRECT = /^https?:\/\/(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?\/url\?/i;

/** Where a link leads that Google Docs and Gmail wrap in an address of their own; null for any other. */
function redirectTarget(address: string): string | null {
  if (!GOOGLE_REDIRECT.test(address)) return null;
  const { searchParams } = new URL(address);
  const target = searchParams.get("q") ?? searchParams.get("url") ?? "";
  return /^https?:\/\//i.test(target) ? allowedAddress(target, "link") : null;
}

/** The beginning of a text, for descriptions: at most `length` characters and an ellipsis, its lines joined. */
export function textBeginning(text: string, length: number): string {
  const line = text.replaceAll("\n", " ");
  const cut = previewCut(line, length);
  return cut === null ? line : `${line.slice(0, characterBorder(line, cut))}${ELLIPSIS}`;
}

/** More than any emoji or letter with its marks takes, in UTF-16 units. */
const MAX_CHARACTER_UNITS = 64;

/** The last border of characters, as people see them, at or before `at`. */
function characterBorder(text: string, at: number): number {
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(
    text.slice(0, at + MAX_CHARACTER_UNITS),
  );
  return characters.containing(at)?.index ?? at;
}

/**
 * The outermost elements of stored content, and the text between them: joined they are the content again. Stored text
 * and attributes never contain `<` or `>`. Plain strings, as everything below: what is put together of blocks is text
 * that was not parsed, and becomes content only when it is.
 */
export function topLevelBlocks(html: string): string[] {
  const blocks: string[] = [];
  let [from, depth] = [0, 0];
  const cut = (to: number) => {
    if (to > from) blocks.push(html.slice(from, to));
    from = to;
  };
  for (let open = html.indexOf("<"); open !== -1; open = html.indexOf("<", open + 1)) {
    const end = html.indexOf(">", open) + 1;
    const isEnd = html[open + 1] === "/";
    if (!isEnd && depth === 0) cut(open);
    if (isEnd) depth -= 1;
    else if (html[end - 2] !== "/") depth += 1;
    if (depth === 0) cut(end);
  }
  cut(html.length);
  return blocks;
}

/**
 * Blocks that can be put together freely: each has its footnotes in it, where stored content has numbers that lead to a
 * list at its end. `<fn>` occurs in no stored content.
 *
 * Patterns find what a tree would, without a parser in the browser: `contentHtml` writes each element in one way, with
 * `<`, `>` and quotes escaped in text and attributes, and `numberFootnotes` makes every `sup`, every `id` and every link
 * back of a note itself. HTML of any other shape is cut elsewhere, or not at all; what comes of it is parsed in any case.
 */
const REFERENCE = '<sup><a href="#';
const REFERENCE_REST = /^(fn-\d{1,4})" id="fnref-\d{1,4}">\d{1,4}<\/a><\/sup>/;
const NOTES = /^<section class="footnotes"><ol>(.*)<\/ol><\/section>$/s;
const NOTE = /^<li id="(fn-\d{1,4})">(.*)<\/li>$/s;
const LINK_BACK = / ?<a href="#fnref-\d{1,4}">↩<\/a>(<\/p>)?$/;
const [NOTE_START, NOTE_END] = ["<fn>", "</fn>"];

/** Returns the blocks of content with their footnotes; null where references and notes do not fit each other. */
export function movableBlocks(html: string): string[] | null {
  const blocks = wholeBlocks(topLevelBlocks(html));
  const list = NOTES.exec(blocks.at(-1)?.trim() ?? "")?.[1];
  const text = list === undefined ? blocks : blocks.slice(0, -1);
  const notes = new Map<string, string>();
  for (const item of topLevelBlocks(list ?? "")) {
    const [, id, note = ""] = NOTE.exec(item) ?? [];
    if (id === undefined) return null;
    notes.set(id, note.replace(LINK_BACK, "$1"));
  }
  let fits = true;
  const movable = text.map((block) =>
    replaceAfter(block, REFERENCE, (rest) => {
      const [reference, id] = REFERENCE_REST.exec(rest) ?? [];
      if (reference === undefined || id === undefined) return REFERENCE + rest;
      const note = notes.get(id);
      fits &&= notes.delete(id);
      return `${NOTE_START}${note}${NOTE_END}${rest.slice(reference.length)}`;
    }),
  );
  return fits && notes.size === 0 ? movable : null;
}

/** Blocks of `movableBlocks` as content again: its footnotes numbered in their order, and listed at its end. */
export function joinedBlocks(blocks: readonly string[]): string {
  const notes: string[] = [];
  const text = replaceNotes(blocks.join(""), (note) => {
    const number = notes.push(withLinkBack(note, notes.length + 1));
    return `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`;
  });
  const list = notes.length === 0 ? "" : `<section class="footnotes"><ol>${notes.join("")}</ol></section>`;
  return `${text}${list}`;
}

/** A note with its id, and the link back at the end of its last line. */
function withLinkBack(note: string, number: number): string {
  const end = note.endsWith("</p>") ? note.length - "</p>".length : note.length;
  const line = note.slice(0, end);
  const isEmpty = end === 0 || (line.endsWith(">") && /^<p[ >]/.test(line.slice(line.lastIndexOf("<"))));
  const link = `${isEmpty ? "" : " "}<a href="#fnref-${number}">↩</a>`;
  return `<li id="fn-${number}">${line}${link}${note.slice(end)}</li>`;
}

/** A movable block for a reader: its footnotes in brackets, as text. */
export const withNotesInLine = (block: string): string =>
  replaceNotes(
    block,
    (note) => ` [${replaceAfter(note, "<", (rest) => ` ${rest.slice(rest.indexOf(">") + 1)}`).trim()}]`,
  );

/** `html` with each of its movable notes replaced. */
const replaceNotes = (html: string, replace: (note: string) => string): string =>
  replaceAfter(html, NOTE_START, (rest) => {
    const end = rest.indexOf(NOTE_END);
    return replace(rest.slice(0, end)) + rest.slice(end + NOTE_END.length);
  });

/** A text in which each `mark` and what follows it, up to the next one, is replaced by what `replace` makes of the latter. */
const replaceAfter = (text: string, mark: string, replace: (rest: string) => string): string =>
  text
    .split(mark)
    .map((part, at) => (at === 0 ? part : replace(part)))
    .join("");

/**
 * The blocks of some versions of a content: with their footnotes in them, unless these are out of order in one. `join`
 * puts such blocks together again.
 */
export function comparableBlocks(...versions: readonly string[]) {
  const movable = versions.map(movableBlocks).filter((blocks) => blocks !== null);
  const isMovable = movable.length === versions.length;
  const lists = isMovable ? movable : versions.map((html) => wholeBlocks(topLevelBlocks(html)));
  return {
    lists: lists.map(withoutEmptyEnd),
    join: (blocks: readonly string[]) => (isMovable ? joinedBlocks(blocks) : blocks.join("")),
  };
}

/** Merges two changes of the same content block by block; undefined where both changed the same one. */
export function mergedContent(base: string, mine: string, theirs: string): string | undefined {
  const { lists, join } = comparableBlocks(base, mine, theirs);
  const [began = [], own = [], others = []] = lists;
  const merged = mergeBlocks(began, own, others, blockKey);
  return merged && join(merged);
}

/** The blocks without empty lines at the end, which the editor leaves out. */
const withoutEmptyEnd = (blocks: readonly string[]): string[] =>
  blocks.slice(0, blocks.findLastIndex((block) => !["", "<p></p>"].includes(blockKey(block))) + 1);

/** All text without separators: the preview's length is measured in it. */
export const rawText = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : rawText(node.children))).join("");

export const isTag = (node: ContentNode | undefined, name: string): node is ContentTag =>
  typeof node === "object" && node.name === name;

/** The value of an attribute; empty where there is none. */
export const attributeOf = ({ attributes }: ContentTag, name: string): string =>
  attributes.find(([one]) => one === name)?.[1] ?? "";

/** Whether a node is a superscript or subscript, which is not a reference (`isReference`). */
export const isScript = (node: ContentNode): node is ContentTag & { name: "sup" | "sub" } =>
  isTag(node, "sub") || (isTag(node, "sup") && !isReference(node));

/** Whether an element is the reference to a footnote, whose number is no text; ids are left to these alone. */
export const isReference = (node: ContentTag): boolean =>
  isTag(node, "sup") && node.children.some((child) => isTag(child, "a") && attributeOf(child, "id") !== "");

const LINK_TO_REFERENCE = /^#?fnref-\d{1,4}$/;
const BACK_SIGN_ALONE = /^\s*↩[\ufe0e\ufe0f]?\s*$/;

/** Whether an element is a footnote's link back to the text, which is no text itself: its sign alone, without words. */
export const isBackLink = (node: ContentTag): boolean =>
  leadsBack(node) && BACK_SIGN_ALONE.test(node.children.join(""));

/** Whether an element is a link to the reference of a footnote, whatever its words. */
export const leadsBack = (node: ContentTag): boolean =>
  isTag(node, "a") && LINK_TO_REFERENCE.test(attributeOf(node, "href"));

/** Whether a node is the card of a page on another host. */
export const isCard = (node: ContentNode): node is ContentTag =>
  isTag(node, "aside") && CARDS.some((name) => name === attributeOf(node, "class"));

/** Whether a node offers a file on another host. */
export const isFile = (node: ContentNode): node is ContentTag =>
  isTag(node, "aside") && attributeOf(node, "class") === FILE_CLASS;

export type ButtonLink = { label: string; href: string };

/** The link of a paragraph that is a button; null for any other, and for one that is more than one link. */
export function buttonOf(node: ContentTag): ButtonLink | null {
  const isButton = isTag(node, "p") && attributeOf(node, "class").split(" ").includes(BUTTON_CLASS);
  const [link, ...others] = node.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  if (!isButton || !isTag(link, "a") || others.length > 0) return null;
  const label = rawText(link.children).trim();
  return label === "" ? null : { label, href: attributeOf(link, "href") };
}

/** The address of a card that is not made yet; null for any other. */
export function unmadeAddress(card: ContentTag): string | null {
  const [line, ...others] = card.children;
  const [link, ...more] = isTag(line, "p") ? line.children : [];
  if (others.length > 0 || more.length > 0 || !isTag(link, "a")) return null;
  const address = attributeOf(link, "href");
  return /^https?:\/\//i.test(address) && link.children.join("") === address ? address : null;
}
