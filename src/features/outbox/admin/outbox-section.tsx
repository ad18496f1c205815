import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editorApiUrl } from "#shared/urls.ts";
import { AdminButton, Select } from "#ui/admin/controls.tsx";
import type { Column } from "#ui/admin/data-table.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import type { OutboxMail } from "../schema.ts";
import type { MailFilter } from "./calls.ts";
import { DelayedNote } from "./delayed-note.tsx";
import { MailList } from "./mail-list.tsx";
import { KIND_WORDS, optionsOf, STATE_WORDS } from "./mail-words.ts";

const STATES = optionsOf("All states", STATE_WORDS);
const KINDS = optionsOf("All kinds", KIND_WORDS);

const COLUMNS: Column<OutboxMail>[] = [
  { label: "Kind", className: "md:w-32", cell: ({ kind }) => KIND_WORDS[kind] },
  { label: "Subject", cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span> },
];

/** The outbox: every mail, with what became of it. */
export function OutboxSection() {
  const client = useQueryClient();
  const [filter, setFilter] = useState<Required<MailFilter>>({ state: "", kind: "" });
  const isNarrowed = filter.state !== "" || filter.kind !== "";
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(editorApiUrl.outbox()) });
  return (
    <>
      <PanelHeading title="Outbox">
        <AdminButton onClick={refresh}>Refresh</AdminButton>
      </PanelHeading>
      <DelayedNote />
      <p className="meta mb-4 max-w-2xl">
        A failed mail did not arrive. Of an uncertain one nobody knows: the mail server had its text when the connection
        or the process ended.
      </p>
      <search aria-label="Mails" className="mb-4 grid grid-cols-2 gap-2 md:flex">
        <Select
          label="State"
          labelHidden
          value={filter.state}
          options={STATES}
          onChange={(state) => setFilter({ ...filter, state: state as MailFilter["state"] })}
        />
        <Select
          label="Kind"
          labelHidden
          value={filter.kind}
          options={KINDS}
          onChange={(kind) => setFilter({ ...filter, kind: kind as Required<MailFilter>["kind"] })}
        />
      </search>
      <MailList
        key={`${filter.state} ${filter.kind}`}
        caption="Mails"
        url={editorApiUrl.outbox()}
        filter={filter}
        columns={COLUMNS}
        empty={isNarrowed ? "No mails of this kind and state." : "No mails yet."}
      />
    </>
  );
}
