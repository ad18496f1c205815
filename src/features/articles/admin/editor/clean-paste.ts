import { isHidden, isTracker, marksOf, STYLE, styleOf } from "./pasted-style.ts";
import { linkAddress, pictureAddress } from "./safe-address.ts";
import { makeWordLists } from "./word-lists.ts";

/** Nothing of these is text for readers. `o:p` is Word's mark of a paragraph's end. */
const DROPPED = new Set(
  "script style meta link title head template iframe object embed noscript svg math canvas audio video input button select textarea option xml o:p".split(
    " ",
  ),
);
/** Elements that stay, or become one of those the editor has; a `div` only parts one line from the next. */
const BLOCKS: Record<string, string> = {
  h4: "h3",
  h5: "h3",
  h6: "h3",
  dt: "p",
  figcaption: "p",
  caption: "p",
  summary: "p",
};
for (const name of "p h1 h2 h3 blockquote pre ul ol li hr".split(" ")) BLOCKS[name] = name;
for (const name of "div section article aside header footer main nav address figure details dl dd table tbody thead tfoot form fieldset center".split(
  " ",
))
  BLOCKS[name] = "div";
/** Word's paragraph styles that are more than their looks. */
const WORD_STYLES: Record<string, string> = {
  MsoTitle: "h1",
  MsoSubtitle: "h2",
  MsoQuote: "blockquote",
  MsoIntenseQuote: "blockquote",
};

const HEADING = /^h[1-3]$/;
const OWN_CLASS = /^(align-(center|right|justify)|indent-[1-8])$/;

type Place = { to: Element; isOwn: boolean; isHeading: boolean; isLink: boolean };

/**
 * What was copied from a word processor, another site or this editor, as the plain HTML it means: headings, lists,
 * marks, links and pictures. Styles, classes, comments, empty lines and pictures that only count visits are left out.
 */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), "text/html");
  makeWordLists(body);
  const clean = document.implementation.createHTMLDocument("").body;
  // ProseMirror marks what it copied; such addresses may be paths of this site, and empty lines are meant.
  const isOwn = body.querySelector("[data-pm-slice]") !== null;
  copyChildren(body, { to: clean, isOwn, isHeading: false, isLink: false });
  return clean.innerHTML;
}

/** A start tag, or what looks like one. Linear: every alternative starts with a different character. */
const START_TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;

/**
 * The browser would report each style that the policy of the admin area refuses: they are read (pasted-style.ts) under
 * another name, and style sheets are parsed as something inert.
 */
function withoutStyles(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, "<$1template")
    .replace(START_TAG, (tag) => tag.replace(/(\s|["'])style(?=\s*=)/gi, `$1${STYLE}`));
}

function copyChildren(from: Node, place: Place): void {
  for (const child of from.childNodes) {
    if (child instanceof Text) place.to.append(child.data);
    else if (child instanceof Element && !DROPPED.has(child.localName) && !isHidden(child)) copyElement(child, place);
  }
}

function copyElement(element: Element, place: Place): void {
  if (element.localName === "br") copyBreak(element, place);
  else if (element.localName === "img") copyPicture(element, place);
  else if (element.localName === "a") copyLink(element, place);
  else if (element.localName === "tr") copyRow(element, place);
  else if (element.localName === "pre") add(place, "pre").textContent = codeText(element).replace(/\n$/, "");
  else if (BLOCKS[element.localName]) copyBlock(element, place);
  else if (isSpacer(element)) place.to.append(" ");
  else copyMarked(element, place);
}

function add({ to }: Place, name: string): HTMLElement {
  const made = to.ownerDocument.createElement(name);
  to.append(made);
  return made;
}

const isEmpty = (element: Element) => element.textContent.trim() === "" && !element.querySelector("img, hr");
const isBlock = (element: Element | null) => element !== null && element.localName in BLOCKS;
/** A span of nothing but no-break spaces: how browsers and Word copy a plain space. */
const isSpacer = (element: Element) => /^\u00a0[\s\u00a0]*$/.test(element.textContent) && !element.querySelector("img");

/** A line break between blocks is an empty line, or the browser's own mark of where the copied text ends. */
function copyBreak(element: Element, place: Place): void {
  const isBetween = isBlock(element.previousElementSibling) || isBlock(element.nextElementSibling);
  if (!isBetween && element.className !== "Apple-interchange-newline") add(place, "br");
}

/** Another site's path means nothing here. */
const fits = (address: string | null, { isOwn }: Place) => (isOwn || address?.includes(":") ? address : null);

function copyPicture(image: Element, place: Place): void {
  const src = fits(pictureAddress(image.getAttribute("src") ?? ""), place);
  if (src === null || isTracker(image)) return;
  const made = add(place, "img");
  made.setAttribute("src", src);
  made.setAttribute("alt", image.getAttribute("alt") ?? "");
}

function copyLink(link: Element, place: Place): void {
  const href = fits(linkAddress(link.getAttribute("href") ?? ""), place);
  if (href === null) {
    copyMarked(link, place);
    return;
  }
  const made = add(place, "a");
  made.setAttribute("href", href);
  copyMarked(link, { ...place, to: made, isLink: true });
  if (isEmpty(made)) made.remove();
}

function copyMarked(element: Element, place: Place): void {
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
  if (outermost && isEmpty(outermost)) outermost.replaceWith(outermost.textContent);
}

function copyBlock(element: Element, place: Place): void {
  const name = WORD_STYLES[element.className] ?? BLOCKS[element.localName] ?? "div";
  if (name === "hr") return void add(place, "hr");
  // Google Docs puts a list beside the item it belongs to.
  const isLoose = /^[uo]l$/.test(name) && /^[uo]l$/.test(place.to.localName);
  const made = add(isLoose && place.to.lastElementChild ? { ...place, to: place.to.lastElementChild } : place, name);
  if (place.isOwn) {
    made.className = [...element.classList].filter((part) => OWN_CLASS.test(part)).join(" ");
    const slice = element.getAttribute("data-pm-slice");
    if (slice !== null) made.setAttribute("data-pm-slice", slice);
  }
  const start = element.getAttribute("start");
  if (name === "ol" && start !== null) made.setAttribute("start", start);
  copyMarked(element, { ...place, to: made, isHeading: place.isHeading || HEADING.test(name) });
  if (!place.isOwn && isEmpty(made)) made.remove();
}

/** There are no tables: a row is a line, its cells parted by a bar. */
function copyRow(row: Element, place: Place): void {
  const line = add(place, "p");
  for (const cell of row.children) {
    if (line.childNodes.length > 0) line.append(" | ");
    const inner = place.to.ownerDocument.createElement("div");
    copyMarked(cell, { ...place, to: inner });
    // A line holds no blocks: their text is enough.
    line.append(...(inner.querySelector("p, div, ul, ol, h1, h2, h3") ? [inner.textContent.trim()] : inner.childNodes));
  }
  if (isEmpty(line)) line.remove();
}

/** The lines of code, however another site has wrapped each of them. */
function codeText(node: Node): string {
  let text = "";
  for (const child of node.childNodes) {
    if (child instanceof Text) text += child.data;
    else if (child instanceof Element && child.localName === "br") text += "\n";
    else if (child instanceof Element && !isHidden(child)) {
      const isLine = isBlock(child) || styleOf(child, "display") === "block";
      text += codeText(child) + (isLine && child.nextSibling !== null ? "\n" : "");
    }
  }
  return text;
}
