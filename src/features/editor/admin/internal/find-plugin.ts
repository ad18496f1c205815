import type { Editor } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Match } from "./find-matches.ts";
import { focusText } from "./focus-text.ts";

const KEY = new PluginKey<DecorationSet>("find");

const highlight = (match: Match, isCurrent: boolean) =>
  Decoration.inline(match.from, match.to, { class: isCurrent ? "find-match find-current" : "find-match" });

/** Highlights matches while the panel is open; they move along with the text until it looks again. */
export function openFind(editor: Editor): () => void {
  editor.registerPlugin(
    new Plugin<DecorationSet>({
      key: KEY,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, set) => tr.getMeta(KEY) ?? set.map(tr.mapping, tr.doc),
      },
      props: { decorations: (state) => KEY.getState(state) },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(KEY);
  };
}

/** Shows the matches, one of them as the current one. */
export function showMatches(editor: Editor, matches: readonly Match[], at: number): void {
  const { doc, tr } = editor.state;
  const set = DecorationSet.create(
    doc,
    matches.map((match, index) => highlight(match, index === at)),
  );
  editor.view.dispatch(tr.setMeta(KEY, set).setMeta("addToHistory", false));
}

/** Scrolls to a match without taking the focus from the panel. */
export function scrollToMatch(editor: Editor, { from }: Match): void {
  const { node } = editor.view.domAtPos(from);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: "center" });
}

/** Selects a match, as the place where one goes on writing. */
export function selectMatch(editor: Editor, { from, to }: Match): void {
  editor.commands.setTextSelection({ from, to });
  focusText(editor);
}

/** Replaces matches by a text, with the marks that each has, as one step to undo. */
export function replaceMatches(state: EditorState, matches: readonly Match[], text: string): Transaction {
  const { tr } = state;
  // From the end, so that no match moves before its turn.
  for (const { from, to } of matches.toReversed()) {
    if (text === "") tr.delete(from, to);
    else tr.insertText(text, from, to);
  }
  const last = matches.at(-1);
  if (last) tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(last.to))));
  return tr;
}
