import { getSchema, type JSONContent } from "@tiptap/core";
import { DOMParser as DocumentParser } from "@tiptap/pm/model";
import { parseInert } from "#ui/admin/inert-html.ts";
import { EXTENSIONS } from "../extensions.ts";
import { FOOTNOTE_ATTRIBUTE } from "./footnote-node.ts";
import { noteHtml } from "./note-html.ts";

const parser = DocumentParser.fromSchema(getSchema(EXTENSIONS));

/**
 * Saved content as an editor document. Tiptap's own parser treats isolated line breaks as layout, and would join words,
 * and lines of code, that are separated only by such a break.
 */
export function parseHtml(html: string): JSONContent {
  const { body } = parseInert(html);
  moveNotes(body);
  return withFigureLines(parser.parse(body).toJSON());
}

/** Moves each footnote's note from the list at the end into its reference, where the editor keeps it. */
function moveNotes(body: HTMLElement): void {
  const section = body.querySelector(":scope > section.footnotes");
  if (!section) return;
  const notes = new Map([...section.querySelectorAll(":scope > ol > li[id]")].map((note) => [`#${note.id}`, note]));
  for (const reference of body.querySelectorAll("sup")) {
    const note = notes.get(reference.querySelector("a")?.getAttribute("href") ?? "");
    if (!note) continue;
    for (const back of note.querySelectorAll('a[href^="#fnref-"]')) back.remove();
    reference.setAttribute(FOOTNOTE_ATTRIBUTE, noteHtml(lineOf(note)));
    reference.replaceChildren();
  }
  section.remove();
}

/** The content of a note in one line. */
function lineOf(note: Element): Element {
  const line = note.ownerDocument.createElement("p");
  for (const each of note.querySelectorAll(":scope > p")) line.append(...each.childNodes, " ");
  return line.hasChildNodes() ? line : note;
}

/** Credit and caption are omitted from HTML when empty; the editor shows placeholders for them. */
function withFigureLines(node: JSONContent): JSONContent {
  if (!node.content) return node;
  if (node.type !== "figure") return { ...node, content: node.content.map(withFigureLines) };
  const [image, ...lines] = node.content;
  const line = (type: string) => lines.find((other) => other.type === type) ?? { type };
  return { ...node, content: [image ?? { type: "image" }, line("figureCredit"), line("figureCaption")] };
}
