import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** A placeholder in the text for a picture that is being uploaded. It is not part of the document. */
type UploadPlace = { id: object; pos: number; element: HTMLElement };
type Change = { add: UploadPlace } | { remove: object };

const key = new PluginKey<DecorationSet>("uploadPlaces");

export const addPlace = (tr: Transaction, place: UploadPlace) => tr.setMeta(key, { add: place } satisfies Change);
export const removePlace = (tr: Transaction, id: object) => tr.setMeta(key, { remove: id } satisfies Change);

/** The current position of the placeholder; null once the text around it was deleted. */
export function placeOf(state: EditorState, id: object): number | null {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null;
}

/** Whether several pictures are pending at this position. */
export function hasSeveralPlaces(state: EditorState, pos: number): boolean {
  return (key.getState(state)?.find(pos, pos).length ?? 0) > 1;
}

function changed(set: DecorationSet, tr: Transaction): DecorationSet {
  const moved = set.map(tr.mapping, tr.doc);
  const change: Change | undefined = tr.getMeta(key);
  if (!change) return moved;
  if ("remove" in change) return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === change.remove));
  const { id, pos, element } = change.add;
  // After anything inserted at the same position: pictures appear in the order in which they were chosen.
  return moved.add(tr.doc, [
    Decoration.widget(pos, element, { id, side: 1, stopEvent: () => true, ignoreSelection: true }),
  ]);
}

/** Keeps the placeholders of running uploads in place while the text around them is edited. */
export const UploadPlaces = Extension.create({
  name: "uploadPlaces",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: { init: () => DecorationSet.empty, apply: (tr, set) => changed(set, tr) },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});
