import type { Editor } from "@tiptap/core";
import type { KeyboardEvent, MouseEvent } from "react";
import { flushSync } from "react-dom";
import type { EditorAddition, Passages } from "../rich-text.ts";
import type { EditorDialog } from "./dialogs.tsx";
import type { ContentOut } from "./editor-content.ts";
import { canHaveFootnote, FOOTNOTE_ATTRIBUTE } from "./footnote-node.ts";
import { noteHere } from "./passages.tsx";

type Parts = {
  editor: Editor;
  addition: EditorAddition | undefined;
  out: ContentOut;
  disabled: boolean;
  passages: Passages | undefined;
  open: (dialog: EditorDialog | "find") => void;
};

const ofNode = (editor: Editor, addition: EditorAddition | undefined): EditorDialog | null =>
  editor.isActive("image")
    ? "picture"
    : editor.isActive("footnote")
      ? "footnote"
      : editor.isActive("file")
        ? "file"
        : (addition?.dialogOf(editor) ?? null);

/**
 * Makes the editor read the caret and selection synchronously. Browsers report them in a separate task, which on a
 * busy machine runs after the next key, which would then act on the previous selection.
 */
const readSelection = () => document.dispatchEvent(new Event("selectionchange"));

/** Keys and clicks outside the tools: saving and opening dialogs. */
export function surfaceKeys({ editor, addition, out, disabled, passages, open }: Parts) {
  const openFor = (event: KeyboardEvent, dialog: EditorDialog | "find" | null) => {
    if (disabled || dialog === null) return;
    event.preventDefault();
    event.stopPropagation();
    open(dialog);
  };
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      if (editor.isFocused && !event.nativeEvent.isComposing) readSelection();
      const isMod = event.ctrlKey || event.metaKey;
      if (isMod && event.key.toLowerCase() === "s" && !event.shiftKey) flushSync(out.flush);
      // Before ProseMirror, where Enter starts a line after the picture.
      if (event.key === "Enter" && editor.isFocused) openFor(event, ofNode(editor, addition));
    },
    onKeyDown(event: KeyboardEvent) {
      // Ctrl+Shift+S is strikethrough; the form saves on Ctrl+S.
      if (event.shiftKey && event.key.toLowerCase() === "s") event.stopPropagation();
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      // Without text to link, the shortcut opens the command palette.
      const canLink = !editor.state.selection.empty || editor.isActive("link");
      if (!event.altKey && event.key.toLowerCase() === "k" && canLink) openFor(event, "link");
      if (!event.altKey && event.key.toLowerCase() === "f") openFor(event, "find");
      // On a Mac, Option changes the letter of the key.
      if (event.altKey && event.code === "KeyF" && canHaveFootnote(editor.state)) openFor(event, "footnote");
      if (event.altKey && event.code === "KeyM" && passages) {
        event.preventDefault();
        noteHere(editor, passages);
      }
    },
    onClick({ target }: MouseEvent) {
      const isNumber = target instanceof Element && target.closest(`sup[${FOOTNOTE_ATTRIBUTE}]`) !== null;
      if (isNumber && !disabled && editor.isActive("footnote")) open("footnote");
    },
    onDoubleClick() {
      const dialog = ofNode(editor, addition);
      if (dialog !== null && dialog !== "footnote" && !disabled) open(dialog);
    },
  };
}
