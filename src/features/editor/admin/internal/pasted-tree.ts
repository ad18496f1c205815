import { Parser } from "htmlparser2";
import { contentElement, ELEMENT_NAMES, hasClass } from "#features/content/model.ts";
import { escapeText, escapeValue } from "#shared/html.ts";
import { withoutMachineMarks } from "./machine-marks.ts";

/** A list item of Word: a paragraph with its level in the style and its marker as text. */
type WordItem = { level: number; isOrdered: boolean; start: number };

const ORDERED = /^\(?(?:(\d{1,6})|[a-z]{1,5})[.)]/i;

function itemOf(element: PastedElement): WordItem | null {
  const level = /\blevel([1-9])\b/.exec(styleOf(element, "mso-list"))?.[1];
  if (element.name !== "p" || level === undefined) return null;
  const marker = findElement(element, (child) => styleOf(child, "mso-list") === "ignore");
  const match = ORDERED.exec(marker ? textOf(marker).trim() : "");
  return { level: Number(level), isOrdered: match !== null, start: Number(match?.[1] ?? 1) };
}

/** The items of a list of Word on the web: a separate list per item, with its level. */
function webItemsOf(element: PastedElement): [WordItem, PastedElement][] | null {
  const [only, ...others] = elementsOf(element);
  const isWrapper = element.name === "div" && /\bListContainerWrapper\b/.test(element.attributes.class ?? "");
  const list = isWrapper && others.length === 0 && only ? only : element;
  const items = elementsOf(list);
  if ((list.name !== "ol" && list.name !== "ul") || items.length === 0) return null;
  if (!items.every((item) => item.name === "li" && /^[1-9]$/.test(item.attributes["data-aria-level"] ?? "")))
    return null;
  return items.map((item) => [
    {
      level: Number(item.attributes["data-aria-level"]),
      isOrdered: list.name === "ol",
      start: Number(item.attributes["data-aria-posinset"]) || 1,
    },
    item,
  ]);
}

type OpenList = { list: PastedElement; level: number; isOrdered: boolean };

/** Turns Word's list paragraphs into nested lists. Modifies the pasted tree in place. */
export function makeWordLists(parent: PastedElement): void {
  const children: PastedNode[] = [];
  let open: OpenList[] = [];
  for (const child of parent.children) {
    if (typeof child === "string") {
      if (open.length === 0 || child.trim() !== "") children.push(child);
      continue;
    }
    const single = itemOf(child);
    const line: PastedElement = { ...makeElement("li"), children: [child] };
    const items: [WordItem, PastedElement][] | null = single ? [[single, line]] : webItemsOf(child);
    if (!items) {
      open = [];
      children.push(child);
      makeWordLists(child);
      continue;
    }
    for (const [item, of] of items) addItem(item, of, open, children);
  }
  parent.children = children;
}

function addItem(item: WordItem, line: PastedElement, open: OpenList[], children: PastedNode[]): void {
  while (open.length > 0 && closes(open.at(-1), item)) open.pop();
  let top = open.at(-1);
  if (!top || top.level < item.level) {
    const around = top && elementsOf(top.list).at(-1);
    top = { list: listOf(item), level: item.level, isOrdered: item.isOrdered };
    (around?.children ?? children).push(top.list);
    open.push(top);
  }
  top.list.children.push(line);
}

function closes(top: OpenList | undefined, item: WordItem): boolean {
  return (
    top !== undefined && (top.level > item.level || (top.level === item.level && top.isOrdered !== item.isOrdered))
  );
}

function listOf({ isOrdered, start }: WordItem): PastedElement {
  const list = makeElement(isOrdered ? "ol" : "ul");
  if (isOrdered && start !== 1) list.attributes.start = String(start);
  return list;
}

/**
 * Pasted HTML as a tree of plain objects. A browser's parser would create real elements, even in a document
 * that is never shown, check their styles and event handlers against the CSP, and report violations.
 */
