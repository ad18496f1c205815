import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { knownOf, useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { Column } from "#ui/admin/data-table.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import type { OutboxMail } from "../endpoints.ts";
import {
  delayedMails,
  KIND_WORDS,
  MailList,
  optionsOf,
  outboxChanged,
  outboxMails,
  rejectedMails,
  STATE_WORDS,
} from "./mail-list.tsx";

/** How often delayed mails are checked for, in milliseconds. */
const INTERVAL = 15_000;

/** Shows that mails are delayed or rejected because of this site, and why: an editor or the operator must act. */
export function DelayedNote() {
  const delayed = useApi(delayedMails(), { refetchInterval: INTERVAL }).data;
  const rejected = useApi(rejectedMails(), { refetchInterval: INTERVAL }).data;
  return (
    <div role="status">
      <Note count={delayed?.total} reason={delayed?.items[0]?.last_error}>
        {delayed?.total === 1
          ? "could not be sent yet and will be retried."
          : "could not be sent yet and will be retried."}
      </Note>
      <Note count={rejected?.total} reason={rejected?.items[0]?.last_error}>
        rejected in the last week because of your mail server or your mails, not because of the readers.
      </Note>
    </div>
  );
}

type NoteProps = { count: number | undefined; reason: string | undefined; children: ReactNode };

function Note({ count, reason, children }: NoteProps) {
  if (!count || !reason) return null;
  return (
    <div className="mb-5 max-w-2xl border-l-4 border-down bg-surface px-4 py-3">
      <p className="font-medium text-down">
        {count === 1 ? "1 mail" : `${count.toLocaleString("en")} mails`} {children}
      </p>
      <p className="mt-1 text-[0.9375rem] text-muted wrap-anywhere">The reason: {reason}</p>
    </div>
  );
}

/** Warns that no mails are delivered because the site has no mail server. */
export function NoMailNote() {
  const site = useSite();
  const may = useMay();
  if (site.sendsMail) return null;
  return (
    <p className="mb-4 max-w-2xl border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      This site has no mail server. Mails are written to files on the server and are not delivered.{" "}
      {may("settings.manage") && (
        <Link to={adminUrl.mail()} className="font-semibold underline underline-offset-4 hover:text-accent">
          Set up mail
        </Link>
      )}
    </p>
  );
}

const STATES = optionsOf("All states", STATE_WORDS);
const KINDS = optionsOf("All kinds", KIND_WORDS);

const COLUMNS: Column<OutboxMail>[] = [
  { label: "Kind", className: "as-rows:w-32", cell: ({ kind }) => KIND_WORDS[kind] },
  { label: "Subject", card: "line", cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span> },
];

/** The outbox: every mail and its outcome. */
export function OutboxSection() {
  const client = useQueryClient();
  const [search, narrow] = useAddressQuery();
  const state = knownOf(Object.keys(STATE_WORDS) as OutboxMail["state"][], search.get("state"));
  const kind = knownOf(Object.keys(KIND_WORDS) as OutboxMail["kind"][], search.get("kind"));
  const isNarrowed = state !== undefined || kind !== undefined;
  return (
    <>
      <PanelHeading title="Outbox">
        <AdminButton onClick={() => outboxChanged(client)}>Refresh</AdminButton>
      </PanelHeading>
      <NoMailNote />
      <DelayedNote />
      <p className="meta mb-4 max-w-2xl">
        A failed mail did not arrive. An uncertain mail may have arrived: the connection or the process ended after its
        text was sent, before the mail server confirmed it.
      </p>
      <search aria-label="Mails" className="mb-4 grid grid-cols-2 gap-2 md:flex">
        <Select
          label="State"
          labelHidden
          value={state ?? ""}
          options={STATES}
          onChange={(value) => narrow({ state: value })}
        />
        <Select
          label="Kind"
          labelHidden
          value={kind ?? ""}
          options={KINDS}
          onChange={(value) => narrow({ kind: value })}
        />
      </search>
      <MailList
        key={`${state} ${kind}`}
        caption="Mails"
        mails={outboxMails({ state, kind })}
        columns={COLUMNS}
        empty={
          isNarrowed
            ? "No mails of this kind and state."
            : "No mails yet. Invitations, newsletters and replies are listed here once they are written."
        }
      />
    </>
  );
}
