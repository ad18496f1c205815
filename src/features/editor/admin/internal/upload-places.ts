import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** A mark in the text where a picture will stand once it is uploaded. It is no part of the document. */
export type UploadPlace = { id: object; pos: number; element: HTMLElement };
type Change = { add: UploadPlace } | { remove: object };

const key = new PluginKey<DecorationSet>("uploadPlaces");

export const addPlace = (tr: Transaction, place: UploadPlace) => tr.setMeta(key, { add: place } satisfies Change);
export const removePlace = (tr: Transaction, id: object) => tr.setMeta(key, { remove: id } satisfies Change);

/** Where the place has moved to by now; null once what it stood in was deleted. */
export function placeOf(state: EditorState, id: object): number | null {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null;
}

/** Whether more than one picture is to come at this position. */
export function hasSeveralPlaces(state: EditorState, pos: number): boolean {
  return (key.getState(state)?.find(pos, pos).length ?? 0) > 1;
}

function changed(set: DecorationSet, tr: Transaction): DecorationSet {
  const moved = set.map(tr.mapping, tr.doc);
  const change: Change | undefined = tr.getMeta(key);
  if (!change) return moved;
  if ("remove" in change) return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === change.remove));
  const { id, pos, element } = change.add;
  // Behind whatever is put in at the same place: pictures come in the order in which they were chosen.
  return moved.add(tr.doc, [
    Decoration.widget(pos, element, { id, side: 1, stopEvent: () => true, ignoreSelection: true }),
  ]);
}

/** Keeps the places of running uploads in the text while it is edited around them. */
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