export type PastedElement = { name: string; attributes: Record<string, string>; children: PastedNode[] };
export type PastedNode = string | PastedElement;

/** Deeper nesting is flattened to this level. */
const MAX_DEPTH = 60;

export const makeElement = (name: string): PastedElement => ({ name, attributes: {}, children: [] });

export function parsePasted(html: string): PastedElement {
  const root = makeElement("body");
  const open = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, children: [] };
      const around = open.at(-1) ?? root;
      around.children.push(element);
      open.push(open.length < MAX_DEPTH ? element : around);
    },
    ontext(given) {
      const text = withoutMachineMarks(given);
      const { children } = open.at(-1) ?? root;
      const last = children.length - 1;
      if (typeof children[last] === "string") children[last] += text;
      else children.push(text);
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.end(html);
  return root;
}

const VOID = new Set(["br", "hr", "img"]);

export function pastedHtml({ children }: PastedElement): string {
  return children
    .map((child) => {
      if (typeof child === "string") return escapeText(child);
      const attributes = Object.entries(child.attributes).map(([name, value]) => ` ${name}="${escapeValue(value)}"`);
      const start = `<${child.name}${attributes.join("")}>`;
      return VOID.has(child.name) ? start : `${start}${pastedHtml(child)}</${child.name}>`;
    })
    .join("");
}

export function textOf(node: PastedNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}

export function findElement(
  { children }: PastedElement,
  test: (element: PastedElement) => boolean,
): PastedElement | undefined {
  for (const child of children) {
    if (typeof child === "string") continue;
    const found = test(child) ? child : findElement(child, test);
    if (found) return found;
  }
  return undefined;
}

export const holds = (element: PastedElement, ...names: string[]): boolean =>
  findElement(element, ({ name }) => names.includes(name)) !== undefined;

export const elementsOf = ({ children }: PastedElement): PastedElement[] =>
  children.filter((child) => typeof child !== "string");

export const classesOf = ({ attributes }: PastedElement): string[] => (attributes.class ?? "").split(/\s+/);

export function styleOf({ attributes }: PastedElement, property: string): string {
  const declarations = (attributes.style ?? "").toLowerCase().split(";");
  for (const declaration of declarations) {
    const colon = declaration.indexOf(":");
    if (declaration.slice(0, colon).trim() === property)
      return declaration
        .slice(colon + 1)
        .replace("!important", "")
        .trim();
  }
  return "";
}

/** Other names of our marks. */
const MARK_TAGS: ReadonlyMap<string, string> = new Map(
  ELEMENT_NAMES.flatMap((name): [string, string][] => {
    const element = contentElement(name);
    if (element?.kind !== "mark" || name === "a") return [];
    const written = element.writtenAs ?? name;
    return [name, ...(element.pastedFrom ?? [])].map((other) => [other, written]);
  }),
);

/** The marks of an element, by its name and its style: Google Docs wraps everything in a <b> that is not bold. */
export function marksOf(element: PastedElement): Set<string> {
  const marks = new Set<string>();
  const named = MARK_TAGS.get(element.name);
  if (named) marks.add(named);
  const set = (mark: string, isOn: boolean, isOff: boolean) => {
    if (isOn) marks.add(mark);
    else if (isOff) marks.delete(mark);
  };
  const weight = styleOf(element, "font-weight");
  const isBold = /^bold|^[6-9]\d\d$/.test(weight);
  set("strong", isBold, weight !== "" && !isBold);
  const slant = styleOf(element, "font-style");
  set("em", /^(italic|oblique)/.test(slant), slant === "normal");
  const line = `${styleOf(element, "text-decoration")} ${styleOf(element, "text-decoration-line")}`;
  set("u", /underline/.test(line), /none/.test(line));
  set("s", /line-through/.test(line), /none/.test(line));
  const place = styleOf(element, "vertical-align");
  set("sup", place === "super", place === "baseline" || place === "sub");
  set("sub", place === "sub", place === "baseline" || place === "super");
  return marks;
}

