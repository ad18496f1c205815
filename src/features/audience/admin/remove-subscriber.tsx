import { useState } from "react";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Subscriber } from "../schema.ts";
import { removeSubscriber } from "./calls.ts";

type Props = { subscriber: Subscriber; onRemoved: () => void; onClose: () => void };

/** Asks, and removes. */
export function RemoveSubscriber({ subscriber, onRemoved, onClose }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const [isBusy, setIsBusy] = useState(false);

  async function onConfirm() {
    setIsBusy(true);
    try {
      await removeSubscriber(api, subscriber.id);
      onRemoved();
      show({ title: "Subscriber removed" });
    } catch (error) {
      const description = detailOf(error, "Could not remove the subscriber");
      show({ title: "Error removing subscriber", description, variant: "destructive" });
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title="Remove this subscriber?"
      confirm="Remove"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        <strong className="text-ink">{subscriber.email}</strong> leaves the list, and mails that still wait for them are
        not sent.{" "}
        {subscriber.status === "unsubscribed"
          ? "That they have unsubscribed is forgotten too: an import could bring them back."
          : "Messages they wrote stay; to erase those as well, use Personal data."}
      </p>
    </ConfirmDialog>
  );
}
