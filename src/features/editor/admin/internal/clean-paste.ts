import { ARTICLE_ATTRIBUTE, DROPPED_ELEMENTS, hasClass, SUGGESTION_ATTRIBUTE } from "#features/content/model.ts";
import { linkAddress, pictureAddress } from "../safe-address.ts";
import { languageOf } from "./code-language.tsx";
import { FOOTNOTE_ATTRIBUTE as FOOTNOTE } from "./footnote-node.ts";
import { removeHidden } from "./hidden-parts.ts";
import { withoutReferrer } from "./machine-marks.ts";
import { takeFootnotes } from "./pasted-footnotes.ts";
import { dataFile, type PastedPictures } from "./pasted-pictures.ts";
import { makeHeaderRow } from "./pasted-tables.ts";
import {
  alignmentOf,
  blockOf,
  classesOf,
  elementsOf,
  findElement,
  holds,
  isBlock,
  isHidden,
  isRightToLeft,
  isTracker,
  makeElement,
  makeWordLists,
  marksOf,
  type PastedElement,
  type PastedNode,
  parsePasted,
  pastedHtml,
  styleOf,
  textOf,
} from "./pasted-tree.ts";
import { plainLists, textOfPicture } from "./plain-parts.ts";

/** Word's end-of-paragraph element. */
const WORD_PARAGRAPH = "o:p";
const HEADINGS = new Set(["h1", "h2", "h3"]);
const LISTS = new Set(["ul", "ol"]);

type Place = {
  to: PastedElement;
  isOwn: boolean;
  isHeading: boolean;
  isLink: boolean;
  /** The inherited alignment; empty for the default of the line's direction. */
  align: string;
  notes: ReadonlyMap<PastedElement, PastedElement>;
  pictures: Pictures;
};

/** The pictures of a paste, and the number without a usable address or with a `data:` address. */
type Pictures = { given: PastedPictures | undefined; nameless: number; data: number };

/**
 * Reduces pasted content from a word processor, another site or this editor to plain HTML: headings, lists, marks,
 * links and pictures. Styles, classes, comments, empty lines and tracking pixels are dropped.
 */
export const cleanPaste = (html: string): string => pasteOf(html).html;

/** A cleaned paste. `missing`: pictures without an address and not among the given ones. */
type Paste = { html: string; missing: number; hasText: boolean; hasData: boolean };

/** Cleans a paste and inserts the `given` pictures where there is no usable address. Without them, `data:` stays. */
export function pasteOf(html: string, given?: PastedPictures): Paste {
  const pasted = parsePasted(html);
  // ProseMirror marks its own copies, in which paths of this site and empty lines are intentional.
  const isOwn = holdsOwn(pasted);
  if (!isOwn) removeHidden(pasted);
  makeWordLists(pasted);
  if (!isOwn) plainLists(pasted);
  const clean = makeElement("body");
  const pictures: Pictures = { given, nameless: 0, data: 0 };
  const notes = isOwn ? new Map() : takeFootnotes(pasted);
  copyChildren(pasted, { to: clean, isOwn, isHeading: false, isLink: false, align: "", notes, pictures });
  return {
    html: pastedHtml(clean),
    missing: Math.max(0, pictures.nameless - (given?.files.length ?? 0)),
    hasText: textOf(clean).trim() !== "",
    hasData: pictures.data > 0,
  };
}

/** Whether pasted content has text: Word and Excel also put a picture of the text on the clipboard. */
export const hasPastedText = (html: string): boolean => pasteOf(html).hasText;

const SLICE = "data-pm-slice";
const holdsOwn = (element: PastedElement): boolean =>
  elementsOf(element).some((child) => SLICE in child.attributes || holdsOwn(child));

function copyChildren(from: PastedElement, place: Place): void {
  const elements = elementsOf(from);
  let at = -1;
  for (const child of from.children) {
    if (typeof child === "string") {
      place.to.children.push(child);
      continue;
    }
    at++;
    if (child.name === "br") copyBreak(child, [elements[at - 1], elements[at + 1]], place);
    else if (child.name === "iframe") copyFrame(child, place);
    // Words of this editor that are suggested to be deleted.
    else if (child.name === "del" && SUGGESTION_ATTRIBUTE in child.attributes) continue;
    else if (!DROPPED_ELEMENTS.has(child.name) && child.name !== WORD_PARAGRAPH && !isHidden(child) && !isPill(child))
      copyElement(child, place);
  }
}

