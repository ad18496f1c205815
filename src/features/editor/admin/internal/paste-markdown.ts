import { closeHistory } from "@tiptap/pm/history";
import { DOMParser as DocumentParser } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { parseInert } from "#ui/admin/inert-html.ts";
import { cleanPaste } from "./clean-paste.ts";
import { isMarkdown } from "./markdown-signs.ts";

/** The parser, which is loaded ahead as the editor opens, or else with the first such paste. */
export const loadMarkdown = () => import("./markdown.ts");

/**
 * Pastes a plain text that is clearly Markdown: first as it is, then formatted, as a step of its own, so that one undo
 * gives the plain text. False for any other text.
 */
export function pasteMarkdown(view: EditorView, text: string): boolean {
  const { $from, from } = view.state.selection;
  if ($from.parent.type.spec.code || !isMarkdown(text)) return false;
  view.pasteText(text);
  const { doc, selection } = view.state;
  void loadMarkdown().then(({ markdownHtml }) => {
    // Whoever goes on writing keeps the plain text.
    if (view.isDestroyed || view.state.doc !== doc) return;
    const html = htmlOrNull(() => cleanPaste(markdownHtml(text)));
    if (html !== null) formatRange(view, from, selection.to, html);
  }, keepPlainText);
  return true;
}

/** The text is in the article already, and a paste while the connection is down asks for no more. */
const keepPlainText = () => {};

function htmlOrNull(parse: () => string): string | null {
  try {
    return parse();
  } catch (error) {
    // Lists and quotes nested thousands deep: the text stays as it is.
    if (error instanceof RangeError || String(error).includes("call stack")) return null;
    throw error;
  }
}

function formatRange(view: EditorView, from: number, to: number, html: string): void {
  const { state } = view;
  const tr = closeHistory(state.tr).setSelection(TextSelection.create(state.doc, from, to));
  const context = tr.selection.$from;
  const slice = DocumentParser.fromSchema(state.schema).parseSlice(parseInert(html).body, { context });
  view.dispatch(tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true));
}
