import { useState } from "react";
import type { DocumentKey } from "#shared/document.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { MAX_MESSAGE_LENGTH } from "../rules.ts";
import { type Asked, useRequests } from "./use-requests.ts";

type Props = {
  document: DocumentKey;
  /** Stores unsaved changes and returns the tag of the displayed version. */
  store: () => Promise<string | undefined>;
};

/** The banner above the text: a review request for the user, and changes requested by others. */
export function ReviewBanner({ document, store }: Props) {
  const requests = useRequests(document);
  const people = requests.people ?? [];
  const mine = people.find(({ is_me, answer }) => is_me && answer === null);
  const declined = people.filter(({ is_me, answer }) => !is_me && answer === "changes");
  return (
    <>
      {mine && <AskedOfMe asked={mine} requests={requests} store={store} />}
      {declined.map((person) => (
        <section key={person.id} aria-label={`Changes requested by ${person.name}`} className={LOOK}>
          <p className="font-semibold">{person.name} requests changes.</p>
          <Message text={person.answer_message} />
          <AdminButton className="mt-2" isBusy={requests.isBusy} onClick={() => void requests.ask([person.id])}>
            Ask again
          </AdminButton>
        </section>
      ))}
    </>
  );
}

const LOOK = "mb-6 border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem] wrap-anywhere";

const Message = ({ text }: { text: string }) => (text ? <p className="mt-1 whitespace-pre-line">{text}</p> : null);

type AskedProps = Pick<Props, "store"> & { asked: Asked; requests: ReturnType<typeof useRequests> };

function AskedOfMe({ asked: { by, message }, requests, store }: AskedProps) {
  const show = useToast();
  const [isDeclining, setIsDeclining] = useState(false);
  const notified = by === null ? {} : { description: `${by} will be notified.` };
  const approve = async () => {
    if (await requests.approve(store)) show({ title: "Approved", ...notified });
  };
  return (
    <section aria-label="Review request" aria-busy={requests.isBusy} className={LOOK}>
      <p className="font-semibold">{by ?? "Somebody"} asks you to review this.</p>
      <Message text={message} />
      {isDeclining ? (
        <DeclineForm
          isBusy={requests.isBusy}
          onCancel={() => setIsDeclining(false)}
          onSend={async (changes) => {
            if (await requests.requestChanges(changes)) show({ title: "Changes requested", ...notified });
          }}
        />
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          <AdminButton variant="primary" isBusy={requests.isBusy} onClick={() => void approve()}>
            Approve
          </AdminButton>
          <AdminButton onClick={() => setIsDeclining(true)}>Request changes</AdminButton>
        </div>
      )}
    </section>
  );
}

type DeclineProps = { isBusy: boolean; onCancel: () => void; onSend: (changes: string) => Promise<void> };

/** The message with requested changes. Not a form, because it is inside the room's form. */
function DeclineForm({ isBusy, onCancel, onSend }: DeclineProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const send = () => (text.trim() === "" ? setError("Say what should change.") : void onSend(text.trim()));
  return (
    <div className="mt-2 space-y-3">
      <Field
        autoFocus
        label="What should change?"
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <AdminButton variant="primary" isBusy={isBusy} onClick={send}>
          Send
        </AdminButton>
        <AdminButton onClick={onCancel}>Cancel</AdminButton>
      </div>
    </div>
  );
}
