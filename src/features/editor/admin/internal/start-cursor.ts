import { Extension } from "@tiptap/core";
import { GapCursor } from "@tiptap/pm/gapcursor";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Selection } from "@tiptap/pm/state";

/**
 * Returns where the cursor of a text starts that opens with a picture, an article or another block without a place for
 * it: before that block. By default the block would be selected, and the next letter would replace it.
 */
export function startCursor(doc: Node): Selection | null {
  if (!(Selection.atStart(doc) instanceof NodeSelection)) return null;
  const start = doc.resolve(0);
  const { firstChild } = doc;
  const isClosed = firstChild?.isAtom || firstChild?.type.spec.isolating;
  return isClosed ? new GapCursor(start) : Selection.findFrom(start, 1, true);
}

export const StartCursor = Extension.create({
  name: "startCursor",
  onCreate() {
    const { state, view } = this.editor;
    const start = state.selection instanceof NodeSelection ? startCursor(state.doc) : null;
    if (start) view.dispatch(state.tr.setSelection(start));
  },
});
