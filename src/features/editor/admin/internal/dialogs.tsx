import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { type ComponentType, type KeyboardEvent, useId, useState } from "react";
import { DropArea } from "#features/media/pictures/admin/drop-area.tsx";
import { PicturePicker } from "#features/media/pictures/admin/picture-picker.tsx";
import { usePictureChooser } from "#features/media/pictures/admin/use-picture-chooser.tsx";
import { useUpload } from "#features/media/pictures/admin/use-upload.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { isWaitingPicture } from "#ui/admin/session/waiting-pictures.ts";
import { SuggestField } from "#ui/admin/suggest-field.tsx";
import { SUGGEST_AFTER_MS, useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import { isAddress, targetsFor, useLinkTargets } from "../link-targets.ts";
import type { EditorAddition } from "../rich-text.ts";
import { completeAddress, linkAddress, pictureAddress } from "../safe-address.ts";
import { cleanPaste } from "./clean-paste.ts";
import { NOTE_EXTENSIONS, noteAt, noteDocument, noteLine, writeFootnote } from "./footnote-node.ts";
import { FormDialog } from "./form-dialog.tsx";
import { ButtonDialog, EmbedDialog, FileDialog, PostDialog, VideoDialog } from "./link-block-dialogs.tsx";
import { insertPictures } from "./picture-uploads.ts";

const LINK_REFUSED = "A link begins with http, https, mailto or tel.";

/** Adds, changes or removes the link at the selection. Without a selection it has a field for the text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState(() => {
    const isLink = editor.isActive("link");
    const href: string = editor.getAttributes("link").href ?? "";
    return { isLink, href, needsText: !isLink && editor.state.selection.empty };
  });
  const [address, setAddress] = useState(before.href);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const words = useSettled(isAddress(address) ? "" : address.trim(), SUGGEST_AFTER_MS);
  const targets = useLinkTargets(words);

  function onAddress(given: string) {
    setAddress(given);
    setError(undefined);
    const target = targets.find((one) => one.address === given);
    if (target && text === "") setText(target.title);
  }
  function onSubmit() {
    const href = linkAddress(completeAddress(address));
    if (href === null) {
      setAddress("");
      setError(LINK_REFUSED);
      return;
    }
    const chain = editor.chain();
    if (before.needsText) {
      const marks = [{ type: "link", attrs: { href } }];
      chain.insertContent({ type: "text", text: text.trim() || address.trim(), marks }).unsetMark("link");
    } else {
      chain.extendMarkRange("link").setLink({ href });
    }
    chain.run();
    onClose();
  }
  function remove() {
    editor.chain().extendMarkRange("link").unsetLink().run();
    onClose();
  }
  return (
    <FormDialog
      action={before.isLink ? "Change link" : "Add link"}
      removal={before.isLink && { label: "Remove link", run: remove }}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <SuggestField
        label="Address"
        autoFocus
        submitsOnEnter
        placeholder="Search articles and pages, or enter an address"
        value={address}
        error={error}
        offersFor={(typed) =>
          targetsFor(typed, targets, words).map(({ address: value, title, hint }) => ({ value, label: title, hint }))
        }
        onChange={onAddress}
      />
      {before.needsText && (
        <Field
          label="Text"
          hint="The visible text; the address if empty."
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

type DialogProps = {
  editor: Editor;
  onClose: () => void;
  onUpload: (files: File[], asGallery: boolean) => void;
};

const DIALOGS: Readonly<Record<string, ComponentType<DialogProps>>> = {
  link: LinkDialog,
  picture: PictureDialog,
  library: LibraryDialog,
  footnote: FootnoteDialog,
  card: EmbedDialog,
  video: VideoDialog,
  post: PostDialog,
  button: ButtonDialog,
  file: FileDialog,
};
export type EditorDialog = string;

type Props = DialogProps & { addition: EditorAddition | undefined; open: EditorDialog | null };

export function EditorDialogs({ addition, open, ...props }: Props) {
  const Own = open === null ? undefined : DIALOGS[open];
  if (Own) return <Own {...props} />;
  const Added = open === null ? undefined : addition?.dialogs[open];
  return Added && <Added editor={props.editor} onClose={props.onClose} />;
}

const PICTURE_REFUSED = "An image’s address begins with http or https, or is image data (jpg, gif or png).";

/** The selected picture; `waiting`: its temporary address until it is uploaded. */
function selectedPicture(editor: Editor) {
  const { src, alt } = editor.getAttributes("image");
  const address = String(src ?? "");
  const waiting = isWaitingPicture(address) ? address : null;
  return { isPicture: editor.isActive("image"), src: address, alt: String(alt ?? ""), waiting };
}

function addressHint(isUploading: boolean, isWaiting: boolean): string | undefined {
  if (isUploading) return "Uploading image...";
  return isWaiting ? "The image gets an address after the upload." : undefined;
}

type SourceProps = {
  isNew: boolean;
  onFiles: (files: File[], asGallery: boolean) => void;
  onLibrary: () => void;
};

/** Sources of pictures other than an address: this device, by chooser or drop, and the library. */
function PictureSources({ isNew, onFiles, onLibrary }: SourceProps) {
  const hasLibrary = useHasNewsroom();
  const [asGallery, setAsGallery] = useState(false);
  const take = (files: File[]) => onFiles(files, asGallery);
  const chooser = usePictureChooser(take, { multiple: isNew });
  return (
    <DropArea isOpen={false} onFiles={take} className="border border-rule border-dashed p-3">
      {chooser.input}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <AdminButton onClick={chooser.open}>{isNew ? "Upload pictures" : "Upload another"}</AdminButton>
        {hasLibrary && <AdminButton onClick={onLibrary}>Choose from library</AdminButton>}
        <span className="meta">Or drop them here.</span>
      </div>
      {isNew && <Checkbox label="Several become a gallery" checked={asGallery} onChange={setAsGallery} />}
    </DropArea>
  );
}

type LibraryProps = Pick<DialogProps, "editor" | "onClose"> & {
  onAdded?: () => void;
  /** Receives the picture instead of the text. */
  onReplace?: ((picture: StoredPicture) => void) | false;
};

/** Adds pictures of the library with their texts: one with a click, or several that are selected. */
function LibraryDialog({ editor, onClose, onAdded = onClose, onReplace = false }: LibraryProps) {
  function add(pictures: readonly StoredPicture[]) {
    insertPictures(editor, pictures);
    onAdded();
  }
  if (onReplace) return <PicturePicker onChoose={onReplace} onClose={onClose} />;
  return <PicturePicker onChoose={(picture) => add([picture])} onChooseSeveral={add} onClose={onClose} />;
}

const altField = (dialog: HTMLDialogElement) => dialog.querySelector<HTMLElement>("[name=alt]");

/** Adds images by address, upload or from the library, or changes the address and alternative text of the selected one. */
function PictureDialog({ editor, onClose, onUpload }: DialogProps) {
  const [before] = useState(() => selectedPicture(editor));
  const [src, setSrc] = useState(before.waiting === null ? before.src : "");
  const [alt, setAlt] = useState(before.alt);
  const [error, setError] = useState<string>();
  const [isChoosing, setIsChoosing] = useState(false);
  const { progress, upload } = useUpload();
  const [chosenAlt, setChosenAlt] = useState("");

  /** Replaces a picture: its texts are edited in place. */
  function onChoose(picture: StoredPicture) {
    setIsChoosing(false);
    setSrc(picture.url);
    setError(undefined);
    if (alt !== "" && alt !== chosenAlt) return;
    setAlt(picture.alt);
    setChosenAlt(picture.alt);
  }

  async function onFiles(files: File[], asGallery: boolean) {
    if (!before.isPicture) {
      onClose();
      return onUpload(files, asGallery);
    }
    const url = files[0] && (await upload(files[0]));
    if (url) setSrc(url);
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
    else editor.commands.setImage(attributes);
    onClose();
  }
  const action = before.isPicture ? "Change image" : "Add image";
  const library = { editor, onReplace: before.isPicture && onChoose };
  return (
    <FormDialog
      action={action}
      onSubmit={onSubmit}
      onClose={onClose}
      focused={before.isPicture ? altField : undefined}
      picker={isChoosing && <LibraryDialog {...library} onClose={() => setIsChoosing(false)} onAdded={onClose} />}
    >
      <Field
        label="Address"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint={addressHint(progress !== null, before.waiting !== null)}
        value={src}
        error={error}
        onChange={(event) => setSrc(event.target.value)}
      />
      <PictureSources isNew={!before.isPicture} onFiles={onFiles} onLibrary={() => setIsChoosing(true)} />
      <Field
        label="Alternative text"
        hint="What the image shows, for readers who cannot see it. Leave empty for a decorative image."
        name="alt"
        autoComplete="off"
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
    </FormDialog>
  );
}

function FootnoteDialog({ editor, onClose }: DialogProps) {
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
    // ProseMirror would swallow Esc and start a line on Enter.
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
        <p className="meta mt-1.5">Footnotes appear at the end of the article. Addresses become links.</p>
      </div>
    </FormDialog>
  );
}
