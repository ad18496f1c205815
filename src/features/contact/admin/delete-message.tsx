import { useState } from "react";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import type { ContactMessage } from "../schema.ts";
import { deleteMessage } from "./calls.ts";

type Props = { message: ContactMessage; onDeleted: () => void; onClose: () => void };

/** Asks, and deletes. */
export function DeleteMessage({ message, onDeleted, onClose }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const [isBusy, setIsBusy] = useState(false);

  async function onConfirm() {
    setIsBusy(true);
    try {
      await deleteMessage(api, message.id);
      onDeleted();
      show({ title: "Message deleted" });
    } catch (error) {
      const description = detailOf(error, "Could not delete the message");
      show({ title: "Error deleting message", description, variant: "destructive" });
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title="Delete this message?"
      confirm="Delete"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        <strong className="text-ink">{message.subject}</strong> from {message.email} is gone then. To keep it out of the
        way only, mark it as done.
      </p>
    </ConfirmDialog>
  );
}
