import type { Editor } from "@tiptap/core";
import { FootnoteDialog } from "./footnote-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PictureDialog } from "./picture-dialog.tsx";

const DIALOGS = { link: LinkDialog, picture: PictureDialog, footnote: FootnoteDialog };
export type EditorDialog = keyof typeof DIALOGS;

/** The dialog that is open, if any. */
export function EditorDialogs({
  editor,
  open,
  onClose,
}: {
  editor: Editor;
  open: EditorDialog | null;
  onClose: () => void;
}) {
  const Open = open && DIALOGS[open];
  return Open && <Open editor={editor} onClose={onClose} />;
}
