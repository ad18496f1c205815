import type { DOMOutputSpec, Mark, Node } from "@tiptap/pm/model";
import { contentElement } from "#features/content/model.ts";
import { escapeText, escapeValue } from "#shared/html.ts";
import { blockSuggestions, isSuggestion } from "./internal/suggestion-marks.ts";

const inBlock = new WeakMap<Node, readonly Node[]>();

/** The footnotes in a block, in order. Cached per version of a block, because it is needed at every keystroke. */
function footnotesIn(block: Node): readonly Node[] {
  const known = inBlock.get(block);
  if (known) return known;
  const found: Node[] = [];
  block.descendants((node) => {
    if (node.type.name === "footnote") found.push(node);
  });
  inBlock.set(block, found);
  return found;
}

export function footnotesOf(doc: Node): Node[] {
  const all: Node[] = [];
  doc.forEach((block) => {
    for (const note of footnotesIn(block)) all.push(note);
  });
  return all;
}

const OPTIONAL = new Set(["figureCredit", "figureCaption"]);

/** HTML by node. Nodes are immutable, so entries never become stale. */
const written = new WeakMap<Node, string>();

/** The document as HTML, identical to the sanitizer's output. Only changed blocks are serialised again. */
export function htmlOf(doc: Node): string {
  let html = "";
  const count = doc.childCount - emptyLinesAtEnd(doc);
  for (let index = 0; index < count; index++) html += blockHtml(doc.child(index));
  return withFootnotes(html, footnotesOf(doc));
}

/** A block as HTML without its footnotes. */
export const blockWithoutNotes = (block: Node): string => blockHtml(block).replaceAll(FOOTNOTE, "");

/** The references with their numbers, and the notes at the end, as `content/internal/footnotes.ts` writes them. */
function withFootnotes(html: string, notes: readonly Node[]): string {
  if (notes.length === 0) return html;
  const [first = "", ...parts] = html.split(FOOTNOTE);
  const text = parts.map((part, at) => `<sup><a href="#fn-${at + 1}" id="fnref-${at + 1}">${at + 1}</a></sup>${part}`);
  const items = notes.map((note, at) => {
    const words: string = note.attrs.note;
    const back = `<a href="#fnref-${at + 1}">↩</a>`;
    return `<li id="fn-${at + 1}"><p>${words === "" ? back : `${words} ${back}`}</p></li>`;
  });
  return `${first}${text.join("")}<section class="footnotes"><ol>${items.join("")}</ol></section>`;
}

/** Empty lines at the end are for typing, not content. */
function emptyLinesAtEnd(doc: Node): number {
  let lines = 0;
  while (lines < doc.childCount) {
    const block = doc.child(doc.childCount - 1 - lines);
    if (block.type.name !== "paragraph" || inlineHtml(block) !== "") break;
    lines++;
  }
  return lines;
}

function blockHtml(node: Node): string {
  const known = written.get(node);
  if (known !== undefined) return known;
  if (OPTIONAL.has(node.type.name) && inlineHtml(node) === "") return "";
  const html = withSuggestions(fill(node.type.spec.toDOM?.(node) ?? 0, contentHtml(node)), node);
  written.set(node, html);
  return html;
}

function withSuggestions(html: string, node: Node): string {
  const attributes = blockSuggestions(node);
  const end = attributes === "" ? 0 : html.search(/ \/>|[ >]/);
  return attributes === "" ? html : html.slice(0, end) + attributes + html.slice(end);
}

function contentHtml(node: Node): string {
  if (node.type.spec.code) return escapeText(node.textContent.replace(/[^\P{Cc}\n\t]/gu, ""));
  if (node.isTextblock) return inlineHtml(node);
  let html = "";
  node.forEach((child) => {
    html += blockHtml(child);
  });
  return html;
}

const NO_BREAK_SPACE = "\u00a0";
/** Placeholder for footnote numbers until the full document is written. Never occurs in text or values. */
const FOOTNOTE = "\u0001";

type Piece = { text: string; node: Node };

const isFootnote = (node: Node) => node.type.name === "footnote";

