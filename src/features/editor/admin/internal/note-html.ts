import { getSchema } from "@tiptap/core";
import { DOMParser as DocumentParser, type Node } from "@tiptap/pm/model";
import { parseInert } from "#ui/admin/inert-html.ts";
import { inlineHtml } from "./inline-html.ts";
import { starterParts } from "./starter-parts.ts";
import { Typography } from "./typography.ts";

const PARTS = new Set(["text", "paragraph", "bold", "italic", "underline", "strike", "code", "link", "undoRedo"]);
/** The editor of a note: one line with marks. */
export const NOTE_EXTENSIONS = [
  Typography,
  ...starterParts().flatMap((part) =>
    part.name === "doc" ? [part.extend({ content: "paragraph" })] : PARTS.has(part.name) ? [part] : [],
  ),
];

const parser = DocumentParser.fromSchema(getSchema(NOTE_EXTENSIONS));

/** A note's document as the HTML that footnotes keep. */
export const noteOf = (doc: Node): string => (doc.firstChild ? inlineHtml(doc.firstChild) : "");

/** A note's HTML as a document of its editor. */
export const noteDocument = (html: string): Node => parser.parse(parseInert(html).body);

/** HTML, or an element's content, reduced to what a note may contain. */
export const noteHtml = (from: string | Element): string =>
  noteOf(parser.parse(typeof from === "string" ? parseInert(from).body : from));

/** The text of a note without its marks. */
export const noteText = (html: string): string => parseInert(html).body.textContent ?? "";
