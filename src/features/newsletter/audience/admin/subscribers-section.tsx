import { useQueryClient } from "@tanstack/react-query";
import { Trash2, UserRound } from "lucide";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Subscriber, SubscriberFilter } from "#features/newsletter/endpoints.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { knownOf, searchedFor, useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { saveFile } from "#ui/admin/copy-link.ts";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { Empty } from "#ui/admin/empty-state.tsx";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { FormCard, PanelHeading, useCard } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import { BounceRepair, ClearBouncesOf } from "./bounce-repair.tsx";
import { audience, exportSubscribers, refreshAudience, subscribers } from "./calls.ts";
import { ImportSubscribers } from "./import-subscribers.tsx";
import { EmailField, PersonalData } from "./personal-data.tsx";

type AddProps = { onAdded: () => void; onUnsaved: (isUnsaved: boolean) => void };

/** The card that adds one subscriber. */
export function AddSubscriber({ onAdded, onUnsaved }: AddProps) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { sendsMail } = useSite();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const { isBusy, run } = useCall();
  useEffect(() => onUnsaved(email !== ""), [onUnsaved, email]);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const { body: added } = await audience.send(api, "POST /newsletter/subscribers", { body: { email } });
        refreshAudience(client);
        onAdded();
        show({
          title: "Subscriber added",
          description: sendsMail ? `${added.email} will get the welcome mail.` : `No mail was sent to ${added.email}.`,
        });
      },
      {
        title: "Error adding subscriber",
        fallback: "Could not add the subscriber",
        onFailed: (failure, description) => {
          setError(failure instanceof ApiError ? description : undefined);
          form.current?.querySelector("input")?.focus();
        },
      },
    );
  }

  return (
    <FormCard title="New subscriber">
      <form ref={form} noValidate onSubmit={onSubmit} aria-busy={isBusy} className="max-w-xl space-y-4">
        <EmailField
          email={email}
          hint={`Add only people who asked for it.${sendsMail ? " They will get the welcome mail." : ""}`}
          error={error}
          onChange={(typed) => {
            setEmail(typed);
            setError(undefined);
          }}
        />
        <AdminButton type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? "Adding..." : "Add"}
        </AdminButton>
      </form>
    </FormCard>
  );
}

type Status = NonNullable<SubscriberFilter["status"]>;

/** The options of the list's filter. */
export const STATUS_FILTERS: { value: Status | ""; label: string }[] = [
  { value: "", label: "All subscribers" },
  { value: "active", label: "Active" },
  { value: "pending", label: "Not confirmed" },
  { value: "unsubscribed", label: "Unsubscribed" },
  { value: "bouncing", label: "Bouncing" },
];

/** Parses `?status=`. */
export const statusOf = (given: string | null): Status | undefined =>
  knownOf(
    STATUS_FILTERS.map(({ value }) => value),
    given,
  );

/** A subscriber's state, with its effect on the next issue if that is not obvious. */
export function stateOf({ status, bouncing }: Subscriber): { name: string; note?: string } {
  if (status === "pending") return { name: "Not confirmed", note: "Gets no issues until the address is confirmed" };
  if (status === "unsubscribed") return { name: "Unsubscribed" };
  return bouncing ? { name: "Bouncing", note: "Gets no issues: the address was rejected" } : { name: "Active" };
}

/** Removes a subscriber once the editor has confirmed it. */
function useRemoveSubscriber(onRemoved: () => void) {
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
          ? "This also deletes the record that they unsubscribed, so an import could add them again."
          : "Their messages stay. To erase them too, use Personal data."}
      </>
    ),
    call: ({ id }) => audience.send(api, "DELETE /newsletter/subscribers/:id", { params: { id } }),
    onDeleted: onRemoved,
  });
}

/** Maximum length of a search that the server accepts. */
const MAX_QUERY_LENGTH = 254;

const COLUMNS: Column<Subscriber>[] = [
  {
    label: "Email",
    card: "title",
    cell: ({ email, name }) => (
      <span className="block min-w-0 wrap-anywhere">
        <span className="font-semibold">{email}</span>
        {name && <span className="meta block">{name}</span>}
      </span>
    ),
  },
  {
    label: "State",
    cell: (subscriber) => {
      const { name, note } = stateOf(subscriber);
      return (
        <span className="min-w-0">
          <span className={name === "Active" ? "text-up" : "text-muted"}>{name}</span>
          {note && <span className="meta block">{note}</span>}
        </span>
      );
    },
  },
  {
    label: "Since",
    className: "as-rows:w-32 as-rows:whitespace-nowrap",
    cell: ({ created_at }) => <PastTime at={created_at} />,
  },
];

