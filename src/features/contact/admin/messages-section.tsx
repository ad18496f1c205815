import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide";
import { useRef, useState } from "react";
import type { Paged } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { knownOf, useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { exactTime, tableDate } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { failureToast, useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { ContactEndpoints, ContactMessage, MessageState } from "../endpoints.ts";

const contact = editorClientOf<ContactEndpoints>();

/** The messages in a state; without one, all except spam. */
export const messages = (state: MessageState | undefined) => contact.list("GET /contact", { query: { state } });

/** Marks a message and returns it. Throws `ApiError` or `NetworkError`, as does the next. */
async function markMessage(api: EditorApi, id: number, state: MessageState): Promise<ContactMessage> {
  return (await contact.send(api, "PUT /contact/:id", { params: { id }, body: { state } })).body;
}

async function deleteMessage(api: EditorApi, id: number): Promise<void> {
  await contact.send(api, "DELETE /contact/:id", { params: { id } });
}

/** The cached message lists. */
export const messageCalls = () => callsUnder(contact.url("GET /contact"));

/**
 * Updates a changed message in every list that contains it. It stays there for now, so that an opened message does not
 * vanish from the list of new ones while it is read. Each list is refetched when it is opened next.
 */
export function knowMessage(client: QueryClient, message: ContactMessage): void {
  client.setQueriesData<Paged<ContactMessage>>(
    messageCalls(),
    (list) => list && { ...list, items: list.items.map((one) => (one.id === message.id ? message : one)) },
  );
  void client.invalidateQueries({ ...messageCalls(), refetchType: "none" });
}

/** Removes a deleted message from the lists, and refetches them. */
export function forgetMessage(client: QueryClient, id: number): void {
  client.setQueriesData<Paged<ContactMessage>>(
    messageCalls(),
    (list) => list && { ...list, items: list.items.filter((one) => one.id !== id) },
  );
  void client.invalidateQueries(messageCalls());
}

/** The labels of the message states. */
const STATE_NAMES: Record<MessageState, string> = { new: "New", read: "Read", done: "Done", spam: "Spam" };

/** The options of the list's filter; without one, the server leaves spam out. */
export const STATE_FILTERS: { value: MessageState | ""; label: string }[] = [
  { value: "", label: "All but spam" },
  { value: "new", label: "New" },
  { value: "read", label: "Read" },
  { value: "done", label: "Done" },
  { value: "spam", label: "Spam" },
];

/** Parses `?state=`. */
export const stateOf = (given: string | null): MessageState | undefined =>
  knownOf(
    STATE_FILTERS.map(({ value }) => value),
    given,
  );

type DialogProps = {
  message: ContactMessage;
  onMark: (state: MessageState) => Promise<void>;
  onDelete: () => void;
  onClose: () => void;
};

/** A `mailto:` address for replying to the sender, with the subject. */
function replyUrl({ email, subject }: ContactMessage): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

/** The states a message can be moved to from each state, the likeliest first. */
const NEXT: Record<MessageState, { state: MessageState; label: string }[]> = {
  new: [
    { state: "done", label: "Mark as done" },
    { state: "spam", label: "Mark as spam" },
  ],
  read: [
    { state: "done", label: "Mark as done" },
    { state: "new", label: "Mark as new" },
    { state: "spam", label: "Mark as spam" },
  ],
  done: [{ state: "read", label: "Mark as read" }],
  spam: [{ state: "read", label: "Not spam" }],
};

/** One message with all its actions. */
export function MessageDialog({ message, onMark, onDelete, onClose }: DialogProps) {
  const { isBusy, run } = useCall();
  return (
    <Dialog title={message.subject} wide onClose={onClose}>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm wrap-anywhere">
        <dt className="text-muted">From</dt>
        <dd>
          {message.firstName} {message.lastName} ({message.email})
        </dd>
        <dt className="text-muted">Received</dt>
        <dd>
          <time dateTime={message.created_at}>{exactTime(message.created_at)}</time>
        </dd>
        <dt className="text-muted">State</dt>
        <dd>{STATE_NAMES[message.state]}</dd>
      </dl>
      <div className="mt-4 flex flex-wrap items-center gap-2" aria-busy={isBusy}>
        <a
          href={replyUrl(message)}
          className="inline-flex min-h-9 items-center justify-center border border-ink bg-ink px-3.5 text-sm font-semibold text-paper hover:bg-muted pointer-coarse:min-h-11"
        >
          Reply by mail
        </a>
        {NEXT[message.state].map(({ state, label }) => (
          <AdminButton key={state} onClick={() => void run(() => onMark(state))}>
            {label}
          </AdminButton>
        ))}
        <AdminButton variant="danger" onClick={onDelete}>
          Delete
        </AdminButton>
        <AdminButton className="sm:ml-auto" onClick={onClose}>
          Close
        </AdminButton>
      </div>
      <p className="mt-5 max-w-prose border-t border-rule pt-4 whitespace-pre-wrap wrap-anywhere">{message.message}</p>
    </Dialog>
  );
}

/** Deletes a message once the editor has confirmed it. */
function useDeleteMessage(onDeleted: (message: ContactMessage) => void) {
  const api = useEditorApi();
  return useDeletion<ContactMessage>({
    words: {
      title: "Delete this message?",
      confirm: "Delete",
      deleted: "Message deleted",
      failed: "Error deleting message",
      fallback: "Could not delete the message",
    },
    consequence: ({ subject, email }) => (
      <>
        <strong className="text-ink">{subject}</strong> from {email} is gone then. To keep it out of the way only, mark
        it as done.
      </>
    ),
    call: ({ id }) => deleteMessage(api, id),
    onDeleted,
  });
}

/** The Messages section of the audience: what readers sent by the contact form. */
export function MessagesSection() {
  const [search, change] = useAddressQuery();
  const state = stateOf(search.get("state"));
  const list = usePagedList(messages(state));
  useFailureToast(list.error, "Error fetching messages", "Could not fetch messages");
  const [opened, setOpened] = useState<ContactMessage | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const mark = useMark();
  const deleting = useDeleteMessage(({ id }) => {
    heading.current?.focus();
    forgetMessage(client, id);
  });

  function open(message: ContactMessage) {
    setOpened(message);
    if (message.state === "new") void mark(message, "read").then((read) => read && setOpened(sameAs(read)));
  }

  return (
    <>
      <PanelHeading ref={heading} title="Messages">
        <AdminButton onClick={list.refresh}>Refresh Messages</AdminButton>
      </PanelHeading>
      <Select
        label="State"
        labelHidden
        className="mb-4 w-full sm:w-48"
        value={state ?? ""}
        options={STATE_FILTERS}
        onChange={(value) => change({ state: value })}
      />
      <PagedTable
        list={list}
        noun={{ one: "message", many: "messages" }}
        columns={columnsFor({ open, ask: deleting.ask })}
        rowKey={({ id }) => id}
        empty={state === undefined ? "No messages yet." : "No messages in this state."}
      />
      {opened && (
        <MessageDialog
          message={opened}
          onClose={() => setOpened(null)}
          onMark={async (to) => {
            const isMarked = await mark(opened, to);
            if (!isMarked) return;
            setOpened(null);
          }}
          onDelete={() => {
            setOpened(null);
            deleting.ask(opened);
          }}
        />
      )}
      {deleting.question}
    </>
  );
}

type Actions = { open: (message: ContactMessage) => void; ask: (message: ContactMessage) => void };

/** The columns of the list; `open` shows a message, `ask` asks whether to delete it. */
const columnsFor = ({ open, ask }: Actions): Column<ContactMessage>[] => [
  {
    label: "Subject",
    card: "title",
    cell: (message) => (
      <button
        type="button"
        onClick={() => open(message)}
        className={`text-left underline-offset-4 wrap-anywhere hover:text-accent hover:underline ${message.state === "new" ? "font-bold" : "font-medium"}`}
      >
        {message.subject}
      </button>
    ),
  },
  {
    label: "From",
    card: "line",
    cell: ({ firstName, lastName, email }) => (
      <span className="min-w-0">
        <span className="block wrap-anywhere">{`${firstName} ${lastName}`}</span>
        <span className="meta block wrap-anywhere">{email}</span>
      </span>
    ),
  },
  {
    label: "Received",
    className: "as-rows:w-32 as-rows:whitespace-nowrap",
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={exactTime(created_at)}>
        {tableDate(created_at)}
      </time>
    ),
  },
  {
    label: "State",
    className: "as-rows:w-20",
    cell: (message) => (
      <span className={message.state === "new" ? "font-semibold" : "text-muted"}>{STATE_NAMES[message.state]}</span>
    ),
  },
  {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-20",
    cell: (message) => (
      <RowActions>
        <AdminIconButton label={`Delete ${message.subject}`} onClick={() => ask(message)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </RowActions>
    ),
  },
];

/** Updates an open dialog, and does not reopen one that was closed meanwhile. */
const sameAs = (changed: ContactMessage) => (now: ContactMessage | null) => (now?.id === changed.id ? changed : now);

/** Marks a message; returns the updated one, or null after a failure, which is shown as a toast. */
function useMark() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  return async (message: ContactMessage, state: MessageState): Promise<ContactMessage | null> => {
    try {
      const marked = await markMessage(api, message.id, state);
      knowMessage(client, marked);
      if (!(message.state === "new" && state === "read"))
        show({ title: `Message marked as ${STATE_NAMES[state].toLowerCase()}` });
      return marked;
    } catch (error) {
      show(failureToast(error, "Error marking message", "Could not mark the message"));
      return null;
    }
  };
}
