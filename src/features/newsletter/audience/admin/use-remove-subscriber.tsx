import type { Subscriber } from "#features/newsletter/schema.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { removeSubscriber } from "./calls.ts";

/** Removes a subscriber once the editor has confirmed it. */
export function useRemoveSubscriber(onRemoved: () => void) {
  const api = useEditorApi();
  return useDeletion<Subscriber>({
    words: {
      title: "Remove this subscriber?",
      confirm: "Remove",
      deleted: "Subscriber removed",
      failed: "Error removing subscriber",
      fallback: "Could not remove the subscriber",
    },
    consequence: ({ email, status }) => (
      <>
        <strong className="text-ink">{email}</strong> leaves the list, and mails that still wait for them are not sent.{" "}
        {status === "unsubscribed"
          ? "That they have unsubscribed is forgotten too: an import could bring them back."
          : "Messages they wrote stay; to erase those as well, use Personal data."}
      </>
    ),
    call: ({ id }) => removeSubscriber(api, id),
    onDeleted: onRemoved,
  });
}
