import type { Editor, JSONContent } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { completeAddress, linkAddress } from "#features/editor/admin/safe-address.ts";
import { PicturePicker } from "#features/media/pictures/admin/picture-picker.tsx";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { Field } from "#ui/field.tsx";

const EMPTY = { name: "", address: "", text: "" };

/** Adds a block that a sponsor pays for. It says so by itself; afterwards it is edited in place like any text. */
export function SponsorDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<typeof EMPTY>>({});
  const [picture, setPicture] = useState<StoredPicture | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const change = (changed: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...changed });
    setErrors({});
  };
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The form of the issue is an ancestor in React's tree.
    event.stopPropagation();
    const href = linkAddress(completeAddress(values.address));
    const missing = {
      ...(values.name.trim() === "" && { name: "Enter the sponsor’s name." }),
      ...(href === null && { address: "A link begins with http, https, mailto or tel, or is a path of this site." }),
    };
    setErrors(missing);
    if (href === null || Object.keys(missing).length > 0) return;
    editor.commands.insertContent(sponsorOf({ ...values, href, picture }));
    onClose();
  }
  return createPortal(
    <Dialog title="Add sponsor" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-4 space-y-4">
        <Field
          label="Name"
          autoFocus
          autoComplete="off"
          maxLength={200}
          value={values.name}
          error={errors.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label="Link"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={values.address}
          error={errors.address}
          onChange={({ target }) => change({ address: target.value })}
        />
        <div className="flex flex-wrap items-center gap-3">
          {picture && <img src={picture.url} alt="" className="h-16 border border-rule object-contain" />}
          <AdminButton onClick={() => setIsChoosing(true)}>
            {picture ? "Another picture" : "Choose a picture"}
          </AdminButton>
          {picture && <AdminButton onClick={() => setPicture(null)}>Without a picture</AdminButton>}
        </div>
        <Field
          label="Text"
          rows={4}
          hint="The block is labelled “Sponsored” by itself."
          value={values.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            Add sponsor
          </AdminButton>
        </div>
      </form>
      {isChoosing && (
        <PicturePicker
          onChoose={(chosen) => {
            setPicture(chosen);
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Dialog>,
    document.body,
  );
}

type Given = { name: string; href: string; text: string; picture: StoredPicture | null };

function sponsorOf({ name, href, text, picture }: Given): JSONContent {
  const link = { type: "link", attrs: { href } };
  const line = (words: string, marks: object[] = []): JSONContent => ({
    type: "paragraph",
    content: [{ type: "text", text: words, ...(marks.length > 0 && { marks: marks as { type: string }[] }) }],
  });
  const lines = text.split("\n").map((each) => each.trim());
  return {
    type: "sponsor",
    content: [
      ...(picture ? [{ type: "image", attrs: { src: picture.url, alt: picture.alt } }] : []),
      line(name.trim(), [link, { type: "bold" }]),
      ...lines.filter((each) => each !== "").map((each) => line(each)),
    ],
  };
}
