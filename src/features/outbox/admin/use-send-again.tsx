import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import type { OutboxMail } from "../schema.ts";
import { outboxChanged, sendMailAgain } from "./calls.ts";

type SendingAgain = {
  /** Sends a failed mail again at once; of an uncertain one it asks first. */
  begin: (mail: OutboxMail) => void;
  busyId: number | null;
  question: ReactNode;
};

/** Sends mails again. Whoever shows them reads them anew by `onSent`. */
export function useSendAgain(onSent: () => void): SendingAgain {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [asked, setAsked] = useState<OutboxMail | null>(null);
  const [busyId, setBusyId] = useState<number | null>(null);

  async function send({ id, email }: OutboxMail) {
    if (busyId !== null) return;
    setBusyId(id);
    try {
      await sendMailAgain(api, id);
      show({ title: "Sent again", description: `The mail to ${email} is in the queue.` });
    } catch (error) {
      show(failureToast(error, "Error sending again", "Could not send the mail again"));
    } finally {
      setAsked(null);
      setBusyId(null);
      // Also after a refusal: the mail is then in another state than the one that was shown.
      onSent();
      outboxChanged(client);
    }
  }

  const question = asked && (
    <ConfirmDialog
      title="Send this mail again?"
      confirm={busyId === null ? "Send again" : "Sending..."}
      isBusy={busyId !== null}
      onConfirm={() => send(asked)}
      onCancel={() => setAsked(null)}
    >
      <p className="wrap-anywhere">
        Nobody knows whether it reached <strong className="text-ink">{asked.email}</strong>. If it did, it arrives
        twice.
      </p>
    </ConfirmDialog>
  );
  return { begin: (mail) => (mail.state === "uncertain" ? setAsked(mail) : void send(mail)), busyId, question };
}
