import type { Editor } from "@tiptap/core";
import type { EditorAddition } from "../rich-text.ts";
import { CardDialog } from "./card-dialog.tsx";
import { FootnoteDialog } from "./footnote-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PictureDialog } from "./picture-dialog.tsx";

const DIALOGS: EditorAddition["dialogs"] = {
  link: LinkDialog,
  picture: PictureDialog,
  footnote: FootnoteDialog,
  card: CardDialog,
};
/** The name of one of the editor's dialogs, or of an addition to it. */
export type EditorDialog = string;

type Props = { editor: Editor; addition: EditorAddition | undefined; open: EditorDialog | null; onClose: () => void };

/** The dialog that is open, if any. */
export function EditorDialogs({ editor, addition, open, onClose }: Props) {
  const Open = open === null ? undefined : (DIALOGS[open] ?? addition?.dialogs[open]);
  return Open && <Open editor={editor} onClose={onClose} />;
}
