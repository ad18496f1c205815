import { closeHistory } from "@tiptap/pm/history";
import { Fragment, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";

type Pasted = { event: ClipboardEvent; slice: Slice };

/** The views in which a guarded paste is calling the other handlers. */
const guarded = new WeakSet<EditorView>();

/**
 * Pastes through all other handlers and the editor's own insertion. If one throws, the document is as before and the text of
 * the paste is inserted instead; `onPlain` reports it. Returns false only where it was called by itself.
 */
export function guardedPaste(view: EditorView, { event, slice }: Pasted, onPlain: () => void): boolean {
  if (guarded.has(view)) return false;
  const { state } = view;
  guarded.add(view);
  try {
    if (!view.someProp("handlePaste", (handle) => handle(view, event, slice) || undefined)) insert(view, slice);
  } catch {
    view.updateState(state);
    insertText(view, event.clipboardData?.getData("text/plain") || textIn(slice));
    onPlain();
  } finally {
    guarded.delete(view);
  }
  return true;
}

/** Inserts a slice as ProseMirror does where no handler wants it. */
function insert(view: EditorView, slice: Slice): void {
  const single = slice.openStart === 0 && slice.openEnd === 0 && slice.content.childCount === 1;
  const { tr } = view.state;
  if (single && slice.content.firstChild) tr.replaceSelectionWith(slice.content.firstChild, false);
  else tr.replaceSelection(slice);
  view.dispatch(tr.scrollIntoView().setMeta("paste", true).setMeta("uiEvent", "paste"));
}

function insertText(view: EditorView, text: string): void {
  const { schema, tr } = view.state;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const paragraphs = lines.map((line) => schema.nodes.paragraph?.create(null, schema.text(line)));
  const content = Fragment.from(paragraphs.filter((paragraph) => paragraph !== undefined));
  view.dispatch(
    closeHistory(tr)
      .replaceSelection(new Slice(content, 1, 1))
      .scrollIntoView()
      .setMeta("paste", true),
  );
}

const textIn = ({ content }: Slice) => content.textBetween(0, content.size, "\n", " ");

export const PLAIN_PASTE = {
  title: "Only the text was pasted",
  description: "The formatting of this paste cannot be inserted here. Undo removes the text.",
};
