import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { ContactMessage } from "../schema.ts";
import { deleteMessage } from "./calls.ts";

/** Deletes a message once the editor has confirmed it. */
export function useDeleteMessage(onDeleted: (message: ContactMessage) => void) {
  const api = useEditorApi();
  return useDeletion<ContactMessage>({
    words: {
      title: "Delete this message?",
      confirm: "Delete",
      deleted: "Message deleted",
      failed: "Error deleting message",
      fallback: "Could not delete the message",
    },
    consequence: ({ subject, email }) => (
      <>
        <strong className="text-ink">{subject}</strong> from {email} is gone then. To keep it out of the way only, mark
        it as done.
      </>
    ),
    call: ({ id }) => deleteMessage(api, id),
    onDeleted,
  });
}
