import { useQueryClient } from "@tanstack/react-query";
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useId,
  useRef,
  useState,
} from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import type { KeySection } from "#ui/admin/keyboard.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import { PagedRegion, usePagedList } from "#ui/admin/paged-list.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { ContactMessage, MessageState } from "../endpoints.ts";
import { MAX_REPLY_LENGTH } from "../rules.ts";
import { contact, knowReply, repliesTo } from "./calls.ts";

export const STATE_NAMES: Record<MessageState, string> = { new: "New", read: "Read", done: "Done", spam: "Spam" };

/** Limit of the quoted text in a `mailto:` address: some mail programs cut or reject longer ones. */
const MAX_QUOTED = 1_500;

/** A `mailto:` address for replying to the sender, with the subject and the quoted message. */
function replyUrl({ email, subject, message }: ContactMessage): string {
  const quoted = message
    .slice(0, MAX_QUOTED)
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join("\r\n");
  const fields = { subject: `Re: ${subject}`, body: `\r\n\r\n${quoted}` };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?${query.join("&")}`;
}

/** The possible next states of each state, most likely first. */
const NEXT: Record<MessageState, { state: MessageState; label: string }[]> = {
  new: [
    { state: "done", label: "Mark as done" },
    { state: "spam", label: "Mark as spam" },
  ],
  read: [
    { state: "done", label: "Mark as done" },
    { state: "new", label: "Mark as unread" },
    { state: "spam", label: "Mark as spam" },
  ],
  done: [{ state: "read", label: "Mark as read" }],
  spam: [{ state: "read", label: "Not spam" }],
};

export const MESSAGE_KEYS: KeySection = {
  title: "In an open message",
  rows: [
    ["Next and previous message", "J", "K"],
    ["Reply", "R"],
    ["Send the reply", "Mod-Enter"],
    ["Mark as done", "E"],
    ["Mark as unread", "U"],
  ],
};

type DialogProps = {
  message: ContactMessage;
  onMark: (state: MessageState) => Promise<void>;
  /** Opens the next message of the list, or the one before. */
  onStep: (by: 1 | -1) => void;
  onDelete: () => void;
  onClose: () => void;
};

/** One message with its replies and all its actions. */
export function MessageDialog({ message, onMark, onStep, onDelete, onClose }: DialogProps) {
  const { isBusy, run } = useCall();
  const [draft, setDraft] = useState("");
  const reply = useRef<HTMLTextAreaElement>(null);
  const leave = useUnsaved(draft.trim() !== "");
  const markedBy = (state: MessageState) =>
    NEXT[message.state].some((next) => next.state === state) && leave(() => void run(() => onMark(state)));
  const keys: Record<string, () => void> = {
    j: () => leave(() => onStep(1)),
    k: () => leave(() => onStep(-1)),
    r: () => reply.current?.focus(),
    e: () => markedBy("done"),
    u: () => markedBy("new"),
  };
  function onKeyDown(event: KeyboardEvent) {
    const isTyping = event.target instanceof HTMLTextAreaElement;
    const act = keys[event.key.toLowerCase()];
    if (!act || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }
  return (
    <Dialog title={message.subject} wide onClose={() => leave(onClose)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts work wherever the focus is in the dialog. */}
      <div onKeyDown={onKeyDown}>
        <Facts message={message} />
        <div className="mt-4 flex flex-wrap items-center gap-2" aria-busy={isBusy}>
          {NEXT[message.state].map(({ state, label }) => (
            <AdminButton key={state} onClick={() => leave(() => void run(() => onMark(state)))}>
              {label}
            </AdminButton>
          ))}
          <AdminButton variant="danger" onClick={() => leave(onDelete)}>
            Delete
          </AdminButton>
          <AdminButton className="sm:ml-auto" onClick={() => leave(onClose)}>
            Close
          </AdminButton>
        </div>
        <p className="mt-5 max-w-prose border-t border-rule pt-4 whitespace-pre-wrap wrap-anywhere">
          {message.message}
        </p>
        <Replies id={message.id} />
        {message.state !== "spam" && <ReplyForm message={message} draft={draft} setDraft={setDraft} field={reply} />}
      </div>
    </Dialog>
  );
}

function Facts({ message }: { message: ContactMessage }) {
  return (
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
  );
}

function Replies({ id }: { id: number }) {
  const [page, open] = useState(1);
  const list = usePagedList(repliesTo(id), { at: { page, open } });
  if (list.isFailed) return <FailedNote onRetry={list.refresh}>Could not load the replies.</FailedNote>;
  if (!list.rows?.length) return null;
  return (
    <PagedRegion noun="replies" list={list}>
      <ol aria-label="Replies" className="mt-5 max-w-prose space-y-4">
        {list.rows.map(({ id: key, text, by, sent_at }) => (
          <li key={key} className="border-l-4 border-rule pl-4">
            <p className="meta">
              {by ?? "A removed user"} replied <time dateTime={sent_at}>{exactTime(sent_at)}</time>
            </p>
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
          </li>
        ))}
      </ol>
    </PagedRegion>
  );
}

type ReplyProps = {
  message: ContactMessage;
  draft: string;
  setDraft: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Replies by mail, or by the editor's own mail program if the site cannot send mail. */
function ReplyForm({ message, draft, setDraft, field }: ReplyProps) {
  const { sendsMail } = useSite();
  const send = useSendReply(message, () => setDraft(""));
  const [error, setError] = useState<string>();
  const id = useId();
  const byMail = (
    <a href={replyUrl(message)} className={buttonLook(sendsMail ? "quiet" : "primary")}>
      Reply by mail
    </a>
  );
  if (!sendsMail)
    return (
      <div className="mt-5 border-t border-rule pt-4">
        <p className="mb-3 text-sm text-muted">This site cannot send mail. Reply from your own mail program.</p>
        {byMail}
      </div>
    );
  async function submit(event?: FormEvent) {
    event?.preventDefault();
    setError(draft.trim() === "" ? "Write a reply first." : undefined);
    if (draft.trim() === "") return field.current?.focus();
    await send.run(draft);
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Reply" className="mt-5 max-w-prose border-t border-rule pt-4">
      <Field
        ref={field as Ref<never>}
        id={id}
        label={`Reply to ${message.firstName} ${message.lastName}`}
        hint={`Your reply goes to ${message.email} and quotes the message. Answers go to the newsroom’s address.`}
        rows={6}
        maxLength={MAX_REPLY_LENGTH}
        value={draft}
        error={error}
        onChange={({ target }: ChangeEvent<HTMLTextAreaElement>) => setDraft(target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit(event);
        }}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <AdminButton type="submit" variant="primary" isBusy={send.isBusy}>
          {send.isBusy ? "Sending..." : "Send reply"}
        </AdminButton>
        {byMail}
      </div>
    </form>
  );
}

/** Sends a reply. A retry of the same text reuses its key, so that a lost response causes no second mail. */
function useSendReply(message: ContactMessage, onSent: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const attempt = useRef({ text: "", key: "" });
  return {
    isBusy,
    run: (text: string) =>
      run(
        async () => {
          if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
          const { key: idempotencyKey } = attempt.current;
          const given = { params: { id: message.id }, body: { text }, idempotencyKey };
          const { body: reply } = await contact.send(api, "POST /contact/:id/replies", given);
          attempt.current = { text: "", key: "" };
          knowReply(client, message, reply);
          onSent();
          show({ title: "Reply sent", description: `It is on its way to ${message.email}.` });
        },
        { title: "Error sending reply", fallback: "Could not send the reply" },
      ),
  };
}