/** The content of a line. Marks are opened and closed like in ProseMirror's serialiser. */
export function inlineHtml(block: Node): string {
  let html = "";
  let open: readonly Mark[] = [];
  for (const { text, node } of visiblePieces(block)) {
    // Its number is a link, which cannot be nested in another one.
    const marks = isFootnote(node) ? node.marks.filter(isSuggestion) : node.marks;
    let kept = 0;
    while (kept < open.length && kept < marks.length && open[kept]?.eq(marks[kept] as Mark)) kept++;
    html += closing(open.slice(kept)) + marks.slice(kept).map(opening).join("");
    if (node.isText) html += escapeText(text);
    else html += isFootnote(node) ? FOOTNOTE : fill(node.type.spec.toDOM?.(node) ?? 0, "");
    open = marks;
  }
  return html + closing(open);
}

/**
 * The visible parts of a line. HTML collapses runs of spaces and drops them at the edges, but the editor shows them
 * all: visible ones become no-break spaces, and invisible ones (trailing spaces, a final line break) are dropped.
 */
function visiblePieces(block: Node): Piece[] {
  const pieces: Piece[] = [];
  let isAfterSpace = true;
  block.forEach((node) => {
    const text = spaced((node.text ?? "").replace(/\t/g, "    ").replace(/\p{Cc}/gu, " "), isAfterSpace);
    isAfterSpace = node.isText ? text.endsWith(" ") : !isFootnote(node);
    pieces.push({ text, node });
  });
  return withoutUnseen(pieces);
}

function spaced(text: string, isAfterSpace: boolean): string {
  return text.replace(/ +/g, (run, at: number) =>
    Array.from(run, (_, index) => ((index % 2 === 0) === (at === 0 && isAfterSpace) ? NO_BREAK_SPACE : " ")).join(""),
  );
}

function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") end--;
  return text.slice(0, end);
}

function withoutUnseen(pieces: Piece[]): Piece[] {
  const seen: Piece[] = [];
  let isAtEdge = true;
  for (const piece of pieces.toReversed()) {
    if (isFootnote(piece.node)) {
      seen.push(piece);
      isAtEdge = false;
      continue;
    }
    if (!piece.node.isText) {
      if (seen.length > 0) seen.push(piece);
      // Without a suggested break, the space before it is one between words.
      isAtEdge = !piece.node.marks.some(isSuggestion);
      continue;
    }
    const text = isAtEdge ? withoutSpacesAtEnd(piece.text) : piece.text;
    if (text === "") continue;
    seen.push({ ...piece, text });
    isAtEdge = false;
  }
  return seen.reverse();
}

const opening = (mark: Mark): string => tags(mark.type.spec.toDOM?.(mark, true) ?? 0)[0];
const closing = (marks: readonly Mark[]): string =>
  marks.toReversed().reduce((html, mark) => html + tags(mark.type.spec.toDOM?.(mark, true) ?? 0)[1], "");

function tags(spec: DOMOutputSpec | 0): [string, string] {
  const [before = "", after = ""] = fill(spec, "\0").split("\0");
  return [before, after];
}

/** Renders ProseMirror's `DOMOutputSpec`: `["p", {class: …}, 0]`, where 0 is the position of the content. */
function fill(spec: DOMOutputSpec | 0, content: string): string {
  if (spec === 0) return content;
  if (typeof spec === "string") return escapeText(spec);
  if (!Array.isArray(spec)) throw new Error("The editor describes its elements as arrays.");
  const [tag, second, ...rest] = spec as [string, ...unknown[]];
  const hasAttributes = typeof second === "object" && second !== null && !Array.isArray(second);
  const children = hasAttributes || second === undefined ? rest : [second, ...rest];
  const attributes = hasAttributes ? attributesHtml(second as Record<string, unknown>) : "";
  if (contentElement(tag)?.kind === "void") return `<${tag}${attributes} />`;
  return `<${tag}${attributes}>${children.map((child) => fill(child as DOMOutputSpec | 0, content)).join("")}</${tag}>`;
}

function attributesHtml(attributes: Record<string, unknown>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeValue(String(value)).replaceAll(FOOTNOTE, "")}"`)
    .join("");
}
