import type { EditorProps } from "@tiptap/pm/view";
import { addPastedPicture } from "#ui/admin/edit-form/waiting-pictures.ts";
import { blockGapAt } from "./block-gap.ts";
import { pasteCard } from "./card-node.ts";
import { hasPastedText, pasteOf } from "./clean-paste.ts";
import { pasteMarkdown } from "./paste-markdown.ts";
import { picturesFor } from "./pasted-pictures.ts";

export type FileHandlers = {
  uploadAll: (files: File[], pos?: number) => Promise<void>;
  /** Reports that `count` pictures were not pasted. */
  reportMissing: (count: number) => void;
};

/** Handles paste and drop: files are uploaded, HTML is cleaned, Markdown is formatted. */
export function fileHandlers(handlers: () => FileHandlers | null): EditorProps {
  /** The clipboard of the current paste, as `transformPastedHTML` runs before `handlePaste` and gets no event. */
  let clipboard: DataTransfer | null = null;
  let missing = 0;
  const report = () => {
    if (missing > 0) handlers()?.reportMissing(missing);
    missing = 0;
  };
  return {
    handleDOMEvents: {
      paste: (_view, event) => {
        clipboard = event.clipboardData;
        return false;
      },
    },
    transformPastedHTML: (html) => {
      const paste = pasteOf(html);
      missing = paste.missing;
      if (missing === 0 && !paste.hasData) return paste.html;
      const files = clipboard && paste.hasText ? picturesFor(missing, clipboard) : [];
      missing -= files.length;
      return pasteOf(html, { keep: addPastedPicture, files }).html;
    },
    handlePaste: (view, event) => {
      clipboard = null;
      const files = [...(event.clipboardData?.files ?? [])];
      const html = event.clipboardData?.getData("text/html") ?? "";
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length === 0 && pasteCard(view, text)) return true;
      if (files.length === 0 && html === "") return pasteMarkdown(view, text);
      if (files.length === 0 || hasPastedText(html)) {
        report();
        return false;
      }
      void handlers()?.uploadAll(files, view.state.selection.to);
      return true;
    },
    handleDrop: (view, event, _slice, isMoved) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!isMoved) report();
      if (isMoved || files.length === 0) return false;
      event.preventDefault();
      void handlers()?.uploadAll(files, blockGapAt(view, event).pos);
      return true;
    },
  };
}
