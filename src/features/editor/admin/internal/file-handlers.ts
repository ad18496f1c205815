import type { EditorProps } from "@tiptap/pm/view";
import { blockGapAt } from "./block-gap.ts";
import { pasteCard } from "./card-node.ts";
import { cleanPaste, hasPastedText } from "./clean-paste.ts";
import { pasteMarkdown } from "./paste-markdown.ts";

export type FileHandlers = { uploadAll: (files: File[], pos?: number) => Promise<void> };

/** Handles paste and drop: files are uploaded, HTML is cleaned, Markdown is formatted. */
export function fileHandlers(handlers: () => FileHandlers | null): EditorProps {
  return {
    transformPastedHTML: cleanPaste,
    handlePaste: (view, event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const html = event.clipboardData?.getData("text/html") ?? "";
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length === 0 && pasteCard(view, text)) return true;
      if (files.length === 0 && html === "") return pasteMarkdown(view, text);
      if (files.length === 0 || hasPastedText(html)) return false;
      void handlers()?.uploadAll(files, view.state.selection.to);
      return true;
    },
    handleDrop: (view, event, _slice, isMoved) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isMoved || files.length === 0) return false;
      event.preventDefault();
      void handlers()?.uploadAll(files, blockGapAt(view, event).pos);
      return true;
    },
  };
}
