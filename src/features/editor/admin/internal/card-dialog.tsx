import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { completeAddress, linkAddress } from "../safe-address.ts";

const REFUSED = "A card leads to a page of the web: its address begins with http or https.";

/** Adds a card of a page on another site. */
export function CardDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The article's form is an ancestor in React's tree.
    event.stopPropagation();
    const href = linkAddress(completeAddress(address));
    if (href === null || !/^https?:\/\//i.test(href) || !URL.canParse(href)) return setError(REFUSED);
    editor.commands.insertCard(href);
    onClose();
  }
  return createPortal(
    <Dialog title="Add link card" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-4 space-y-4">
        <Field
          label="Address"
          inputMode="url"
          autoFocus
          autoComplete="off"
          placeholder="https://"
          hint="The page’s title and picture are fetched by the server. Readers’ browsers ask nobody until they follow the link."
          value={address}
          error={error}
          onChange={(event) => {
            setAddress(event.target.value);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            Add link card
          </AdminButton>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}