const emptyList = (run: () => void): Empty => ({
  words: "No subscribers yet. Readers subscribe on the site; a list from another service can be imported.",
  steps: [{ label: "Import a list", run }],
});

/** The Subscribers section of the audience: the newsletter's list, and the data stored about a person. */
export function SubscribersSection() {
  const client = useQueryClient();
  const [search, change] = useAddressQuery();
  const query = searchedFor(search.get("query"), MAX_QUERY_LENGTH);
  const status = statusOf(search.get("status"));
  const list = usePagedList(subscribers({ query, status }));
  useFailureToast(list.error, "Error fetching subscribers", "Could not fetch subscribers");
  const card = useCard<"import">();
  const [person, setPerson] = useState<string | null>(null);
  // The row that opened the dialog has been removed, so the focus goes to the heading.
  function afterRemoval() {
    card.heading.current?.focus();
    refreshAudience(client);
  }
  const removing = useRemoveSubscriber(afterRemoval);
  const api = useEditorApi();
  const exporting = useCall();
  // All pages of the list as filtered.
  const exportList = () =>
    exporting.run(async () => saveFile(await exportSubscribers(api, { query, status }), "subscribers.csv"), {
      title: "Error exporting subscribers",
      fallback: "Could not export the subscribers",
    });
  const isNarrowed = query !== undefined || status !== undefined;

  const actions: Column<Subscriber> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-36",
    cell: (subscriber) => (
      <RowActions>
        <AdminIconButton label={`Personal data of ${subscriber.email}`} onClick={() => setPerson(subscriber.email)}>
          <Icon icon={UserRound} size={17} />
        </AdminIconButton>
        {subscriber.bouncing && <ClearBouncesOf subscriber={subscriber} />}
        <AdminIconButton label={`Remove ${subscriber.email}`} onClick={() => removing.ask(subscriber)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </RowActions>
    ),
  };

  return (
    <>
      <PanelHeading ref={card.heading} title="Subscribers">
        <AdminButton onClick={() => setPerson("")}>Personal data</AdminButton>
        <AdminButton isBusy={exporting.isBusy} onClick={exportList}>
          {exporting.isBusy ? "Exporting..." : "Export CSV"}
        </AdminButton>
        <AdminButton onClick={() => (card.subject === "import" ? card.cancel() : card.edit("import"))}>
          {card.subject === "import" ? "Cancel import" : "Import CSV"}
        </AdminButton>
        <AdminButton variant={card.subject === "new" ? "plain" : "primary"} onClick={card.toggle}>
          {card.subject === "new" ? "Cancel" : "New subscriber"}
        </AdminButton>
      </PanelHeading>
      {card.subject === "new" && <AddSubscriber onAdded={card.close} onUnsaved={card.setUnsaved} />}
      {card.subject === "import" && <ImportSubscribers onImported={card.close} onUnsaved={card.setUnsaved} />}
      <search aria-label="Subscribers" className="mb-4 grid grid-cols-1 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <SearchBox
          label="Search subscribers by address"
          placeholder="Search subscribers"
          maxLength={MAX_QUERY_LENGTH}
          query={query ?? ""}
          onSearch={(text) => change({ query: text }, { replace: true })}
        />
        <Select
          label="State"
          labelHidden
          value={status ?? ""}
          options={STATUS_FILTERS}
          onChange={(value) => change({ status: value })}
        />
        {isNarrowed && <ClearFilters onClear={() => change({ query: "", status: "" })} />}
      </search>
      {status === "bouncing" && <BounceRepair />}
      <PagedTable
        list={list}
        noun={{ one: "subscriber", many: "subscribers" }}
        columns={[...COLUMNS, actions]}
        rowKey={({ id }) => id}
        empty={isNarrowed ? "No subscribers match your search and filter." : emptyList(() => card.edit("import"))}
      />
      {removing.question}
      {person !== null && (
        <PersonalData
          email={person}
          onClose={() => setPerson(null)}
          onErased={() => {
            // Close the dialog first: while it is open, nothing outside of it can be focused.
            flushSync(() => setPerson(null));
            afterRemoval();
          }}
        />
      )}
    </>
  );
}
