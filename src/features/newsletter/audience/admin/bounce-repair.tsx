import { useQueryClient } from "@tanstack/react-query";
import { MailCheck } from "lucide";
import { useState } from "react";
import type { Subscriber } from "#features/newsletter/endpoints.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { BounceKind, ClearBounces } from "../endpoints.ts";
import { audience, bounces, refreshAudience } from "./calls.ts";
import { peopleIn } from "./import-report.tsx";

const KINDS: Record<BounceKind, { title: string; note: string }> = {
  mailbox: { title: "The mailbox does not exist", note: "Clear these only if you know that the addresses work again." },
  sender: {
    title: "About your mail server or your mails",
    note: "Caused by a blocklist, a full mailbox, a spam filter or missing DKIM, not by the readers.",
  },
  other: { title: "Not clear", note: "The servers gave no reason." },
};

/** Clears bounces; `busy` names what is being cleared. */
function useClearBounces() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [target, setTarget] = useState<string | null>(null);
  return {
    busy: isBusy ? target : null,
    clear(what: ClearBounces) {
      setTarget(what.kind ?? String(what.ids));
      return run(
        async () => {
          const { body } = await audience.send(api, "POST /newsletter/bounces/clear", { body: what });
          refreshAudience(client);
          show({ title: "Bounces cleared", description: `${peopleIn(body.cleared)} can get issues again.` });
        },
        { title: "Error clearing bounces", fallback: "Could not clear the bounces" },
      );
    },
  };
}

/** The reasons why addresses get no issues, with a button for each that clears its bounces. */
export function BounceRepair() {
  const { data } = useApi(bounces());
  const { busy, clear } = useClearBounces();
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Why addresses are bouncing" className="mb-5 border border-rule bg-paper p-4">
      <p className="meta mb-3 max-w-prose">
        After three rejections in a row, an address gets no more issues. Rejections count only if the server says that
        the mailbox does not exist.
      </p>
      <ul className="divide-y divide-rule">
        {data.map(({ kind, count, example }) => (
          <li
            key={kind}
            className="flex justify-between gap-x-6 gap-y-2 py-3 last:pb-0 max-sm:flex-col sm:items-center"
          >
            <div className="min-w-0 max-w-prose">
              <p className="font-semibold">
                {KINDS[kind].title}: {count.toLocaleString("en")}
              </p>
              <p className="meta">{KINDS[kind].note}</p>
              <p className="meta wrap-anywhere">Example: {example}</p>
            </div>
            <AdminButton className="shrink-0 max-sm:self-start" isBusy={busy === kind} onClick={() => clear({ kind })}>
              {busy === kind ? "Clearing..." : `Clear ${count.toLocaleString("en")}`}
              <span className="sr-only"> bounces: {KINDS[kind].title}</span>
            </AdminButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The button in a row that clears the subscriber's bounces. */
export function ClearBouncesOf({ subscriber: { id, email } }: { subscriber: Subscriber }) {
  const { busy, clear } = useClearBounces();
  return (
    <AdminIconButton
      label={`Clear the bounces of ${email}`}
      disabled={busy !== null}
      onClick={() => clear({ ids: [id] })}
    >
      <Icon icon={MailCheck} size={17} />
    </AdminIconButton>
  );
}
