import { useQueryClient } from "@tanstack/react-query";
import { Mail, MailOpen, Trash2 } from "lucide";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { knownOf, useAddressQuery, useIsOpenPlace } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { Empty } from "#ui/admin/empty-state.tsx";
import { useKeySheet } from "#ui/admin/keyboard.tsx";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { failureToast, useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { ContactMessage, MessageState } from "../endpoints.ts";
import { MAX_QUERY_LENGTH } from "../rules.ts";
import { contact, forgetMessage, knowMessage, messages, unreadMessages } from "./calls.ts";
import { MESSAGE_KEYS, MessageDialog, STATE_NAMES } from "./message-dialog.tsx";

const INTERVAL_MS = 60_000;
/** Higher counts are shown as "99+". */
const MAX_SHOWN = 99;

/** The number of unread messages, for the end of a link; nothing if there are none. */
export function UnreadMessages() {
  const api = useEditorApi();
  const { pathname } = useLocation();
  // Not while the login screen is in front.
  const refetchInterval = () => (api.account() === null ? false : INTERVAL_MS);
  const { data, refetch } = useApi(unreadMessages(), { refetchInterval });
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches after navigation
  useEffect(() => void refetch(), [pathname, refetch]);
  const count = data?.count ?? 0;
  if (count === 0) return null;
  return (
    <>
      <span className="sr-only">{`, ${count} unread ${count === 1 ? "message" : "messages"}`}</span>
      <span
        aria-hidden="true"
        className="ml-1.5 min-w-4.5 rounded-full bg-accent-fill px-1 text-center text-[0.6875rem] leading-4.5 font-bold text-white tabular-nums"
      >
        {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      </span>
    </>
  );
}

/** The options of the list's filter; without one, the server omits spam. */
export const STATE_FILTERS: { value: MessageState | ""; label: string }[] = [
  { value: "", label: "All except spam" },
  { value: "new", label: "New" },
  { value: "read", label: "Read" },
  { value: "done", label: "Done" },
  { value: "spam", label: "Spam" },
];

export const stateOf = (given: string | null): MessageState | undefined =>
  knownOf(
    STATE_FILTERS.map(({ value }) => value),
    given,
  );

/** Deletes a message after confirmation. */
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
        <strong className="text-ink">{subject}</strong> from {email} will be deleted. To hide it instead, mark it as
        done.
      </>
    ),
    call: async ({ id }) => void (await contact.send(api, "DELETE /contact/:id", { params: { id } })),
    onDeleted,
  });
}

/** The Messages section of the audience: what readers sent by the contact form. */
export function MessagesSection() {
  const [search, change] = useAddressQuery();
  const state = stateOf(search.get("state"));
  const query = search.get("query") ?? "";
  const list = usePagedList(messages(state, query));
  const rows = list.rows ?? [];
  const isOpen = useIsOpenPlace();
  useKeySheet(() => (isOpen ? [MESSAGE_KEYS] : []));
  useFailureToast(list.error, "Error fetching messages", "Could not fetch messages");
  const [opened, setOpened] = useState<ContactMessage | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const mark = useMark();
  const deleting = useDeleteMessage(({ id }) => {
    heading.current?.focus();
    forgetMessage(client, id);
  });

  function step(by: 1 | -1) {
    const at = rows.findIndex(({ id }) => id === opened?.id);
    const next = rows[at + by];
    if (at >= 0 && next) open(next);
  }
  function open(message: ContactMessage) {
    setOpened(message);
    if (message.state === "new") void mark(message, "read").then((read) => read && setOpened(sameAs(read)));
  }

  return (
    <>
      <PanelHeading ref={heading} title="Messages">
        <AdminButton onClick={list.refresh}>Refresh messages</AdminButton>
      </PanelHeading>
      <search aria-label="Messages" className="mb-4 grid grid-cols-1 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <SearchBox
          label="Search messages by sender, subject or text"
          placeholder="Search messages"
          maxLength={MAX_QUERY_LENGTH}
          query={query}
          onSearch={(text) => change({ query: text }, { replace: true })}
        />
        <Select
          label="State"
          labelHidden
          className="sm:w-48"
          value={state ?? ""}
          options={STATE_FILTERS}
          onChange={(value) => change({ state: value })}
        />
        {(query !== "" || state !== undefined) && <ClearFilters onClear={() => change({ query: "", state: "" })} />}
      </search>
      <PagedTable
        list={list}
        noun={{ one: "message", many: "messages" }}
        columns={columnsFor({ open, mark, ask: deleting.ask })}
        rowKey={({ id }) => id}
        empty={emptyText(query, state)}
      />
      {opened && (
        <MessageDialog
          key={opened.id}
          message={rows.find(({ id }) => id === opened.id) ?? opened}
          onStep={step}
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

function emptyText(query: string, state: MessageState | undefined): Empty {
  if (query !== "") return "No messages match your search and filter.";
  if (state !== undefined) return "No messages in this state.";
  return {
    words: "No messages yet. What readers write on the contact page arrives here.",
    steps: [{ label: "Open the contact page", to: pageUrl.contact() }],
  };
}

type Mark = (message: ContactMessage, state: MessageState) => Promise<ContactMessage | null>;
type Actions = { open: (message: ContactMessage) => void; mark: Mark; ask: (message: ContactMessage) => void };

/** The columns of the list; `open` shows a message, `ask` opens the confirmation for deleting it. */
const columnsFor = ({ open, mark, ask }: Actions): Column<ContactMessage>[] => [
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
    cell: ({ created_at }) => <PastTime at={created_at} />,
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
        {message.state === "new" && (
          <AdminIconButton label={`Mark ${message.subject} as read`} onClick={() => void mark(message, "read")}>
            <Icon icon={MailOpen} size={17} />
          </AdminIconButton>
        )}
        {message.state === "read" && (
          <AdminIconButton label={`Mark ${message.subject} as unread`} onClick={() => void mark(message, "new")}>
            <Icon icon={Mail} size={17} />
          </AdminIconButton>
        )}
        <AdminIconButton label={`Delete ${message.subject}`} onClick={() => ask(message)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </RowActions>
    ),
  },
];

/** Updates an open dialog; does not reopen a dialog closed in the meantime. */
const sameAs = (changed: ContactMessage) => (now: ContactMessage | null) => (now?.id === changed.id ? changed : now);

/** Marks a message and returns it; null after a failure, which is shown as a toast. */
function useMark(): Mark {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  return async (message, state) => {
    try {
      const { body: marked } = await contact.send(api, "PUT /contact/:id", {
        params: { id: message.id },
        body: { state },
      });
      knowMessage(client, marked);
      if (!(message.state === "new" && state === "read"))
        show({ title: `Message marked as ${state === "new" ? "unread" : STATE_NAMES[state].toLowerCase()}` });
      return marked;
    } catch (error) {
      show(failureToast(error, "Error marking message", "Could not mark the message"));
      return null;
    }
  };
}
