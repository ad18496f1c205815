import { Parser } from "htmlparser2";

/** An element of a source's HTML. `hasBlock`: whether it contains an element that is shown as a block. */
export type HtmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: HtmlNode[];
  hasBlock: boolean;
};
export type HtmlNode = string | HtmlElement;

/** Deeper elements are removed, but not their text, so that recursion is bounded. */
const MAX_DEPTH = 80;
/** More elements that are open at a time than any page has: the parser's time grows with their square. */
const MAX_OPEN = 500;

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside audio blockquote center dd details div dl dt embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hgroup hr iframe li main nav object ol p pre section summary table tbody td tfoot th thead tr ul video"
  ).split(" "),
);
export const isBlock = (node: HtmlNode): boolean =>
  typeof node !== "string" && (BLOCKS.has(node.name) || node.hasBlock);

/**
 * Parses HTML as browsers do. Takes linear time: the end of a text with too many open elements is left out, and `onCut` called.
 */
export function parseTree(html: string, onCut?: () => void): HtmlNode[] {
  const root: HtmlElement = { name: "", attributes: {}, children: [], hasBlock: false };
  const open: HtmlElement[] = [root];
  const last = () => open.at(-1) as HtmlElement;
  const close = () => {
    const element = open.pop() as HtmlElement;
    last().hasBlock ||= isBlock(element);
  };
  let isCut = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (open.length > MAX_OPEN) {
        isCut = true;
        return parser.pause();
      }
      const element = { name, attributes, children: [], hasBlock: false };
      if (open.length <= MAX_DEPTH) last().children.push(element);
      else element.children = last().children as never;
      open.push(element);
    },
    ontext: (text) => {
      const { children } = last();
      const before = children.at(-1);
      if (typeof before === "string") children[children.length - 1] = before + text;
      else children.push(text);
    },
    onclosetag: close,
  });
  parser.write(html.replaceAll("\r\n", "\n").replaceAll("\u0000", ""));
  if (isCut) onCut?.();
  else parser.end();
  while (open.length > 1) close();
  return root.children;
}

/** The text in a node; `breaks`: what a line break becomes. */
export function textOf(node: HtmlNode, breaks = " "): string {
  if (typeof node === "string") return node;
  return node.name === "br" ? breaks : node.children.map((child) => textOf(child, breaks)).join("");
}

/** All elements with one of the names below the nodes, in their order. */
export function findAll(nodes: readonly HtmlNode[], ...names: string[]): HtmlElement[] {
  const found: HtmlElement[] = [];
  const collect = (all: readonly HtmlNode[]): void => {
    for (const node of all) {
      if (typeof node === "string") continue;
      if (names.includes(node.name)) found.push(node);
      collect(node.children);
    }
  };
  collect(nodes);
  return found;
}

export const classesOf = ({ attributes }: HtmlElement): string[] =>
  (attributes.class ?? "").split(/\s/).filter((name) => name !== "");

export const hasAnyClass = (element: HtmlElement, ...names: string[]): boolean => {
  const given = classesOf(element);
  return names.some((name) => given.includes(name));
};

const SECTIONS: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot"]);

/** The nodes of a table with the rows of its header, bodies and footer in one body, as the editor has them. */
export function inOneBody(nodes: readonly HtmlNode[]): HtmlNode[] {
  const isSection = (node: HtmlNode) => typeof node !== "string" && SECTIONS.has(node.name);
  const [first] = nodes.filter(isSection);
  if (!first || typeof first === "string") return [...nodes];
  const isRow = (node: HtmlNode) => typeof node !== "string" && (node.name === "tr" || SECTIONS.has(node.name));
  const children = nodes
    .filter(isRow)
    .flatMap((node) => (typeof node !== "string" && isSection(node) ? node.children : [node]));
  return [...nodes.filter((node) => !isRow(node)), { ...first, name: "tbody", children }];
}
