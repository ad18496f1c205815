import { MODERN_FORMATS, parsePictureUrl, pictureSrcSet } from "#shared/pictures.ts";
import { ELLIPSIS, previewCut } from "../rules.ts";

/** How wide a picture inside the text is shown: the measure of the text, or the phone less its margins. */
const CONTENT_PICTURE_SIZES = "(min-width: 720px) 680px, calc(100vw - 40px)";

/** Tags, runs of text, and a stray `<`. Linear: every alternative starts with a different character. */
const TOKEN = /<\/?[a-z][a-z0-9-]*(?:"[^"]*"|'[^']*'|[^'"<>])*>|[^<]+|</gi;
const TAG_NAME = /^<\/?([a-z][a-z0-9-]*)/i;
const ATTRIBUTE = /\s([a-z][a-z0-9-]*)(?:="([^"]*)")?/gi;
const TEXT_PIECE = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});|[^&]+|&/gi;
const VOID_ELEMENTS = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "source", "track", "wbr"]);
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Article content made ready for the page. `hasRest` tells whether a preview hides a part of it. */
export type PreparedContent = { html: string; hasRest: boolean };

/**
 * Makes sanitised content ready to be shown, alike on the server and in the browser: headings start below the page's
 * h1, stored pictures get their sizes and formats, and the part behind the preview is marked.
 */
export function prepareContent(html: string, previewLength: number): PreparedContent {
  return markRest(dressContent(html), previewLength);
}

/** The text of an HTML fragment, with its character references read. */
export function plainTextOf(html: string): string {
  let plainText = "";
  for (const token of tokensOf(html)) if (!isTag(token)) plainText += readText(token);
  return plainText;
}

/**
 * Marks what a preview hides, leaving all of it in place: after the cut of `previewCut` stands a
 * `<span data-ellipsis>`, every later element carries `data-rest`, and later text directly inside an element that the
 * cut goes through is wrapped in `<span data-rest>`. One style rule shows or hides the lot, so the text is in the page
 * for search engines and for readers without scripts, and opening it joins the halves without a seam.
 */
export function markRest(html: string, previewLength: number): PreparedContent {
  const cut = previewCut(plainTextOf(html), previewLength);
  if (cut === null) return { html, hasRest: false };
  let out = "";
  let seen = 0;
  let isCut = false;
  /** Elements opened since the cut and not closed again: inside one, its own mark covers everything. */
  let restDepth = 0;
  for (const token of tokensOf(html)) {
    if (isTag(token)) {
      if (!isCut) {
        out += token;
      } else if (token.startsWith("</")) {
        out += token;
        if (restDepth > 0) restDepth--;
      } else {
        out += restDepth === 0 ? withAttributes(token, " data-rest") : token;
        if (!isVoid(token)) restDepth++;
      }
      continue;
    }
    if (isCut) {
      out += restDepth === 0 ? wrapRest(token) : token;
      continue;
    }
    const text = readText(token);
    if (seen + text.length < cut) {
      seen += text.length;
      out += token;
    } else {
      const at = rawIndex(token, cut - seen);
      out += `${token.slice(0, at)}<span data-ellipsis>${ELLIPSIS}</span>${wrapRest(token.slice(at))}`;
      isCut = true;
    }
  }
  return { html: out, hasRest: true };
}

/**
 * Dresses sanitised content for the page. Pictures of our own store become `<picture>` with their size (so that nothing
 * moves), modern formats and widths; all pictures load when they come near. Code and tables, which may be wider than the
 * page, can be scrolled from the keyboard. Where the content has an h1, every heading goes one level down: the page has
 * its own.
 */
export function dressContent(html: string): string {
  const levelsDown = /<h1[\s>]/i.test(html) ? 1 : 0;
  let out = "";
  for (const token of tokensOf(html)) {
    const name = isTag(token) ? nameOf(token) : "";
    if (name === "img") out += dressPicture(token);
    else if (/^(pre|table)$/.test(name) && !token.startsWith("</")) out += withAttributes(token, ' tabindex="0"');
    else if (levelsDown && /^h[1-5]$/.test(name)) out += token.replace(/\d/, (level) => String(Number(level) + 1));
    else out += token;
  }
  return out;
}

function dressPicture(tag: string): string {
  const attributes = new Map([...tag.matchAll(ATTRIBUTE)].map((match) => [match[1]?.toLowerCase(), match[2] ?? ""]));
  const src = attributes.get("src") ?? "";
  const picture = parsePictureUrl(src);
  const missing = (name: string, value: string | number) => (attributes.has(name) ? "" : ` ${name}="${value}"`);
  const lazy = missing("loading", "lazy") + missing("decoding", "async") + missing("alt", "");
  if (!picture) return withAttributes(tag, lazy);
  const size = missing("width", picture.width) + missing("height", picture.height);
  const sources = MODERN_FORMATS.map(
    (format) =>
      `<source type="image/${format}" srcset="${pictureSrcSet(src, format)}" sizes="${CONTENT_PICTURE_SIZES}">`,
  );
  return `<picture>${sources.join("")}${withAttributes(tag, size + lazy)}</picture>`;
}

const tokensOf = (html: string): string[] => html.match(TOKEN) ?? [];
const isTag = (token: string) => token.length > 2 && token.startsWith("<");
const nameOf = (tag: string) => TAG_NAME.exec(tag)?.[1]?.toLowerCase() ?? "";
const isVoid = (tag: string) => tag.endsWith("/>") || VOID_ELEMENTS.has(nameOf(tag));
const withAttributes = (tag: string, attributes: string) => tag.replace(/\s*\/?>$/, (end) => attributes + end.trim());
/** Space between blocks stays bare: a span has no place between list items or table rows. */
const wrapRest = (text: string) => (text.trim() === "" ? text : `<span data-rest>${text}</span>`);

function readText(raw: string): string {
  return raw.includes("&") ? (raw.match(TEXT_PIECE) ?? []).map(readPiece).join("") : raw;
}

/** An unknown name counts as one character: only its place matters here. */
function readPiece(piece: string): string {
  if (piece.length < 3 || !piece.startsWith("&")) return piece;
  const body = piece.slice(1, -1);
  if (!body.startsWith("#")) return NAMED[body] ?? "\ufffd";
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

/** The index into `raw` that stands for `index` characters of its text. */
function rawIndex(raw: string, index: number): number {
  if (!raw.includes("&")) return index;
  let read = 0;
  let at = 0;
  for (const piece of raw.match(TEXT_PIECE) ?? []) {
    const text = readPiece(piece);
    const isReference = text !== piece;
    if (read + text.length >= index) return at + (isReference ? piece.length : index - read);
    read += text.length;
    at += piece.length;
  }
  return raw.length;
}
