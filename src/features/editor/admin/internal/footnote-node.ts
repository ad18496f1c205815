import { type Editor, getSchema, Node } from "@tiptap/core";
import { type Node as DocumentNode, DOMParser as DocumentParser } from "@tiptap/pm/model";
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import { parseInert } from "#ui/admin/inert-html.ts";
import { inlineHtml } from "../html-of.ts";
import { showNode } from "./editor-view.ts";
import { starterParts, Typography } from "./starter-parts.ts";

const PARTS = new Set(["text", "paragraph", "bold", "italic", "underline", "strike", "code", "link", "undoRedo"]);
/** The editor of a note: one line with marks. */
export const NOTE_EXTENSIONS = [
  Typography,
  ...starterParts().flatMap((part) =>
    part.name === "doc" ? [part.extend({ content: "paragraph" })] : PARTS.has(part.name) ? [part] : [],
  ),
];

const parser = DocumentParser.fromSchema(getSchema(NOTE_EXTENSIONS));

/** Serialises a note's document to the HTML of footnotes. */
export const noteLine = (doc: DocumentNode): string => (doc.firstChild ? inlineHtml(doc.firstChild) : "");

export const noteDocument = (html: string): DocumentNode => parser.parse(parseInert(html).body);

/** Reduces HTML or an element's content to the allowed content of notes. */
const noteHtml = (from: string | Element): string =>
  noteLine(parser.parse(typeof from === "string" ? parseInert(from).body : from));

export const noteText = (html: string): string => parseInert(html).body.textContent ?? "";

/** The attribute of a reference that contains its note, in the editor and on its clipboard. */
export const FOOTNOTE_ATTRIBUTE = "data-footnote";

/** The note of a reference in saved content, in one line; null for any other superscript. */
function noteOf(reference: HTMLElement): string | null {
  const target = reference.querySelector(':scope > a[href^="#fn-"]')?.getAttribute("href") ?? "";
  const note = reference.ownerDocument.getElementById(target.slice(1))?.cloneNode(true);
  if (!(note instanceof Element) || note.localName !== "li") return null;
  for (const back of note.querySelectorAll('a[href^="#fnref-"]')) back.remove();
  const line = note.ownerDocument.createElement("p");
  for (const each of note.querySelectorAll(":scope > p")) line.append(...each.childNodes, " ");
  return noteHtml(line.hasChildNodes() ? line : note);
}

export const noteAt = ({ selection }: EditorState): string | null =>
  selection instanceof NodeSelection && selection.node.type.name === "footnote" ? selection.node.attrs.note : null;

/** Whether a footnote is selected or can be inserted after the selection. */
export function canHaveFootnote({ selection, schema }: EditorState): boolean {
  const { $to } = selection;
  const { footnote } = schema.nodes;
  if (selection instanceof NodeSelection) return selection.node.type === footnote;
  if (!footnote || !$to.parent.isTextblock) return false;
  return $to.parent.contentMatchAt($to.index()).matchType(footnote) !== null;
}

export function selectFootnote(editor: Editor, number: number): void {
  let left = number;
  let found: number | null = null;
  editor.state.doc.descendants((node, pos) => {
    if (node.type.name === "footnote" && left-- === 0) found = pos;
    return found === null;
  });
  if (found !== null) editor.commands.setNodeSelection(found);
}

/** Updates the selected footnote or inserts a new one after the selection. An empty note is removed. */
export function writeFootnote(editor: Editor, note: string): void {
  const { state, view } = editor;
  const { tr, selection } = state;
  const isNew = noteAt(state) === null;
  const node = state.schema.nodes.footnote?.create({ note });
  if (!node || (isNew && note === "")) return;
  if (note === "") tr.deleteSelection();
  else if (isNew) tr.insert(selection.to, node);
  else tr.replaceSelectionWith(node, false);
  view.dispatch(tr.scrollIntoView());
}

/** A footnote reference that contains its note, so that both move together. Numbered by CSS here and by `html-of.ts` for readers. */
export const Footnote = Node.create({
  name: "footnote",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    note: {
      default: "",
      parseHTML: (element: HTMLElement) => {
        const copied = element.getAttribute(FOOTNOTE_ATTRIBUTE);
        return copied === null ? noteOf(element) : noteHtml(copied);
      },
      renderHTML: ({ note }) => ({ [FOOTNOTE_ATTRIBUTE]: note }),
    },
  }),
  parseHTML: () => [
    // Before the mark, which matches any other superscript.
    { tag: `sup[${FOOTNOTE_ATTRIBUTE}]`, priority: 60 },
    { tag: "sup", priority: 60, getAttrs: (element) => (noteOf(element) === null ? false : null) },
    // The notes are stored in their references.
    { tag: "section.footnotes", ignore: true },
  ],
  renderHTML: ({ HTMLAttributes }) => ["sup", HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement("sup");
      dom.contentEditable = "false";
      dom.setAttribute("role", "img");
      const show = ({ attrs }: DocumentNode) => {
        const text = noteText(attrs.note);
        dom.setAttribute(FOOTNOTE_ATTRIBUTE, attrs.note);
        dom.title = text;
        dom.setAttribute("aria-label", `Footnote: ${text}`);
      };
      return { dom, update: showNode(node, show), ignoreMutation: () => true };
    },
});
