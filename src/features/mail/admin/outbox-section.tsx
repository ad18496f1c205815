import { useQueryClient } from "@tanstack/react-query";
import { knownOf, useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { Column } from "#ui/admin/data-table.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import type { OutboxMail } from "../endpoints.ts";
import { KIND_WORDS, MailList, optionsOf, outboxChanged, outboxMails, STATE_WORDS } from "./mail-list.tsx";
import { DelayedNote, NoMailNote } from "./mail-notes.tsx";

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
        empty={isNarrowed ? "No mails of this kind and state." : "No mails yet."}
      />
    </>
  );
}
