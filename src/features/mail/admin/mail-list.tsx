import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide";
import { type ReactNode, useState } from "react";
import { callsUnder } from "#shared/api-query.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf, type PageOfList } from "#shared/editor-client.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import { PagedRegion, type PageSwitch, usePagedList } from "#ui/admin/paged-list.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { OutboxEndpoints, OutboxMail } from "../endpoints.ts";

const outbox = editorClientOf<OutboxEndpoints>();

/** The filter of the list: a state, a kind, or all. */
export type MailFilter = { state: OutboxMail["state"] | undefined; kind?: OutboxMail["kind"] | undefined };

/** The mails of the outbox, paged. */
export const outboxMails = (filter: MailFilter) => outbox.list("GET /outbox", { query: filter });

/** The key of all cached outbox queries. */
export const outboxCalls = () => callsUnder(outbox.url("GET /outbox"));

/** Refetches everything about the outbox. */
export function outboxChanged(client: QueryClient): void {
  void client.invalidateQueries(outboxCalls());
}

/** The newest delayed mail, which is being retried, and the number of delayed mails. */
export const delayedMails = () => outbox.paged("GET /outbox", { query: { delayed: "true", limit: "1" } });

/** The newest mail of the last week that was rejected because of this site, and their number. */
export const rejectedMails = () => outbox.paged("GET /outbox", { query: { rejected: "true", limit: "1" } });

/** Requeues a failed or uncertain mail. Throws `ApiError` or `NetworkError`. */
async function sendMailAgain(api: EditorApi, id: number): Promise<OutboxMail> {
  return (await outbox.send(api, "POST /outbox/:id/send-again", { params: { id } })).body;
}

/** Labels of the states. */
export const STATE_WORDS: Record<OutboxMail["state"], string> = {
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Failed",
  uncertain: "Uncertain",
  held: "Held",
  cancelled: "Cancelled",
};

export const KIND_WORDS: Record<OutboxMail["kind"], string> = {
  welcome: "Welcome",
  confirm: "Confirmation",
  goodbye: "Goodbye",
  contact: "Contact message",
  reply: "Reply to a message",
  test: "Test",
  issue: "Issue",
  reset: "Password reset",
  invitation: "Invitation",
  password: "Password changed",
  "sign-in": "Sign-in notice",
  factors: "Second step changed",
  "email-change": "Email change",
  notification: "Notification",
};

/** Select options for the labels, preceded by one for all. */
export function optionsOf(all: string, words: Record<string, string>): { value: string; label: string }[] {
  return [{ value: "", label: all }, ...Object.entries(words).map(([value, label]) => ({ value, label }))];
}

type SendingAgain = {
  /** Resends a failed mail immediately; asks first if it is uncertain. */
  begin: (mail: OutboxMail) => void;
  busyId: number | null;
  question: ReactNode;
};

const FAILURE = { title: "Error sending again", fallback: "Could not send the mail again" };

/** Resends mails; `onSent` should refetch the lists that show them. */
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
          // Also after a rejection, because the mail's state then differs from the one on screen.
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
        It may have reached <strong className="text-ink">{asked.email}</strong>. If it did, they will get it twice.
      </p>
    </ConfirmDialog>
  );
  return { begin: (mail) => (mail.state === "uncertain" ? setAsked(mail) : void send(mail)), busyId, question };
}

/** Refetch interval while mails of the list are being sent, in milliseconds. */
const LIVE_INTERVAL_MS = 3_000;
const LIVE_STATES: OutboxMail["state"][] = ["queued", "sending"];

const TONES: Partial<Record<OutboxMail["state"], string>> = {
  sent: "text-up",
  failed: "font-semibold text-down",
  uncertain: "font-semibold text-down",
};

const STATE: Column<OutboxMail> = {
  label: "State",
  className: "as-rows:w-28",
  cell: ({ state, is_file }) =>
    state === "sent" && is_file ? (
      <span className="text-muted">Written to a file</span>
    ) : (
      <span className={TONES[state] ?? "text-muted"}>{STATE_WORDS[state]}</span>
    ),
};
const ADDRESS: Column<OutboxMail> = {
  label: "To",
  card: "title",
  cell: ({ email }) => <span className="font-semibold wrap-anywhere">{email || "An erased person"}</span>,
};
const NEWS: Column<OutboxMail> = {
  label: "What happened",
  card: "line",
  cell: (mail) => (
    <span className="min-w-0 wrap-anywhere">
      {happened(mail)}
      {mail.last_error && mail.state !== "sent" && <span className="block text-muted">{mail.last_error}</span>}
    </span>
  ),
};

function happened({ state, attempts, settled_at, due_at, created_at }: OutboxMail): string {
  const tries = attempts === 1 ? "1 try" : `${attempts} tries`;
  if (settled_at !== null) return `${exactTime(settled_at)}${attempts > 1 ? `, after ${tries}` : ""}.`;
  if (state === "queued" && attempts > 0) return `${tries}; next one ${exactTime(due_at)}.`;
  return `Written ${exactTime(created_at)}.`;
}

type ListProps = {
  /** What the list contains, for example 'Mails'. */
  caption: string;
  mails: PageOfList<OutboxMail>;
  /** Where the page number is kept, if not in the address. */
  at?: PageSwitch;
  /** Additional columns, between the address and the outcome. */
  columns?: Column<OutboxMail>[];
  empty: string;
  /** Whether more mails will appear without an action. */
  isGrowing?: boolean;
};

/** Mails with their outcome, paged; failed and uncertain ones can be sent again. */
export function MailList({ caption, mails, at, columns = [], empty, isGrowing = false }: ListProps) {
  const list = usePagedList(mails, {
    at,
    refetchInterval: (rows) => (isGrowing || rows?.some(isOnItsWay)) && LIVE_INTERVAL_MS,
  });
  const sendAgain = useSendAgain(list.refresh);
  useFailureToast(list.error, "Error fetching mails", "Could not fetch the mails");

  const actions: Column<OutboxMail> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-36",
    cell: (mail): ReactNode =>
      (mail.state === "failed" || mail.state === "uncertain") &&
      mail.email !== "" && (
        <AdminButton
          aria-label={`Send again to ${mail.email}`}
          disabled={sendAgain.busyId === mail.id}
          onClick={() => sendAgain.begin(mail)}
        >
          <Icon icon={RotateCw} size={15} />
          Send again
        </AdminButton>
      ),
  };

  if (list.isFailed)
    return (
      <FailedNote isAnnounced onRetry={list.refresh}>
        Could not fetch the mails
      </FailedNote>
    );
  return (
    <PagedRegion noun={caption.toLowerCase()} list={list}>
      <div className={list.isPrevious ? "opacity-60" : ""} aria-busy={list.isPrevious}>
        <DataTable
          caption={caption}
          columns={[ADDRESS, STATE, ...columns, NEWS, actions]}
          rows={list.rows}
          rowKey={({ id }) => id}
          isWide
          loading="Loading mails..."
          empty={empty}
        />
      </div>
      {sendAgain.question}
    </PagedRegion>
  );
}

const isOnItsWay = ({ state }: OutboxMail) => LIVE_STATES.includes(state);
