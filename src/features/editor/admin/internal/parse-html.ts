import { getSchema, type JSONContent } from "@tiptap/core";
import { DOMParser as DocumentParser } from "@tiptap/pm/model";
import { parseInert } from "#ui/admin/inert-html.ts";
import { EXTENSIONS } from "../extensions.ts";

const parser = DocumentParser.fromSchema(getSchema(EXTENSIONS));

/**
 * Saved content as a document of the editor. Tiptap's own reading of HTML takes line breaks for layout wherever they
 * stand alone, and would join words, and lines of code, that only such a break parts.
 */
export function parseHtml(html: string): JSONContent {
  return withFigureLines(parser.parse(parseInert(html).body).toJSON());
}

/** Credit and caption are left out of HTML where they are empty; the editor shows where they would stand. */
function withFigureLines(node: JSONContent): JSONContent {
  if (!node.content) return node;
  if (node.type !== "figure") return { ...node, content: node.content.map(withFigureLines) };
  const [image, ...lines] = node.content;
  const line = (type: string) => lines.find((other) => other.type === type) ?? { type };
  return { ...node, content: [image ?? { type: "image" }, line("figureCredit"), line("figureCaption")] };
}
