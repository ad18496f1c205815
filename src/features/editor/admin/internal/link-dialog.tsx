import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { completeAddress, linkAddress } from "../safe-address.ts";

const REFUSED = "A link begins with http, https, mailto or tel.";

/** Adds, changes or removes the link at the selection. Without a selection it also asks for the text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState(() => {
    const isLink = editor.isActive("link");
    const href: string = editor.getAttributes("link").href ?? "";
    return { isLink, href, needsText: !isLink && editor.state.selection.empty };
  });
  const [address, setAddress] = useState(before.href);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The article's form is an ancestor in React's tree.
    event.stopPropagation();
    const href = linkAddress(completeAddress(address));
    if (href === null) {
      setAddress("");
      setError(REFUSED);
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
  return createPortal(
    <Dialog title={before.isLink ? "Change link" : "Add link"} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-4 space-y-4">
        <Field
          label="Address"
          inputMode="url"
          autoFocus
          autoComplete="off"
          placeholder="https://"
          value={address}
          error={error}
          onChange={(event) => setAddress(event.target.value)}
        />
        {before.needsText && (
          <Field
            label="Text"
            hint="What readers see; the address where it is left empty."
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {before.isLink && (
            <AdminButton variant="danger" className="mr-auto" onClick={remove}>
              Remove link
            </AdminButton>
          )}
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            {before.isLink ? "Change link" : "Add link"}
          </AdminButton>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}