/** The alignment of a block, centred or right, otherwise the inherited one; empty for the default of its direction. */
export function alignmentOf(element: PastedElement, around: string): string {
  const given = styleOf(element, "text-align") || (element.attributes.align ?? "").toLowerCase();
  if (element.name === "center" || given === "center") return "center";
  if (given === "" || given === "inherit") return around;
  return /^(right|end)$/.test(given) && !isRightToLeft(element) ? "right" : "";
}

export const isRightToLeft = (element: PastedElement) =>
  (styleOf(element, "direction") || (element.attributes.dir ?? "").toLowerCase()) === "rtl";

export const isTiny = (size: string) => /^[0-3](\.\d+)?(px)?$/.test(size.trim());

/** Whether a picture is a tracking pixel or a checkbox of Google Docs. */
export function isTracker(image: PastedElement): boolean {
  const sizes = ["width", "height"].map((side) => image.attributes[side] || styleOf(image, side));
  return sizes.some(isTiny) || isHidden(image) || image.attributes["aria-roledescription"] === "checkbox";
}

/** Whether an element is hidden, a list marker drawn as text, or not meant for readers. */
export function isHidden(element: PastedElement): boolean {
  return (
    styleOf(element, "display") === "none" ||
    styleOf(element, "mso-hide") === "all" ||
    styleOf(element, "mso-list") === "ignore" ||
    isComment(element) ||
    isTrackedDeletion(element)
  );
}

const COMMENT_CLASS = /^(MsoCommentReference|MsoCommentText|msocom\w+)$/;

/** A comment of Word or Google Docs, or its anchor. */
const isComment = (element: PastedElement): boolean =>
  /^comment(-list)?$/.test(styleOf(element, "mso-element")) ||
  styleOf(element, "mso-special-character") === "comment" ||
  (element.attributes.class ?? "").split(/\s+/).some((name) => COMMENT_CLASS.test(name)) ||
  (element.name === "a" && /^#cmnt/.test(element.attributes.href ?? ""));

/** Tracked changes name their author or time; a site's own strike does not. */
const isTrackedDeletion = ({ name, attributes }: PastedElement): boolean =>
  name === "del" && ("cite" in attributes || "datetime" in attributes);

const DIVISIONS = "div section article aside header footer main nav address dl dd form fieldset center";
/** The replacement of each foreign block; supported blocks are unchanged. */
const BLOCKS: ReadonlyMap<string, string> = new Map([
  ...DIVISIONS.split(" ").map((name): [string, string] => [name, "div"]),
  ...ELEMENT_NAMES.flatMap((name): [string, string][] => {
    const element = contentElement(name);
    if (element?.kind === "mark" || name === "br" || name === "img") return [];
    // An element that is only valid in certain parents becomes a plain line elsewhere, as does one whose class is its
    // kind, because classes of other sites have other meanings.
    const becomes = element?.only || element?.kindClass ? "div" : element?.within ? "p" : name;
    return [name, ...(element?.pastedFrom ?? [])].map((other) => [other, becomes]);
  }),
]);
/** Word's paragraph styles with a meaning. */
const WORD_STYLES: ReadonlyMap<string, string> = new Map([
  ["MsoTitle", "h1"],
  ["MsoSubtitle", "h2"],
  ["MsoQuote", "blockquote"],
  ["MsoIntenseQuote", "blockquote"],
]);

export const isBlock = (element: PastedElement | undefined) => element !== undefined && BLOCKS.has(element.name);

/** The result of a pasted block; `isOwn`: copied from this editor. */
export const blockOf = ({ name, attributes }: PastedElement, isOwn: boolean): string =>
  isOwn && hasClass(name, attributes.class ?? "")
    ? name
    : attributes.role === "heading"
      ? `h${Math.min(Math.max(Number(attributes["aria-level"]) || 2, 1), 3)}`
      : (WORD_STYLES.get(attributes.class ?? "") ?? BLOCKS.get(name) ?? "div");
