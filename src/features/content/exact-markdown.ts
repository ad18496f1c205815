import { Marked } from "marked";
import { markdownOf } from "./markdown.ts";
import { type ContentNode, type ContentTag, contentElement, type Surface } from "./model.ts";
import { parseContent } from "./parse.ts";
import { attributeOf, isReference, rawText } from "./rules.ts";
import { contentHtml } from "./serialize.ts";

const marked = new Marked(
  { gfm: true, async: false },
  {
    renderer: {
      del({ tokens }) {
        return `<s>${this.parser.parseInline(tokens)}</s>`;
      },
    },
  },
);

/**
 * A stored text as Markdown from which the same text can be read: each block is written as Markdown if that, read again, is the
 * same block, and as HTML if not. Addresses stay as they are. `isExact` is false if even that changes something.
 */
export function exactMarkdown(html: string, surface: Surface): { text: string; isExact: boolean } {
  const nodes = parseContent(html, [], surface).nodes;
  const pieces = piecesOf(nodes);
  const isSame = (text: string, of: readonly ContentNode[]) => canonical(readBack(text, surface)) === canonical(of);
  const attempts = [
    () => joined(pieces.map((piece) => (needsHtml(piece) ? htmlOf(piece) : markdownOf(piece, PLAIN)))),
    () =>
      joined(
        pieces.map((piece, at) => {
          if (needsHtml(piece) || piece.some(hasReference) || isSameList(piece, pieces[at - 1])) return htmlOf(piece);
          const text = markdownOf(piece, PLAIN);
          return isSame(text, piece) ? text : htmlOf(piece);
        }),
      ),
  ];
  for (const attempt of attempts) {
    const text = attempt();
    if (isSame(text, nodes)) return { text, isExact: true };
  }
  const text = joined(pieces.map(htmlOf));
  return { text, isExact: isSame(text, nodes) };
}

const PLAIN = { address: (href: string) => href, isExact: true } as const;

/** The text of Markdown as a reader of GitHub's Markdown gets it. */
export const readBack = (text: string, surface: Surface): ContentNode[] =>
  parseContent(marked.parse(text) as string, [], surface).nodes;

const joined = (texts: string[]): string => texts.filter((text) => text !== "").join("\n\n");

const isInline = (node: ContentNode): boolean =>
  typeof node === "string" || node.name === "br" || contentElement(node.name)?.kind === "mark";

/** Blocks, and runs of what is between them. */
function piecesOf(nodes: readonly ContentNode[]): ContentNode[][] {
  const pieces: { nodes: ContentNode[]; isRun: boolean }[] = [];
  for (const node of nodes) {
    const last = pieces.at(-1);
    if (isInline(node) && last?.isRun) last.nodes.push(node);
    else pieces.push({ nodes: [node], isRun: isInline(node) });
  }
  return pieces.map((piece) => piece.nodes).filter((piece) => !piece.every((node) => isBlank(node)));
}

const isBlank = (node: ContentNode): boolean => typeof node === "string" && node.trim() === "";

/** Blocks that Markdown has; others are HTML without a try. */
const KNOWN = new Set(["p", "h1", "h2", "h3", "blockquote", "pre", "ul", "ol", "li", "hr", "img", "table"]);

const needsHtml = (piece: readonly ContentNode[]): boolean =>
  piece.some((node) => typeof node !== "string" && !isInline(node) && !isPlain(node));

const isPlain = ({ name, attributes, children }: ContentTag): boolean =>
  (KNOWN.has(name) || name.startsWith("t")) &&
  !attributes.some(([key]) => key === "class" || key === "dir") &&
  (name === "pre" || children.every((child) => typeof child === "string" || isInline(child) || isPlain(child)));

const hasReference = (node: ContentNode): boolean =>
  typeof node !== "string" && (isReference(node) || node.children.some(hasReference));

/** Lists of a kind would be read as one. */
const isSameList = ([node]: readonly ContentNode[], [before]: readonly ContentNode[] = []): boolean =>
  typeof node === "object" && typeof before === "object" && /^[uo]l$/.test(node.name) && node.name === before.name;

/** A block as HTML in Markdown, where an empty line would end it. */
function htmlOf(piece: readonly ContentNode[]): string {
  const block = piece.every(isInline)
    ? [{ name: "p", attributes: [], children: [...piece] } as ContentTag]
    : [...piece];
  return contentHtml(block).html.replaceAll("\n", "&#10;");
}

/**
 * A form in which texts that readers see alike are the same: without white space that isn't shown, and without a paragraph
 * around all that an item, a cell or a picture's place has.
 */
function canonical(nodes: readonly ContentNode[]): string {
  return piecesOf(nodes)
    .map((piece) => {
      const [first] = piece;
      if (!piece.every(isInline)) return typeof first === "object" ? canonicalBlock(first) : "";
      const text = canonicalLine(piece);
      return text && `<p>${text}</p>`;
    })
    .join("");
}

function canonicalBlock(node: ContentTag): string {
  const { name, children } = node;
  if (name === "tbody") return canonical(children);
  if (name === "img") return `<p>${tagOf(node)}</p>`;
  if (name === "pre") return `<pre>${codeOf(node)}</pre>`;
  const isLine = children.every((child) => isInline(child) || (typeof child === "object" && child.name === "img"));
  if (name === "p" || /^h\d$/.test(name) || name === "summary")
    return `${tagOf(node)}${canonicalLine(children)}</${name}>`;
  return `${tagOf(node)}${isLine ? `<p>${canonicalLine(children)}</p>` : canonical(children)}</${name}>`;
}

const tagOf = ({ name, attributes }: ContentTag): string =>
  `<${[
    name,
    ...attributes
      .filter(([, value]) => value !== "")
      .map((pair) => pair.join("="))
      .toSorted(),
  ].join(" ")}>`;

const codeOf = (node: ContentTag): string => {
  const inner = node.children.find((child) => typeof child === "object" && child.name === "code");
  const language = typeof inner === "object" ? attributeOf(inner, "class") : "";
  return `${language}|${rawText(node.children).replace(/\n$/, "")}`;
};

/** Inline nodes; white space around line breaks and at the ends isn't shown. */
const canonicalLine = (nodes: readonly ContentNode[]): string =>
  inlineOf(nodes)
    .replace(/\s+/g, " ")
    .replace(/ ?<br> ?/g, "<br>")
    .trim();

const inlineOf = (nodes: readonly ContentNode[]): string =>
  nodes
    .map((node): string => {
      if (typeof node === "string") return node.replaceAll("<", "&lt;");
      const name = node.name === "b" ? "strong" : node.name === "i" ? "em" : node.name;
      if (name === "br" || name === "img") return tagOf({ ...node, name });
      return `${tagOf({ ...node, name })}${inlineOf(node.children)}</${name}>`;
    })
    .join("");
