import type { Node } from "@tiptap/pm/model";
import { escapeText } from "#shared/escape-html.ts";
import { footnotesOf } from "./internal/footnote-node.ts";
import { FOOTNOTE, fill, inlineHtml } from "./internal/inline-html.ts";

/** Node types that are omitted when empty. */
const OPTIONAL = new Set(["figureCredit", "figureCaption"]);

/** HTML by node. Nodes are immutable, so an entry stays valid as long as its node is in the document. */
const written = new WeakMap<Node, string>();

/**
 * The document as HTML, exactly as the server's sanitizer leaves it (features/content), so that saving changes nothing.
 * An empty document is an empty string. Only blocks that changed since the last call are serialised again: a long
 * article costs about as much as its last paragraph.
 */
export function htmlOf(doc: Node): string {
  let html = "";
  const count = doc.childCount - emptyLinesAtEnd(doc);
  for (let index = 0; index < count; index++) html += blockHtml(doc.child(index));
  return withFootnotes(html, footnotesOf(doc));
}

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

/** Empty lines at the end are room for typing, not content. */
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
  const html = fill(node.type.spec.toDOM?.(node) ?? 0, contentHtml(node));
  written.set(node, html);
  return html;
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
