import { parseId } from "#shared/ids.ts";
import { isSlug, slugWords } from "#shared/slug.ts";
import { pageUrl } from "#shared/urls.ts";
import { blockKey, wholeBlocks } from "./keys.ts";
import { BUTTON_CLASS, CARDS, type ContentNode, type ContentTag, FILE_CLASS } from "./model.ts";

/** Separates the ids of an article from those of the page around it. */
const PREFIX = "h-";

/** Used ids, with the number of the last heading of the same words. */
export type HeadingIds = Map<string, number>;

/** The id of a heading: its words in any script, so that links stay valid, and a number for duplicates. */
export function headingId(text: string, taken: HeadingIds): string {
  const words = slugWords(text) || "section";
  let number = (taken.get(words) ?? 0) + 1;
  while (number > 1 && taken.has(`${words}-${number}`)) number += 1;
  taken.set(words, number);
  if (number === 1) return PREFIX + words;
  taken.set(`${words}-${number}`, 1);
  return `${PREFIX}${words}-${number}`;
}

/** Maximum bytes of submitted content without its pictures, and of stored content. */
export const MAX_CONTENT_BYTES = 1024 * 1024;
export const MAX_STORED_CONTENT_BYTES = 2 * MAX_CONTENT_BYTES;
export const MAX_EMBEDDED_PICTURES = 50;

/** Allowed schemes of links and pictures. Addresses without a scheme are paths of this site. */
const SCHEMES = {
  link: new Set(["http", "https", "mailto", "tel"]),
  picture: new Set(["http", "https"]),
};
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
export const hasScheme = (address: string): boolean => SCHEME.test(address);
const OTHER_HOST = /^[/\\]{2}/;
/** Characters that browsers ignore, or might ignore, in an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them
const PASSED_OVER = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g;

/**
 * Normalises the address of a link or picture; null if its scheme is not in `SCHEMES` or it has a host
 * without a scheme.
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

/** Unwraps a redirect link of Google Docs and Gmail; null for any other address. */
function redirectTarget(address: string): string | null {
  if (!GOOGLE_REDIRECT.test(address)) return null;
  const { searchParams } = new URL(address);
  const target = searchParams.get("q") ?? searchParams.get("url") ?? "";
  return /^https?:\/\//i.test(target) ? allowedAddress(target, "link") : null;
}

/**
 * The outermost elements of stored content and the text between them; joined they equal the content. Stored text
 * and attributes never contain `<` or `>`. Plain strings, like everything below: joined blocks are text
 * that must be parsed before it is content.
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
 * Blocks that can be recombined freely: each contains its footnotes, whereas stored content has numbers that link to a
 * list at its end. `<fn>` never occurs in stored content.
 *
 * Patterns avoid a parser in the browser: `contentHtml` writes each element in one way, with
 * `<`, `>` and quotes escaped in text and attributes, and `numberFootnotes` creates every `sup`, `id` and link
 * back of a note. HTML of any other shape is cut elsewhere or not at all; the result is always parsed.
 */
const REFERENCE = '<sup><a href="#';
const REFERENCE_REST = /^(fn-\d{1,4})" id="fnref-\d{1,4}">\d{1,4}<\/a><\/sup>/;
const NOTES = /^<section class="footnotes"><ol>(.*)<\/ol><\/section>$/s;
const NOTE = /^<li id="(fn-\d{1,4})">(.*)<\/li>$/s;
const LINK_BACK = / ?<a href="#fnref-\d{1,4}">↩<\/a>(<\/p>)?$/;
const [NOTE_START, NOTE_END] = ["<fn>", "</fn>"];

/** Returns the blocks of content with their footnotes; null if references and notes do not match. */
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

/** Joins blocks of `movableBlocks` to content, with footnotes renumbered and listed at its end. */
export function joinedBlocks(blocks: readonly string[]): string {
  const notes: string[] = [];
  const text = replaceNotes(blocks.join(""), (note) => {
    const number = notes.push(withLinkBack(note, notes.length + 1));
    return `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`;
  });
  const list = notes.length === 0 ? "" : `<section class="footnotes"><ol>${notes.join("")}</ol></section>`;
  return `${text}${list}`;
}

/** A note with its id and a link back at the end of its last line. */
function withLinkBack(note: string, number: number): string {
  const end = note.endsWith("</p>") ? note.length - "</p>".length : note.length;
  const line = note.slice(0, end);
  const isEmpty = end === 0 || (line.endsWith(">") && /^<p[ >]/.test(line.slice(line.lastIndexOf("<"))));
  const link = `${isEmpty ? "" : " "}<a href="#fnref-${number}">↩</a>`;
  return `<li id="fn-${number}">${line}${link}${note.slice(end)}</li>`;
}

/** A movable block for display, with footnotes as text in brackets. */
export const withNotesInLine = (block: string): string =>
  replaceNotes(
    block,
    (note) => ` [${replaceAfter(note, "<", (rest) => ` ${rest.slice(rest.indexOf(">") + 1)}`).trim()}]`,
  );

/**
 * Movable blocks with each footnote replaced by one character, the same for equal notes, and `restore`, which puts the
 * notes back. For comparisons that treat a note as a word.
 */
export function withNotesAsCharacters(blocks: readonly string[]) {
  const notes: string[] = [];
  const texts = blocks.map((block) =>
    replaceNotes(block, (note) => {
      const at = notes.includes(note) ? notes.indexOf(note) : notes.push(note) - 1;
      return String.fromCodePoint(FIRST_NOTE_CHARACTER + at);
    }),
  );
  const restore = (html: string): string =>
    notes.reduce(
      (text, note, at) =>
        text.replaceAll(String.fromCodePoint(FIRST_NOTE_CHARACTER + at), () => `${NOTE_START}${note}${NOTE_END}`),
      html,
    );
  return { texts, restore };
}

