import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, type PluginKey } from "@tiptap/pm/state";
import { DecorationSet, type EditorProps } from "@tiptap/pm/view";

/** Focuses the text synchronously: Tiptap's `focus` waits for the next frame, and keys until then would be lost. */
export function focusText(editor: Editor): void {
  if (editor.isDestroyed) return;
  editor.view.focus();
  editor.commands.scrollIntoView();
}

/** Scrolls to a position without moving the focus. */
export function scrollToPos({ view }: Editor, pos: number, block: ScrollLogicalPosition = "center", side = 0): void {
  const { node } = view.domAtPos(pos, side);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block });
}

/** Calls `run` at most `delay` milliseconds after one of `events`, such as a change. Returns a function that stops this. */
export function afterChanges(
  editor: Editor,
  delay: number,
  run: () => void,
  events: readonly ("update" | "selectionUpdate" | "focus")[] = ["update"],
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, delay);
  };
  for (const event of events) editor.on(event, later);
  return () => {
    clearTimeout(timer);
    for (const event of events) editor.off(event, later);
  };
}

/** Shows the decorations in the metadata `key` of transactions. Returns a function that removes them. */
export function openDecorations(editor: Editor, key: PluginKey<DecorationSet>, props: EditorProps = {}): () => void {
  editor.registerPlugin(
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, set) => tr.getMeta(key) ?? set.map(tr.mapping, tr.doc),
      },
      props: { ...props, decorations: (state) => key.getState(state) },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}

/** Renders a node and returns the `update` of its node view for later versions. */
export function showNode(node: Node, show: (node: Node) => void): (changed: Node) => boolean {
  show(node);
  return (changed) => {
    if (changed.type !== node.type) return false;
    show(changed);
    return true;
  };
}
