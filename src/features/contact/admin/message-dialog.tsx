import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import { useCall } from "#ui/admin/use-call.ts";
import type { ContactMessage, MessageState } from "../schema.ts";
import { STATE_NAMES } from "./message-states.ts";

type Props = {
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
export function MessageDialog({ message, onMark, onDelete, onClose }: Props) {
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
