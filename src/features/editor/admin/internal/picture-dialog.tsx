import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { PicturePicker } from "#features/media/pictures/admin/picture-picker.tsx";
import { creditOf } from "#features/media/pictures/admin/stored-picture.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { isWaitingPicture } from "#ui/admin/edit-form/waiting-pictures.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { Field } from "#ui/field.tsx";
import { completeAddress, pictureAddress } from "../safe-address.ts";
import { figureOf } from "./library-figure.ts";

const REFUSED = "An image’s address begins with http or https, or is image data (jpg, gif or png).";

/** The selected picture; `waiting`: what stands for its address until it is uploaded. */
function selectedPicture(editor: Editor) {
  const { src, alt } = editor.getAttributes("image");
  const address = String(src ?? "");
  const waiting = isWaitingPicture(address) ? address : null;
  return { isPicture: editor.isActive("image"), src: address, alt: String(alt ?? ""), waiting };
}

/** Adds an image by its address or from the library, or changes the address and alternative text of the selected one. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
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

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The article's form is an ancestor in React's tree.
    event.stopPropagation();
    const address = pictureAddress(src === "" && before.waiting ? before.waiting : completeAddress(src));
    if (address === null) {
      setSrc("");
      setError(REFUSED);
      return;
    }
    const attributes = { src: address, alt: alt.trim() };
    if (before.isPicture) editor.commands.updateAttributes("image", attributes);
    else if (texts && hasTexts) editor.commands.insertContent(figureOf(texts, attributes));
    else editor.commands.setImage(attributes);
    onClose();
  }
  const action = before.isPicture ? "Change image" : "Add image";
  return createPortal(
    <Dialog title={action} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-4 space-y-4">
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
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            {action}
          </AdminButton>
        </div>
      </form>
      {isChoosing && <PicturePicker onChoose={onChoose} onClose={() => setIsChoosing(false)} />}
    </Dialog>,
    document.body,
  );
}
