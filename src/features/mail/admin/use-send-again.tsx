import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { OutboxMail } from "../schema.ts";
import { outboxChanged, sendMailAgain } from "./calls.ts";

type SendingAgain = {
  /** Resends a failed mail at once; asks first if it is uncertain. */
  begin: (mail: OutboxMail) => void;
  busyId: number | null;
  question: ReactNode;
};

const FAILURE = { title: "Error sending again", fallback: "Could not send the mail again" };

/** Resends mails; `onSent` should refetch whatever shows them. */
export function useSendAgain(onSent: () => void): SendingAgain {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [asked, setAsked] = useState<OutboxMail | null>(null);
  const { isBusy, once } = useTurns();
  const [sentId, setSentId] = useState<number | null>(null);
  const busyId = isBusy ? sentId : null;

  const send = ({ id, email }: OutboxMail) =>
    once(
      id,
      async () => {
        setSentId(id);
        try {
          await sendMailAgain(api, id);
          show({ title: "Sent again", description: `The mail to ${email} is in the queue.` });
        } finally {
          setAsked(null);
          // Also after a refusal: the mail is then in a different state from the one shown.
          onSent();
          outboxChanged(client);
        }
      },
      FAILURE,
    );

  const question = asked && (
    <ConfirmDialog
      title="Send this mail again?"
      confirm={isBusy ? "Sending..." : "Send again"}
      isBusy={isBusy}
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
