import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { parseHtml } from "./parse-html.ts";

/** Replaces the content, as one step that can be undone; the caret stays where nothing changes. */
export function replaceContent({ schema, view }: Editor, html: string): void {
  const change = changeTo(view.state, schema.nodeFromJSON(parseHtml(html)));
  if (change) view.dispatch(change);
}

/** The change that makes one document another: from where they begin to differ to where they end to. Null if they do not. */
export function changeTo({ doc, tr }: EditorState, next: Node): Transaction | null {
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || end === null) return null;
  // Of repeated text the end may seem to lie before the start.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap));
}
