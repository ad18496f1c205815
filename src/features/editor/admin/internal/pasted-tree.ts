import { Parser } from "htmlparser2";
import { escapeText, escapeValue } from "#shared/escape-html.ts";

/**
 * Pasted HTML as a tree of plain objects. A browser's parser would create real elements, even in a document that is
 * never shown: it would check their styles and event handlers against the CSP and report violations.
 */
export type PastedElement = { name: string; attributes: Record<string, string>; children: PastedNode[] };
export type PastedNode = string | PastedElement;

/** Anything nested deeper is flattened to this level: nobody copies such a text. */
const MAX_DEPTH = 60;

export const makeElement = (name: string): PastedElement => ({ name, attributes: {}, children: [] });

/** Parses HTML; comments are dropped. */
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
    ontext(text) {
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

/** The HTML of an element's children. */
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

/** The first descendant that passes `test`. */
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

/** Whether the element has a descendant with one of these names. */
export const holds = (element: PastedElement, ...names: string[]): boolean =>
  findElement(element, ({ name }) => names.includes(name)) !== undefined;

export const elementsOf = ({ children }: PastedElement): PastedElement[] =>
  children.filter((child) => typeof child !== "string");

export const classesOf = ({ attributes }: PastedElement): string[] => (attributes.class ?? "").split(/\s+/);