function copyElement(element: PastedElement, place: Place): void {
  const { name } = element;
  const note = place.notes.get(element);
  if (note) copyFootnote(note, place);
  else if (name === "img") copyPicture(element, place);
  else if (name === "a") copyLink(element, place);
  else if (name === "table" && isTable(element)) copyTable(element, place);
  else if (name === "figure" && holds(element, "img")) copyFigure(element, place);
  else if (name === "pre") copyCode(element, place);
  else if (name === "aside" && !place.isOwn && CALLOUT_SIGN.test(textOf(element).trim())) copyCallout(element, place);
  else if (name === "details") copyToggle(element, place);
  else if (place.isOwn && name === "sup" && FOOTNOTE in element.attributes)
    add(place, "sup").attributes = { [FOOTNOTE]: element.attributes[FOOTNOTE] ?? "" };
  else if (place.isOwn && name === "article" && ARTICLE_ATTRIBUTE in element.attributes)
    add(place, name).attributes = { ...element.attributes };
  else if (isBlock(element)) copyBlock(element, place);
  else if (isSpacer(element)) place.to.children.push(" ");
  else copyMarked(element, place);
}

function add({ to }: Place, name: string): PastedElement {
  const made = makeElement(name);
  to.children.push(made);
  return made;
}

function remove({ to }: Place, element: PastedElement): void {
  to.children.splice(to.children.lastIndexOf(element), 1);
}

const isEmpty = (element: PastedElement) =>
  !hasWords(element) &&
  !findElement(element, ({ name, attributes }) => name === "img" || name === "hr" || FOOTNOTE in attributes);
const hasWords = ({ children }: PastedElement): boolean =>
  children.some((child) => (typeof child === "string" ? child.trim() !== "" : hasWords(child)));
/** A span that contains only no-break spaces: browsers and Word copy plain spaces like this. */
const isSpacer = (element: PastedElement) => /^\u00a0\s*$/.test(textOf(element)) && !holds(element, "img");

/** A line break between blocks is an empty line, or the browser's marker for the end of the copied text. */
function copyBreak(element: PastedElement, neighbours: (PastedElement | undefined)[], place: Place): void {
  if (!neighbours.some(isBlock) && !classesOf(element).includes("Apple-interchange-newline")) add(place, "br");
}

/** Relative addresses of other sites cannot be resolved here. */
const fits = (address: string | null, { isOwn }: Place) => (isOwn || address?.includes(":") ? address : null);

function copyPicture({ attributes, ...image }: PastedElement, place: Place): void {
  const text = place.isOwn ? null : textOfPicture({ attributes, ...image });
  if (text !== null) return void place.to.children.push(text);
  if (isTracker({ attributes, ...image })) return;
  const src = pictureSource(attributes.src ?? "", place);
  if (src === null) return;
  const width = place.isOwn && hasClass("img", attributes.class ?? "") ? { class: attributes.class ?? "" } : {};
  add(place, "img").attributes = { src, alt: attributes.alt ?? "", ...width };
}

function pictureSource(given: string, place: Place): string | null {
  const { pictures } = place;
  const data = dataFile(given);
  if (data) pictures.data += 1;
  if (data && pictures.given) return pictures.given.keep(data);
  const address = fits(pictureAddress(given), place);
  if (data || address !== null) return address;
  const file = pictures.given?.files[pictures.nameless];
  pictures.nameless += 1;
  return file ? (pictures.given?.keep(file) ?? null) : null;
}

/** The small source that an assistant puts behind a sentence. */
const isPill = ({ attributes }: PastedElement) => attributes["data-testid"] === "webpage-citation-pill";

function copyLink(link: PastedElement, place: Place): void {
  const href = fits(linkAddress(withoutReferrer(link.attributes.href ?? "")), place);
  if (href === null) {
    copyMarked(link, place);
    return;
  }
  const made = add(place, "a");
  made.attributes = { href };
  copyMarked(link, { ...place, to: made, isLink: true });
  if (!isEmpty(made)) return;
  remove(place, made);
  // A link around a space still separates two words.
  place.to.children.push(textOf(made));
}

const VIDEO_FRAMES: readonly [frame: RegExp, page: string][] = [
  [/^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/, "https://www.youtube.com/watch?v="],
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d{4,20})/, "https://vimeo.com/"],
];

/** A frame with a video becomes a link to the video, which can be made a card; other frames are dropped. */
function copyFrame({ attributes }: PastedElement, place: Place): void {
  for (const [frame, page] of VIDEO_FRAMES) {
    const [, id] = frame.exec(attributes.src ?? "") ?? [];
    if (id === undefined) continue;
    const link = add({ ...place, to: add(place, "p") }, "a");
    link.attributes = { href: `${page}${id}` };
    link.children = [`${page}${id}`];
  }
}

