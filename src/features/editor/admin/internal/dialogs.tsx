import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { type KeyboardEvent, useId, useState } from "react";
import { PicturePicker } from "#features/media/pictures/admin/picture-picker.tsx";
import { creditOf } from "#features/media/pictures/admin/stored-picture.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { isWaitingPicture } from "#ui/admin/edit-form/waiting-pictures.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { Field } from "#ui/field.tsx";
import type { EditorAddition } from "../rich-text.ts";
import { completeAddress, pictureAddress } from "../safe-address.ts";
import { cleanPaste } from "./clean-paste.ts";
import { NOTE_EXTENSIONS, noteAt, noteDocument, noteLine, writeFootnote } from "./footnote-node.ts";
import { FormDialog } from "./form-dialog.tsx";
import { ButtonDialog, EmbedDialog, FileDialog, PostDialog, VideoDialog } from "./link-block-dialogs.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { figureOf } from "./picture-uploads.ts";

const DIALOGS: EditorAddition["dialogs"] = {
  link: LinkDialog,
  picture: PictureDialog,
  footnote: FootnoteDialog,
  card: EmbedDialog,
  video: VideoDialog,
  post: PostDialog,
  button: ButtonDialog,
  file: FileDialog,
};
/** The name of one of the editor's dialogs, or of an addition to it. */
export type EditorDialog = string;

type Props = { editor: Editor; addition: EditorAddition | undefined; open: EditorDialog | null; onClose: () => void };

export function EditorDialogs({ editor, addition, open, onClose }: Props) {
  const Open = open === null ? undefined : (DIALOGS[open] ?? addition?.dialogs[open]);
  return Open && <Open editor={editor} onClose={onClose} />;
}

const PICTURE_REFUSED = "An image’s address begins with http or https, or is image data (jpg, gif or png).";

/** The selected picture; `waiting`: what stands for its address until it is uploaded. */
function selectedPicture(editor: Editor) {
  const { src, alt } = editor.getAttributes("image");
  const address = String(src ?? "");
  const waiting = isWaitingPicture(address) ? address : null;
  return { isPicture: editor.isActive("image"), src: address, alt: String(alt ?? ""), waiting };
}

/** Adds an image by its address or from the library, or changes the address and alternative text of the selected one. */
function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState(() => selectedPicture(editor));
  const [src, setSrc] = useState(before.waiting === null ? before.src : "");
  const [alt, setAlt] = useState(before.alt);
  const [error, setError] = useState<string>();
  const [isChoosing, setIsChoosing] = useState(false);
  const hasLibrary = useHasNewsroom();
  const [chosen, setChosen] = useState<StoredPicture | null>(null);
  const [hasTexts, setHasTexts] = useState(true);
  // What the library knows is offered where the picture is new; a figure's texts are edited in place.
  const texts = !before.isPicture && chosen?.url === src && (chosen.caption || creditOf(chosen)) ? chosen : null;

  function onChoose(picture: StoredPicture) {
    setIsChoosing(false);
    setChosen(picture);
    setSrc(picture.url);
    setError(undefined);
    if (alt === "" || alt === chosen?.alt) setAlt(picture.alt);
  }

  function onSubmit() {
    const address = pictureAddress(src === "" && before.waiting ? before.waiting : completeAddress(src));
    if (address === null) {
      setSrc("");
      setError(PICTURE_REFUSED);
      return;
    }
    const attributes = { src: address, alt: alt.trim() };
    if (before.isPicture) editor.commands.updateAttributes("image", attributes);
    else if (texts && hasTexts) editor.commands.insertContent(figureOf(texts, attributes));
    else editor.commands.setImage(attributes);
    onClose();
  }
  const action = before.isPicture ? "Change image" : "Add image";
  return (
    <FormDialog
      action={action}
      onSubmit={onSubmit}
      onClose={onClose}
      picker={isChoosing && <PicturePicker onChoose={onChoose} onClose={() => setIsChoosing(false)} />}
    >
      <Field
        label="Address"
        inputMode="url"
        autoFocus={!before.isPicture}
        autoComplete="off"
        placeholder="https://"
        hint={before.waiting === null ? undefined : "It gets one as soon as it is uploaded."}
        value={src}
        error={error}
        onChange={(event) => setSrc(event.target.value)}
      />
      {hasLibrary && <AdminButton onClick={() => setIsChoosing(true)}>Choose from library</AdminButton>}
      <Field
        label="Alternative text"
        hint="What the image shows, for readers who cannot see it. Leave it empty where it only decorates."
        autoFocus={before.isPicture}
        autoComplete="off"
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      {texts && <Checkbox label="With its caption, credit and licence" checked={hasTexts} onChange={setHasTexts} />}
    </FormDialog>
  );
}

function FootnoteDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [before] = useState(() => noteAt(editor.state));
  const [content] = useState(() => noteDocument(before ?? "").toJSON());
  const line = useEditor({
    extensions: NOTE_EXTENSIONS,
    content,
    autofocus: "end",
    injectCSS: false,
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: { class: "footnote-field", "aria-labelledby": id, "aria-multiline": "false" },
    },
  });

  function write(note: string) {
    writeFootnote(editor, note);
    onClose();
  }
  const save = () => write(noteLine(line.state.doc));
  function onKeyDownCapture(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // ProseMirror would keep Esc from the dialog, and begin a line at Enter.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") save();
    else onClose();
  }
  const action = before !== null ? "Change footnote" : "Add footnote";
  return (
    <FormDialog
      action={action}
      removal={before !== null && { label: "Remove footnote", run: () => write("") }}
      onSubmit={save}
      onClose={onClose}
    >
      <div>
        <span id={id} className="mb-1.5 block text-sm font-semibold">
          Note
        </span>
        <div onKeyDownCapture={onKeyDownCapture}>
          <EditorContent editor={line} />
        </div>
        <p className="meta mt-1.5">Readers find it at the end of the article. Addresses become links.</p>
      </div>
    </FormDialog>
  );
}
