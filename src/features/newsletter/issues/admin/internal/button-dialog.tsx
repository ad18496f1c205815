import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { completeAddress, linkAddress } from "#features/editor/admin/safe-address.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { Field } from "#ui/field.tsx";

/** Adds a button, or changes where the selected one leads. */
export function ButtonDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [isChange] = useState(() => editor.isActive("mailButton"));
  const [label, setLabel] = useState("");
  const [address, setAddress] = useState<string>(isChange ? editor.getAttributes("mailButton").href : "");
  const [errors, setErrors] = useState<{ label?: string | undefined; address?: string | undefined }>({});
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The form of the issue is an ancestor in React's tree.
    event.stopPropagation();
    const href = linkAddress(completeAddress(address));
    const missing = {
      ...(!isChange && label.trim() === "" && { label: "Enter what the button says." }),
      ...(href === null && { address: "A link begins with http, https, mailto or tel, or is a path of this site." }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    if (isChange) editor.commands.updateAttributes("mailButton", { href });
    else
      editor.commands.insertContent({
        ...{ type: "mailButton", attrs: { href } },
        content: [{ type: "text", text: label.trim() }],
      });
    onClose();
  }
  const action = isChange ? "Change button" : "Add button";
  return createPortal(
    <Dialog title={action} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-4 space-y-4">
        {!isChange && (
          <Field
            label="Text"
            autoFocus
            autoComplete="off"
            maxLength={100}
            value={label}
            error={errors.label}
            onChange={({ target }) => {
              setLabel(target.value);
              setErrors({ ...errors, label: undefined });
            }}
          />
        )}
        <Field
          label="Address"
          inputMode="url"
          autoFocus={isChange}
          autoComplete="off"
          placeholder="https://"
          value={address}
          error={errors.address}
          onChange={({ target }) => {
            setAddress(target.value);
            setErrors({ ...errors, address: undefined });
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            {action}
          </AdminButton>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}
