import type { Editor } from "@tiptap/core";
import type { KeyboardEvent, MouseEvent } from "react";
import { flushSync } from "react-dom";
import type { EditorDialog } from "./editor-dialogs.tsx";
import { canHaveFootnote, FOOTNOTE_ATTRIBUTE } from "./footnote-node.ts";
import type { ContentOut } from "./use-content-out.ts";

type Parts = { editor: Editor; out: ContentOut; disabled: boolean; open: (dialog: EditorDialog | "find") => void };

const ofNode = (editor: Editor): EditorDialog | null =>
  editor.isActive("image") ? "picture" : editor.isActive("footnote") ? "footnote" : null;

/** Keys and clicks that belong to no tool: saving, and opening dialogs. */
export function surfaceKeys({ editor, out, disabled, open }: Parts) {
  const openFor = (event: KeyboardEvent, dialog: EditorDialog | "find" | null) => {
    if (disabled || dialog === null) return;
    event.preventDefault();
    event.stopPropagation();
    open(dialog);
  };
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      const isMod = event.ctrlKey || event.metaKey;
      if (isMod && event.key.toLowerCase() === "s" && !event.shiftKey) flushSync(out.flush);
      // Before ProseMirror, where Enter begins a line after the picture.
      if (event.key === "Enter" && editor.isFocused) openFor(event, ofNode(editor));
    },
    onKeyDown(event: KeyboardEvent) {
      // Ctrl+Shift+S is strikethrough; the form saves on Ctrl+S.
      if (event.shiftKey && event.key.toLowerCase() === "s") event.stopPropagation();
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (!event.altKey && event.key.toLowerCase() === "k") openFor(event, "link");
      if (!event.altKey && event.key.toLowerCase() === "f") openFor(event, "find");
      // On a Mac the key with Option is another letter.
      if (event.altKey && event.code === "KeyF" && canHaveFootnote(editor.state)) openFor(event, "footnote");
    },
    onClick({ target }: MouseEvent) {
      const isNumber = target instanceof Element && target.closest(`sup[${FOOTNOTE_ATTRIBUTE}]`) !== null;
      if (isNumber && !disabled && editor.isActive("footnote")) open("footnote");
    },
    onDoubleClick() {
      if (editor.isActive("image") && !disabled) open("picture");
    },
  };
}
