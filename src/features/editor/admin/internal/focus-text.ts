import type { Editor } from "@tiptap/core";

/**
 * Moves the focus and the cursor to the text at once. The library's `focus` command waits for the next frame when the
 * focus was elsewhere: what is typed until then would be lost.
 */
export function focusText(editor: Editor): void {
  if (editor.isDestroyed) return;
  editor.view.focus();
  editor.commands.scrollIntoView();
}
