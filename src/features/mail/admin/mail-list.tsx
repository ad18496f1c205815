import { RotateCw } from "lucide";
import type { ReactNode } from "react";
import type { PageOfList } from "#shared/editor-client.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import { PagedRegion, type PageSwitch, usePagedList } from "#ui/admin/paged-list.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { OutboxMail } from "../schema.ts";
import { STATE_WORDS } from "./mail-words.ts";
import { useSendAgain } from "./use-send-again.tsx";

/** How often a list is refetched while something in it is being sent, in milliseconds. */
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
      {mail.unsubscribed_at && ` Unsubscribed ${exactTime(mail.unsubscribed_at)}.`}
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

type Props = {
  /** What the list contains, for example 'Mails'. */
  caption: string;
  mails: PageOfList<OutboxMail>;
  /** Where the page number is kept, if not in the address. */
  at?: PageSwitch;
  /** Additional columns, between the address and the outcome. */
  columns?: Column<OutboxMail>[];
  empty: string;
  /** Whether more mails are about to appear by themselves. */
  isGrowing?: boolean;
};

/** Mails with their outcome, paged; failed and uncertain ones can be sent again. */
export function MailList({ caption, mails, at, columns = [], empty, isGrowing = false }: Props) {
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