/** The start of a range for private use, which texts do not contain. */
const FIRST_NOTE_CHARACTER = 0xe000;

/** Replaces each movable note of `html`. */
const replaceNotes = (html: string, replace: (note: string) => string): string =>
  replaceAfter(html, NOTE_START, (rest) => {
    const end = rest.indexOf(NOTE_END);
    return replace(rest.slice(0, end)) + rest.slice(end + NOTE_END.length);
  });

/** Replaces each `mark` and the text up to the next one by `replace` of that text. */
const replaceAfter = (text: string, mark: string, replace: (rest: string) => string): string =>
  text
    .split(mark)
    .map((part, at) => (at === 0 ? part : replace(part)))
    .join("");

/**
 * The blocks of several versions of a content, each with its footnotes unless a version has them out of order. `join`
 * combines such blocks to content again.
 */
export function comparableBlocks(...versions: readonly string[]) {
  const movable = versions.map(movableBlocks).filter((blocks) => blocks !== null);
  const isMovable = movable.length === versions.length;
  const lists = isMovable ? movable : versions.map((html) => wholeBlocks(topLevelBlocks(html)));
  return {
    lists: lists.map(withoutEmptyEnd),
    isMovable,
    join: (blocks: readonly string[]) => (isMovable ? joinedBlocks(blocks) : blocks.join("")),
  };
}

/** Removes empty lines at the end, as the editor does. */
const withoutEmptyEnd = (blocks: readonly string[]): string[] =>
  blocks.slice(0, blocks.findLastIndex((block) => !["", "<p></p>"].includes(blockKey(block))) + 1);

/** All text without separators, the measure of the preview's length. */
export const rawText = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : rawText(node.children))).join("");

export const isTag = (node: ContentNode | undefined, name: string): node is ContentTag =>
  typeof node === "object" && node.name === name;

export const attributeOf = ({ attributes }: ContentTag, name: string): string =>
  attributes.find(([one]) => one === name)?.[1] ?? "";

/** Whether a node is a superscript or subscript other than a footnote reference (`isReference`). */
export const isScript = (node: ContentNode): node is ContentTag & { name: "sup" | "sub" } =>
  isTag(node, "sub") || (isTag(node, "sup") && !isReference(node));

/** Whether an element is a footnote reference, whose number is not text. Only references may have ids. */
export const isReference = (node: ContentTag): boolean =>
  isTag(node, "sup") && node.children.some((child) => isTag(child, "a") && attributeOf(child, "id") !== "");

const LINK_TO_REFERENCE = /^#?fnref-\d{1,4}$/;
const BACK_SIGN_ALONE = /^\s*↩[\ufe0e\ufe0f]?\s*$/;

/** Whether an element is a footnote's link back without words, which is not text. */
export const isBackLink = (node: ContentTag): boolean =>
  leadsBack(node) && BACK_SIGN_ALONE.test(node.children.join(""));

/** Whether an element is a link to a footnote reference. */
export const leadsBack = (node: ContentTag): boolean =>
  isTag(node, "a") && LINK_TO_REFERENCE.test(attributeOf(node, "href"));

export const isCard = (node: ContentNode): node is ContentTag =>
  isTag(node, "aside") && CARDS.some((name) => name === attributeOf(node, "class"));

export const isFile = (node: ContentNode): node is ContentTag =>
  isTag(node, "aside") && attributeOf(node, "class") === FILE_CLASS;

export type ButtonLink = { label: string; href: string };

/** The link of a button paragraph; null for any other, or with several links. */
export function buttonOf(node: ContentTag): ButtonLink | null {
  const isButton = isTag(node, "p") && attributeOf(node, "class").split(" ").includes(BUTTON_CLASS);
  const [link, ...others] = node.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  if (!isButton || !isTag(link, "a") || others.length > 0) return null;
  const label = rawText(link.children).trim();
  return label === "" ? null : { label, href: attributeOf(link, "href") };
}

/** The address of a pending card; null for any other. */
export function unmadeAddress(card: ContentTag): string | null {
  const [line, ...others] = card.children;
  const [link, ...more] = isTag(line, "p") ? line.children : [];
  if (others.length > 0 || more.length > 0 || !isTag(link, "a")) return null;
  const address = attributeOf(link, "href");
  return /^https?:\/\//i.test(address) && link.children.join("") === address ? address : null;
}

/** The number of the article at a path of this site; null for any other address. */
export function ownArticleId(address: string): number | null {
  const [start, section, id = "", ...more] = (/^[^?#]*/.exec(address)?.[0] ?? "").split("/");
  return start === "" && section === "article" && more.length <= 2 ? parseId(id) : null;
}

/** Sections of the site whose pages have cards, besides articles. */
const CARD_SECTIONS = new Set(["topics", "series"]);

/** The path of an article, a topic or a series of this site, by which its card is stored; null for any other address. */
export function ownCardPath(address: string): string | null {
  const id = ownArticleId(address);
  if (id !== null) return pageUrl.article(id);
  const [start, section = "", slug = "", ...more] = (/^[^?#]*/.exec(address)?.[0] ?? "").split("/");
  if (start !== "" || !CARD_SECTIONS.has(section) || more.join("") !== "") return null;
  try {
    const name = decodeURIComponent(slug).toLowerCase();
    return isSlug(name) ? `/${section}/${encodeURIComponent(name)}` : null;
  } catch {
    // Badly encoded.
    return null;
  }
}
