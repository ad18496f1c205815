import { getSchema, type JSONContent } from "@tiptap/core";
import { DOMParser as DocumentParser } from "@tiptap/pm/model";
import { parseInert } from "#ui/admin/inert-html.ts";
import { EXTENSIONS } from "./extensions.ts";

const parser = DocumentParser.fromSchema(getSchema(EXTENSIONS));

/**
 * Saved content as a document of the editor. Tiptap's own reading of HTML takes line breaks for layout wherever they
 * stand alone, and would join words, and lines of code, that only such a break parts.
 */
export function parseHtml(html: string): JSONContent {
  return parser.parse(parseInert(html).body).toJSON();
}
