import { getSchema, type JSONContent } from "@tiptap/core";
import { DOMParser as DocumentParser, type Schema } from "@tiptap/pm/model";
import { parseInert } from "#ui/admin/inert-html.ts";
import { EXTENSIONS } from "../extensions.ts";

const articleSchema = getSchema(EXTENSIONS);

/**
 * Saved content as an editor document. Tiptap's own parser treats isolated line breaks as layout, and would join words,
 * and lines of code, that are separated only by such a break.
 */
export function parseHtml(html: string, schema: Schema = articleSchema): JSONContent {
  return withFigureLines(DocumentParser.fromSchema(schema).parse(parseInert(html).body).toJSON());
}

/** Credit and caption are omitted from HTML when empty; the editor shows placeholders for them. */
function withFigureLines(node: JSONContent): JSONContent {
  if (!node.content) return node;
  if (node.type !== "figure") return { ...node, content: node.content.map(withFigureLines) };
  const [image, ...lines] = node.content;
  const line = (type: string) => lines.find((other) => other.type === type) ?? { type };
  return { ...node, content: [image ?? { type: "image" }, line("figureCredit"), line("figureCaption")] };
}
