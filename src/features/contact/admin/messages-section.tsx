import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide";
import { useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { exactTime, tableDate } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { failureToast, useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { ContactMessage, MessageState } from "../schema.ts";
import { deleteMessage, forgetMessage, knowMessage, markMessage, messages } from "./calls.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { STATE_FILTERS, STATE_NAMES, stateOf } from "./message-states.ts";

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