/** Adds a reference that contains its note, in one line. */
function copyFootnote(note: PastedElement, place: Place): void {
  const line = makeElement("p");
  for (const child of elementsOf(note).some(isBlock) ? elementsOf(note) : [note]) {
    if (line.children.length > 0) line.children.push(" ");
    copyInline(child, { ...place, to: line, notes: new Map() });
  }
  const html = pastedHtml(line)
    .trim()
    .replace(/^\^\s*/, "");
  if (html !== "") add(place, "sup").attributes = { [FOOTNOTE]: html };
}

function copyMarked(element: PastedElement, place: Place): void {
  const marks = marksOf(element);
  // Headings are bold and links underlined anyway.
  if (place.isHeading) marks.delete("strong");
  if (place.isLink) marks.delete("u");
  let { to } = place;
  const outermost = [...marks].map((name) => {
    to = add({ ...place, to }, name);
    return to;
  })[0];
  copyChildren(element, { ...place, to });
  if (!outermost || !isEmpty(outermost)) return;
  remove(place, outermost);
  place.to.children.push(textOf(outermost));
}

function copyBlock(element: PastedElement, place: Place): void {
  const name = lineOf(element, place);
  if (name === "hr") return void add(place, "hr");
  // Google Docs puts a nested list next to the item it belongs to.
  const isLoose = LISTS.has(name) && LISTS.has(place.to.name);
  const last = isLoose ? elementsOf(place.to).at(-1) : undefined;
  const around = last?.name === "li" ? { ...place, to: last } : place;
  const made = add(around, name);
  if (place.isOwn) {
    const kept = classesOf(element).filter((part) => hasClass(name, part));
    if (kept.length > 0) made.attributes.class = kept.join(" ");
    const slice = element.attributes[SLICE];
    if (slice !== undefined) made.attributes[SLICE] = slice;
  }
  const align = place.isOwn ? "" : alignmentOf(element, place.align);
  if (align !== "" && hasClass(name, `align-${align}`)) made.attributes.class = `align-${align}`;
  if (name !== "div" && isRightToLeft(element)) made.attributes.dir = "rtl";
  const { start } = element.attributes;
  if (name === "ol" && start !== undefined) made.attributes.start = start;
  copyMarked(element, { ...place, to: made, align, isHeading: place.isHeading || HEADINGS.has(name) });
  if (!place.isOwn && isEmpty(made)) remove(around, made);
}

/** The resulting element of a block. An aligned division of one line becomes a paragraph, because divisions cannot be aligned. */
function lineOf(element: PastedElement, { isOwn, align }: Place): string {
  const name = blockOf(element, isOwn);
  const isLine = name === "div" && !isOwn && alignmentOf(element, align) !== "" && !findElement(element, isBlock);
  return isLine ? "p" : name;
}

/** Copies disallowed children of a figure or table in front of it, like the server. */
function copyRest(element: PastedElement, parts: (PastedElement | undefined)[], place: Place): void {
  copyChildren({ ...element, children: without(element, new Set(parts)) }, place);
}

function without({ children }: PastedElement, parts: ReadonlySet<PastedElement | undefined>): PastedNode[] {
  return children.flatMap((child): PastedNode[] => {
    if (typeof child === "string") return child.trim() === "" ? [] : [child];
    if (parts.has(child)) return [];
    const rest = { ...child, children: without(child, parts) };
    return rest.name === "img" || !isEmpty(rest) ? [rest] : [];
  });
}

/** A figure's picture, credit and caption in the order of articles. */
function copyFigure(figure: PastedElement, place: Place): void {
  const made = makeElement("figure");
  const inside = { ...place, to: made };
  const picture = findElement(figure, ({ name }) => name === "img");
  if (picture) copyPicture(picture, inside);
  // The picture was a tracking pixel, or its address was a path of another site.
  if (made.children.length === 0) return;
  const caption = findElement(figure, ({ name }) => name === "figcaption");
  const credit = findElement(
    figure,
    (element) => element.name === "small" || (element.name === "cite" && element !== caption),
  );
  copyRest(figure, [picture, caption, credit], place);
  place.to.children.push(made);
  add(inside, "small").children.push(credit ? textOf(credit).trim() : "");
  const line = add(inside, "figcaption");
  if (!caption) return;
  const words = { ...caption, children: caption.children.filter((child) => child !== credit) };
  copyInline(words, { ...inside, to: line });
}

