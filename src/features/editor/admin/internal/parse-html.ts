import { getSchema, type JSONContent } from "@tiptap/core";
import { DOMParser as DocumentParser } from "@tiptap/pm/model";
import { parseInert } from "#ui/admin/inert-html.ts";
import { EXTENSIONS } from "../extensions.ts";

const parser = DocumentParser.fromSchema(getSchema(EXTENSIONS));

/**
 * Saved content as an editor document. Tiptap's own parser treats isolated line breaks as layout, and would join words,
 * and lines of code, that are separated only by such a break.
 */
export function parseHtml(html: string): JSONContent {
  return parser.parse(parseInert(html).body).toJSON();
}
