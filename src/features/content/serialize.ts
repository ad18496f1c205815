import { type CleanHtml, escapeText, escapeValue, type PageHtml } from "#shared/html.ts";
import type { Direction } from "#shared/language.ts";
import { isTall, MODERN_FORMATS, parsePictureUrl, phoneSizes, pictureSrcSet } from "#shared/pictures.ts";
import { highlighter } from "./internal/highlight.ts";
import { blockDirection, hasDirection, pageAttributes } from "./internal/page-attributes.ts";
import { type ContentNode, type ContentTag, contentElement, PICTURE_WIDTHS, type PictureWidth } from "./model.ts";
import { ELLIPSIS, isAroundBlocks, type Part, type PreviewEnd, previewEnd } from "./preview.ts";
import { attributeOf, type HeadingIds, hasScheme, headingId, isCard, isFile, rawText } from "./rules.ts";

type Placed = { cell: ContentTag; column: number; isHead: boolean };

const GAPS = /[\s'’]/g;
const CODE = /^[A-Z]{3}\s/;
/** Allowed before a number (sign, currency) and after it (exponent, unit): `-$1,234.50`, `3.2M`, `~12%`. */
const BEFORE = /^[(~≈<>≤≥±+\-−–]{0,3}(?:[A-Z]{0,3}\p{Sc})?[+\-−–]?/u;
const EXPONENT = /e[+\-−]\d{1,3}$/;
const AFTER = /(?:%|‰|\p{Sc}|[A-Za-z×]{1,5})?\)?$/u;
const DIGITS = /^\d[\d.,]*$/;
const isNumber = (text: string): boolean =>
  DIGITS.test([CODE, GAPS, BEFORE, EXPONENT, AFTER].reduce((rest, part) => rest.replace(part, ""), text));
const MISSING = /^(?:[-–—]|n\/?a)?$/i;

const isElement = (node: ContentNode): node is ContentTag => typeof node !== "string";
const spanOf = (cell: ContentTag, name: string): number => Number(attributeOf(cell, name)) || 1;

const rowsOf = (nodes: ContentNode[]): ContentTag[] =>
  nodes.filter(isElement).flatMap((node) => (node.name === "tr" ? [node] : rowsOf(node.children)));

function placedCells(table: ContentTag): Placed[] {
  /** For each column, the first row that no cell from above reaches. */
  const freeFrom: number[] = [];
  return rowsOf(table.children).flatMap((row, at) => {
    const cells = row.children.filter(isElement);
    const isHead = cells.every(({ name }) => name === "th");
    let column = 0;
    return cells.flatMap((cell) => {
      while ((freeFrom[column] ?? 0) > at) column += 1;
      const [first, columns, end] = [column, spanOf(cell, "colspan"), at + spanOf(cell, "rowspan")];
      for (; column < first + columns; column += 1) freeFrom[column] = end;
      return columns === 1 ? [{ cell, column: first, isHead }] : [];
    });
  });
}

/** Returns the cells of numeric columns with their headings, which pages align at the end. */
function numericCells(table: ContentTag): Set<ContentNode> {
  const columns = Map.groupBy(placedCells(table), ({ column }) => column);
  const numeric = [...columns.values()].filter((cells) => {
    const texts = cells.filter(({ isHead }) => !isHead).map(({ cell }) => rawText(cell.children).trim());
    return texts.some(isNumber) && texts.every((text) => isNumber(text) || MISSING.test(text));
  });
  return new Set(numeric.flat().map(({ cell }) => cell));
}

/** Maximum rendered width of a picture in the text, in pixels: the width of the text column. */
const TEXT_WIDTH = 680;
const HALF_WIDTH = 336;
/** Maximum pictures per article with formats and widths: ten times the markup, up to 30 MB without a limit. */
const MAX_DRESSED_PICTURES = 300;
const PHONE_WIDTH = "calc(100vw - 40px)";
const PHONE_HALF_WIDTH = "calc(50vw - 24px)";

export type SerializedContent = { html: CleanHtml; addresses: number[] };

/** The content as stored and returned to clients. Always well-formed; parsing it gives the same tree. */
export function contentHtml(nodes: ContentNode[]): SerializedContent {
  const addresses: number[] = [];
  let html = "";
  const write = (node: ContentNode): void => {
    if (typeof node === "string") {
      html += escapeText(node);
      return;
    }
    html += `<${node.name}`;
    for (const [name, value] of node.attributes) {
      html += ` ${name}="`;
      const rule = contentElement(node.name)?.attributes?.[name];
      if ((rule === "link" || rule === "picture") && !hasScheme(value)) addresses.push(html.length);
      html += `${escapeValue(value)}"`;
    }
    if (isVoid(node)) {
      html += " />";
      return;
    }
    html += ">";
    for (const child of node.children) write(child);
    html += `</${node.name}>`;
  };
  for (const node of nodes) write(node);
  return { html: html as CleanHtml, addresses };
}

export type PageContent = { html: PageHtml; hasRest: boolean };

/**
 * The content as readers' pages show it. Stored pictures get their size (to avoid layout shifts), modern formats and
 * widths; all pictures load lazily; content that may be larger than its frame, very tall pictures included, can be
 * scrolled by keyboard; columns of numbers are marked; code of a known language has colours. If the content has an h1, or what it is a part of has one
 * (`hasTitle`), every heading is lowered by one level: the page has an h1 of its own.
 *
 * Blocks whose direction differs from the one around them say so. Headings have ids made of their words, and link to
 * themselves unless they contain a link; `ids` are those of other parts of the page.
 *
 * What a preview of `previewLength` characters hides (`previewEnd`) is marked and left in place: the cut is followed by a
 * `<span data-ellipsis>`, every later element has `data-rest`, and later text directly inside an element that contains
 * the cut is wrapped in `<span data-rest>`. One CSS rule shows or hides it all, so the text is in the page for search
 * engines and for readers without scripts, and expanding it joins the halves seamlessly.
 */
export function pageHtml(
  nodes: ContentNode[],
  previewLength: number,
  hasTitle: boolean = hasElement(nodes, "h1"),
  ids: HeadingIds = new Map(),
): PageContent {
  const end = previewEnd(rawText(nodes), previewLength, nodes, partOf);
  const preview = previewMarks(end);
  const levelsDown = hasTitle ? 1 : 0;
  const highlighted = highlighter();
  let html = "";
  let pictures = 0;
  let numbers: ReadonlySet<ContentNode> = new Set();
  const hasFull = nodes.some((node) => widthOf(node) === "full");
  const write = (node: ContentNode, around: Around): void => {
    const { isInRest, isHalf, isInFigure, isElsewhere, width, direction } = around;
    if (around.isAmongBlocks) html += preview.before();
    if (typeof node === "string") {
      html += preview.text(node, isInRest);
      return;
    }
    const mark = preview.isCut() && !isInRest ? " data-rest" : "";
    const page = contentElement(node.name)?.page;
    if (page === "picture") {
      html += pictureHtml(node, mark, { isDressed: ++pictures <= MAX_DRESSED_PICTURES, isHalf, isInFigure, width });
      return;
    }
    const name = page === "heading" ? `h${Number(node.name[1]) + levelsDown}` : node.name;
    const leaves = isElsewhere && node.name === "a" && hasScheme(attributeOf(node, "href"));
    const more = leaves ? OPENS_ELSEWHERE : pageAttributes(node);
    if (name === "table") numbers = numericCells(node);
    const number = numbers.has(node) ? ' data-number=""' : "";
    const own = blockDirection(node, direction);
    const added: [string, string][] = own === direction || hasDirection(node) ? [] : [["dir", own]];
    const anchor = page === "heading" ? headingId(rawText(node.children), ids) : null;
    if (anchor !== null) added.push(["id", anchor]);
    if (width && name === "figure") added.push(["class", width.name]);
    html += `<${name}${attributesHtml([...node.attributes, ...added, ...more])}${number}${mark}>`;
    if (isVoid(node)) return;
    const isLink = anchor !== null && !hasElement(node.children, "a");
    if (isLink) html += `<a${attributesHtml([["href", `#${anchor}`]])}>`;
    const isRest = isInRest || mark !== "";
    const children = node.name === "pre" ? node.children.map(highlighted) : node.children;
    for (const [at, child] of children.entries())
      write(child, {
        isInRest: isRest,
        isHalf: isHalf || isHalfWide(node, at),
        isInFigure: node.name === "figure",
        isElsewhere: isElsewhere || isCard(node) || isFile(node),
        isAmongBlocks:
          around.isAmongBlocks && isAroundBlocks({ name: node.name, className: attributeOf(node, "class") }),
        width: node.name === "figure" ? width : null,
        direction: own,
      });
    html += isLink ? `</a></${name}>` : `</${name}>`;
  };
  for (const node of nodes) {
    const name = widthOf(node);
    write(node, {
      ...OUTERMOST,
      width: name && { name, pixels: name === "full" ? FULL_WIDTH : hasFull ? ALONE : WITH_SIDEBAR },
    });
  }
  return { html: html as PageHtml, hasRest: end !== null };
}

/** Marks the end of a preview while its content is written in order. */
function previewMarks(end: PreviewEnd | null) {
  const ellipsis = `<span data-ellipsis>${ELLIPSIS}</span>`;
  let [seen, isCut] = [0, false];
  return {
    isCut: () => isCut,
    /** What comes before a block. */
    before(): string {
      if (isCut || !end?.isBetween || seen !== end.at) return "";
      isCut = true;
      return ellipsis;
    },
    text(text: string, isInRest: boolean): string {
      if (isCut) return isInRest ? escapeText(text) : wrapRest(text);
      const at = end && !end.isBetween ? end.at - seen : Number.POSITIVE_INFINITY;
      seen += text.length;
      if (text.length < at) return escapeText(text);
      isCut = true;
      return escapeText(text.slice(0, at)) + ellipsis + wrapRest(text.slice(at));
    },
  };
}

const partOf = (node: ContentNode): Part<ContentNode> =>
  typeof node === "string" ? node : { name: node.name, className: attributeOf(node, "class"), children: node.children };

/** The displayed width of a wide picture. */
type Extent = { name: PictureWidth; pixels: number };

type Around = {
  isInRest: boolean;
  isHalf: boolean;
  isInFigure: boolean;
  isElsewhere: boolean;
  isAmongBlocks: boolean;
  width: Extent | null;
  direction: Direction;
};
const OUTERMOST: Around = {
  isInRest: false,
  isHalf: false,
  isInFigure: false,
  isElsewhere: false,
  isAmongBlocks: true,
  width: null,
  direction: "ltr",
};

/** The width class of a top-level picture or figure; null for the width of the text. */
function widthOf(node: ContentNode): PictureWidth | null {
  if (typeof node === "string") return null;
  if (node.name === "figure") return node.children.map(widthOf).find((width) => width !== null) ?? null;
  const picture = parsePictureUrl(attributeOf(node, "src"));
  const given = node.name === "img" && !(picture && isTall(picture)) ? attributeOf(node, "class") : "";
  return PICTURE_WIDTHS.find((width) => width === given) ?? null;
}

/** Videos, posts and files open at their host in a new tab: nothing of them is loaded here, even after a click. */
const OPENS_ELSEWHERE: [string, string][] = [
  ["target", "_blank"],
  ["rel", "noopener noreferrer"],
];

/** A gallery has two pictures per row; with an odd number, the first has the full width. */
const isHalfWide = ({ name, children }: ContentTag, at: number): boolean =>
  contentElement(name)?.page === "gallery" && (at > 0 || children.length % 2 === 0);

/** White space between blocks is not wrapped, because a span is not allowed between list items or table rows. */
const wrapRest = (text: string) =>
  text.trim() === "" ? escapeText(text) : `<span data-rest>${escapeText(text)}</span>`;

const FULL_SIZES = `(min-width: 720px) ${TEXT_WIDTH}px, ${PHONE_WIDTH}`;
/** Pictures of a gallery fill their cells, whatever their size. */
const HALF_SIZES = `(min-width: 720px) ${HALF_WIDTH}px, ${PHONE_HALF_WIDTH}`;
const ownSizes = (width: number) => `min(${width}px, ${PHONE_WIDTH})`;
/** The largest widths in picture-widths.css: of a wide picture next to the sidebar or without it, and of a full one. */
const [WITH_SIDEBAR, ALONE, FULL_WIDTH] = [736, 992, 1600];

function sizesOf(picture: { width: number }, isHalf: boolean, width: Extent | null): string {
  if (isHalf) return HALF_SIZES;
  if (!width) return picture.width < TEXT_WIDTH ? ownSizes(picture.width) : FULL_SIZES;
  if (picture.width < width.pixels) return `min(${picture.width}px, 100vw)`;
  return width.name === "full" ? phoneSizes("100vw") : `(min-width: 1024px) ${width.pixels}px, ${phoneSizes("100vw")}`;
}

type Shown = { isDressed: boolean; isHalf: boolean; isInFigure: boolean; width: Extent | null };

function pictureHtml(node: ContentTag, mark: string, { isDressed, isHalf, isInFigure, width }: Shown): string {
  const attributes = new Map(node.attributes);
  const src = attributes.get("src") ?? "";
  const picture = parsePictureUrl(src);
  attributes.set("alt", attributes.get("alt") ?? "");
  // Never larger than its real size, whatever size was given.
  if (picture && !(Number(attributes.get("width")) <= picture.width)) {
    attributes.set("width", String(picture.width));
    attributes.set("height", String(picture.height));
  }
  attributes.set("loading", "lazy");
  attributes.set("decoding", "async");
  // On the outermost element of the picture, which the style sheet makes wider.
  attributes.delete("class");
  const shown = width && !isInFigure ? ` class="${width.name}"` : "";
  if (!picture || !isDressed) return `<img${attributesHtml([...attributes])}${shown}${mark}>`;
  const sizes = sizesOf(picture, isHalf, width);
  const sources = MODERN_FORMATS.map(
    (format) => `<source type="image/${format}" srcset="${pictureSrcSet(src, format)}" sizes="${sizes}">`,
  );
  const scrolls = !isHalf && isTall(picture) ? ' class="tall" tabindex="0"' : "";
  return `<picture${scrolls || shown}${mark}>${sources.join("")}<img${attributesHtml([...attributes])}></picture>`;
}

export function hasElement(nodes: readonly ContentNode[], name: string): boolean {
  return nodes.some((node) => typeof node !== "string" && (node.name === name || hasElement(node.children, name)));
}

const isVoid = (node: ContentTag) => contentElement(node.name)?.kind === "void";
const attributesHtml = (attributes: [string, string][]) =>
  attributes.map(([name, value]) => ` ${name}="${escapeValue(value)}"`).join("");

/**
 * Tells browsers that pictures of the text's width, and those of galleries, are as wide as a page without a sidebar lets a
 * wide picture be (picture-widths.css). For serialized HTML only.
 */
export const widePictures = (html: string): string =>
  html
    .replaceAll(`sizes="${FULL_SIZES}"`, `sizes="(min-width: 1024px) ${ALONE}px, ${phoneSizes("100vw")}"`)
    .replaceAll(`sizes="${HALF_SIZES}"`, `sizes="(min-width: 1024px) ${ALONE / 2}px, ${PHONE_HALF_WIDTH}"`);

/**
 * Marks the links of a paid text to other sites, as search engines require. For serialized HTML only, whose texts and
 * values have `<` and `>` escaped.
 */
export function sponsoredLinks(html: string): string {
  const [start = "", ...links] = html.split("<a ");
  return start + links.map(sponsoredLink).join("");
}

function sponsoredLink(rest: string): string {
  const tag = rest.slice(0, rest.indexOf(">") + 1);
  if (!tag.includes('href="http')) return `<a ${rest}`;
  return tag.includes('rel="') ? `<a ${rest.replace('rel="', 'rel="sponsored ')}` : `<a rel="sponsored" ${rest}`;
}