/** The sign at the start of a callout of Notion. */
const CALLOUT_SIGN = /^\p{Extended_Pictographic}\uFE0F?\s*/u;

/** A callout, whose sign is replaced by the label of its kind. */
function copyCallout(callout: PastedElement, place: Place): void {
  const made = add(place, "aside");
  made.attributes.class = textOf(callout).trim().startsWith("⚠") ? "callout-warning" : "callout-note";
  copyChildren(withoutSign(callout), { ...place, to: made, align: "" });
  if (isEmpty(made)) remove(place, made);
}

function withoutSign(element: PastedElement): PastedElement {
  const at = element.children.findIndex((child) => textOf(child).trim() !== "");
  const children = element.children.map((child, index) => {
    if (index !== at) return child;
    return typeof child === "string" ? child.trimStart().replace(CALLOUT_SIGN, "") : withoutSign(child);
  });
  return { ...element, children };
}

/** A toggle: its title as one line, followed by the rest. */
function copyToggle(toggle: PastedElement, place: Place): void {
  const made = add(place, "details");
  if (place.isOwn && SLICE in toggle.attributes) made.attributes[SLICE] = toggle.attributes[SLICE] ?? "";
  const title = elementsOf(toggle).find(({ name }) => name === "summary");
  const inside = { ...place, to: made, align: "" };
  copyInline(title ?? makeElement("summary"), { ...inside, to: add(inside, "summary") });
  copyChildren({ ...toggle, children: toggle.children.filter((child) => child !== title) }, inside);
}

const rowsOf = (table: PastedElement): PastedElement[] =>
  elementsOf(table).flatMap((child) =>
    child.name === "tr" ? [child] : ["tbody", "thead", "tfoot"].includes(child.name) ? rowsOf(child) : [],
  );
const cellsOf = (row: PastedElement) => elementsOf(row).filter(({ name }) => name === "td" || name === "th");

const isTable = (table: PastedElement) =>
  rowsOf(table).some((row) => cellsOf(row).length > 1) && !holds(table, "table");

function copyTable(table: PastedElement, place: Place): void {
  copyRest(table, rowsOf(table).flatMap(cellsOf), place);
  const made = add(place, "table");
  if (place.isOwn && SLICE in table.attributes) made.attributes[SLICE] = table.attributes[SLICE] ?? "";
  const body = add({ ...place, to: made }, "tbody");
  for (const row of rowsOf(table)) {
    const line = add({ ...place, to: body }, "tr");
    for (const cell of cellsOf(row)) {
      const copy = add({ ...place, to: line }, cell.name);
      for (const name of ["colspan", "rowspan"]) {
        const span = cell.attributes[name];
        if (span !== undefined) copy.attributes[name] = span;
      }
      for (const child of isParagraphs(cell) ? elementsOf(cell) : [cell])
        copyInline(child, { ...place, to: add({ ...place, to: copy }, "p") });
    }
  }
  if (!place.isOwn) makeHeaderRow(elementsOf(body));
}

const isParagraphs = (cell: PastedElement) =>
  elementsOf(cell).length > 0 &&
  cell.children.every((child) => (typeof child === "string" ? child.trim() === "" : child.name === "p"));

/** Copies into a parent with inline content only: blocks are reduced to their text. */
function copyInline(element: PastedElement, place: Place): void {
  const inner = makeElement("div");
  copyMarked(element, { ...place, to: inner });
  const hasBlocks = findElement(inner, isBlock) !== undefined;
  place.to.children.push(...(hasBlocks ? [textOf(inner).trim()] : inner.children));
}

/** Code with its language, which sites declare on the block or inside it. */
function copyCode(element: PastedElement, place: Place): void {
  const code = findElement(element, ({ name }) => name === "code");
  const language = languageOf([...classesOf(element), ...(code ? classesOf(code) : [])]);
  const made = add(place, "pre");
  const text = codeText(element).replace(/\n$/, "");
  if (language === null) made.children.push(text);
  else made.children.push({ name: "code", attributes: { class: `language-${language}` }, children: [text] });
}

/** The lines of code, without the other site's markup around each. */
function codeText({ children }: PastedElement): string {
  let text = "";
  for (const [at, child] of children.entries()) {
    if (typeof child === "string") text += child;
    else if (child.name === "br") text += "\n";
    else if (!isHidden(child)) {
      const isLine = isBlock(child) || styleOf(child, "display") === "block";
      text += codeText(child) + (isLine && at < children.length - 1 ? "\n" : "");
    }
  }
  return text;
}
