import type { Editor } from "@tiptap/core";
import { Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Passage } from "../rich-text.ts";
import { type Placed, placePassages } from "./passages.ts";

const KEY = new PluginKey<DecorationSet>("passages");

/** Marks passages in the text, in decorations only: they are no part of the content. Returns what ends that. */
export function openPassages(editor: Editor, onClick: (id: number) => void): () => void {
  editor.registerPlugin(
    new Plugin<DecorationSet>({
      key: KEY,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, set) => tr.getMeta(KEY) ?? set.map(tr.mapping, tr.doc),
      },
      props: {
        decorations: (state) => KEY.getState(state),
        handleClick(_view, pos) {
          const id = passageAt(editor, pos);
          if (id !== null) onClick(id);
          return false;
        },
      },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(KEY);
  };
}

/** Where the passages are that are marked. */
function placesIn(editor: Editor): Placed[] {
  const found = KEY.getState(editor.state)?.find() ?? [];
  return found.map(({ from, to, spec }) => ({ id: Number(spec.id), from, to }));
}

/** Looks for passages and marks them; returns the ids of those that are there, in the order of the text. */
export function markPassages(editor: Editor, passages: readonly Passage[]): number[] {
  const { doc, tr } = editor.state;
  const placed = placePassages(doc, passages, placesIn(editor));
  const looks = new Map(passages.map(({ id, look }) => [id, look]));
  const set = DecorationSet.create(
    doc,
    placed.map(({ id, from, to }) => {
      const look = looks.get(id) ?? "none";
      return Decoration.inline(from, to, look === "none" ? {} : { class: `passage passage-${look}` }, { id, look });
    }),
  );
  editor.view.dispatch(tr.setMeta(KEY, set).setMeta("addToHistory", false));
  return placed.map(({ id }) => id);
}

/** The shortest passage that is shown around a position; null outside of all. */
function passageAt({ state }: Editor, pos: number): number | null {
  const around = KEY.getState(state)?.find(pos, pos, ({ look }) => look !== "none") ?? [];
  const [shortest] = around.sort((one, other) => one.to - one.from - (other.to - other.from));
  return shortest ? Number(shortest.spec.id) : null;
}

/** The passage at the caret; null while text is selected. */
export const passageAtCaret = (editor: Editor): number | null =>
  editor.state.selection.empty ? passageAt(editor, editor.state.selection.from) : null;

const placeOf = (editor: Editor, id: number) => placesIn(editor).find((placed) => placed.id === id);

/** Scrolls to where a passage begins. */
export function scrollToPassage(editor: Editor, id: number, block: "center" | "nearest"): void {
  const place = placeOf(editor, id);
  if (!place) return;
  // Its own element, not the paragraph, which may be higher than the window.
  const { node } = editor.view.domAtPos(place.from, 1);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block });
}

/** Selects a passage and scrolls it to the middle of the screen. */
export function selectPassage(editor: Editor, id: number): void {
  const place = placeOf(editor, id);
  if (!place) return;
  const { view } = editor;
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(place.from), doc.resolve(place.to))));
  view.focus();
  scrollToPassage(editor, id, "center");
}
