import { contentElement, DROPPED_ELEMENTS, ELEMENT_NAMES, LAYOUT_CLASSES } from "#features/content/model.ts";
import { isHidden, isTracker, marksOf, styleOf } from "./pasted-style.ts";
import {
  classesOf,
  elementsOf,
  holds,
  makeElement,
  type PastedElement,
  parsePasted,
  pastedHtml,
  textOf,
} from "./pasted-tree.ts";
import { linkAddress, pictureAddress } from "./safe-address.ts";
import { makeWordLists } from "./word-lists.ts";

/** Elements that only part one line from the next. */
const DIVISIONS =
  "div section article aside header footer main nav address figure details dl dd table tbody thead tfoot form fieldset center";
/** What each block from elsewhere becomes: itself where articles have it, else what the table says. */
const BLOCKS: ReadonlyMap<string, string> = new Map([
  ...DIVISIONS.split(" ").map((name): [string, string] => [name, "div"]),
  ...ELEMENT_NAMES.flatMap((name): [string, string][] => {
    const element = contentElement(name);
    if (element?.kind === "mark" || name === "br" || name === "img") return [];
    return [name, ...(element?.pastedFrom ?? [])].map((other) => [other, name]);
  }),
]);
/** Word's paragraph styles that are more than their looks. */
const WORD_STYLES: ReadonlyMap<string, string> = new Map([
  ["MsoTitle", "h1"],
  ["MsoSubtitle", "h2"],
  ["MsoQuote", "blockquote"],
  ["MsoIntenseQuote", "blockquote"],
]);
/** Word's mark of a paragraph's end. */
const WORD_PARAGRAPH = "o:p";
const HEADINGS = new Set(["h1", "h2", "h3"]);
const LISTS = new Set(["ul", "ol"]);

type Place = { to: PastedElement; isOwn: boolean; isHeading: boolean; isLink: boolean };

/**
 * What was copied from a word processor, another site or this editor, as the plain HTML it means: headings, lists,
 * marks, links and pictures. Styles, classes, comments, empty lines and pictures that only count visits are left out.
 */
export function cleanPaste(html: string): string {
  const pasted = parsePasted(html);
  makeWordLists(pasted);
  const clean = makeElement("body");
  // ProseMirror marks what it copied; such addresses may be paths of this site, and empty lines are meant.
  const isOwn = holdsOwn(pasted);
  copyChildren(pasted, { to: clean, isOwn, isHeading: false, isLink: false });
  return pastedHtml(clean);
}

/** Whether what is pasted says something beside its pictures: Word and Excel bring a picture of the text along. */
export const hasPastedText = (html: string): boolean => textOf(parsePasted(cleanPaste(html))).trim() !== "";

const SLICE = "data-pm-slice";
const holdsOwn = (element: PastedElement): boolean =>
  elementsOf(element).some((child) => SLICE in child.attributes || holdsOwn(child));

function copyChildren(from: PastedElement, place: Place): void {
  for (const child of from.children) {
    if (typeof child === "string") place.to.children.push(child);
    else if (!DROPPED_ELEMENTS.has(child.name) && child.name !== WORD_PARAGRAPH && !isHidden(child))
      copyElement(child, from, place);
  }
}

function copyElement(element: PastedElement, parent: PastedElement, place: Place): void {
  const { name } = element;
  if (name === "br") copyBreak(element, parent, place);
  else if (name === "img") copyPicture(element, place);
  else if (name === "a") copyLink(element, place);
  else if (name === "tr") copyRow(element, place);
  else if (name === "pre") add(place, "pre").children.push(codeText(element).replace(/\n$/, ""));
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

const isEmpty = (element: PastedElement) => textOf(element).trim() === "" && !holds(element, "img", "hr");
const isBlock = (element: PastedElement | undefined) => element !== undefined && BLOCKS.has(element.name);
/** A span of nothing but no-break spaces: how browsers and Word copy a plain space. */
const isSpacer = (element: PastedElement) => /^\u00a0\s*$/.test(textOf(element)) && !holds(element, "img");

/** A line break between blocks is an empty line, or the browser's own mark of where the copied text ends. */
function copyBreak(element: PastedElement, parent: PastedElement, place: Place): void {
  const around = elementsOf(parent);
  const at = around.indexOf(element);
  const isBetween = isBlock(around[at - 1]) || isBlock(around[at + 1]);
  if (!isBetween && !classesOf(element).includes("Apple-interchange-newline")) add(place, "br");
}

/** Another site's path means nothing here. */
const fits = (address: string | null, { isOwn }: Place) => (isOwn || address?.includes(":") ? address : null);

function copyPicture({ attributes, ...image }: PastedElement, place: Place): void {
  const src = fits(pictureAddress(attributes.src ?? ""), place);
  if (src === null || isTracker({ attributes, ...image })) return;
  add(place, "img").attributes = { src, alt: attributes.alt ?? "" };
}

function copyLink(link: PastedElement, place: Place): void {
  const href = fits(linkAddress(link.attributes.href ?? ""), place);
  if (href === null) {
    copyMarked(link, place);
    return;
  }
  const made = add(place, "a");
  made.attributes = { href };
  copyMarked(link, { ...place, to: made, isLink: true });
  if (isEmpty(made)) remove(place, made);
}

function copyMarked(element: PastedElement, place: Place): void {
  const marks = marksOf(element);
  // A heading is bold and a link underlined by themselves.
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
  const name = WORD_STYLES.get(element.attributes.class ?? "") ?? BLOCKS.get(element.name) ?? "div";
  if (name === "hr") return void add(place, "hr");
  // Google Docs puts a list beside the item it belongs to.
  const isLoose = LISTS.has(name) && LISTS.has(place.to.name);
  const item = isLoose ? elementsOf(place.to).at(-1) : undefined;
  const around = item ? { ...place, to: item } : place;
  const made = add(around, name);
  if (place.isOwn) {
    const layout = classesOf(element).filter((part) => LAYOUT_CLASSES.has(part));
    if (layout.length > 0) made.attributes.class = layout.join(" ");
    const slice = element.attributes[SLICE];
    if (slice !== undefined) made.attributes[SLICE] = slice;
  }
  const { start } = element.attributes;
  if (name === "ol" && start !== undefined) made.attributes.start = start;
  copyMarked(element, { ...place, to: made, isHeading: place.isHeading || HEADINGS.has(name) });
  if (!place.isOwn && isEmpty(made)) remove(around, made);
}

/** There are no tables: a row is a line, its cells parted by a bar. */
function copyRow(row: PastedElement, place: Place): void {
  const line = add(place, "p");
  for (const cell of elementsOf(row)) {
    if (line.children.length > 0) line.children.push(" | ");
    const inner = makeElement("div");
    copyMarked(cell, { ...place, to: inner });
    // A line holds no blocks: their text is enough.
    const hasBlocks = holds(inner, "p", "div", "ul", "ol", "h1", "h2", "h3");
    line.children.push(...(hasBlocks ? [textOf(inner).trim()] : inner.children));
  }
  if (isEmpty(line)) remove(place, line);
}

/** The lines of code, however another site has wrapped each of them. */
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
