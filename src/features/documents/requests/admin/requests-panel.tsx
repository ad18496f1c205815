import { type FormEvent, useState } from "react";
import { MAX_MESSAGE_LENGTH } from "#features/documents/rules.ts";
import type { DocumentKey } from "#shared/document.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { shortTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useScreenActions } from "#ui/admin/screen.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Asked, INTERVAL_MS, reviewers, useRequests } from "./use-requests.ts";

type Props = {
  document: DocumentKey;
  /** Stores unsaved changes and returns the tag of the displayed version. */
  store: () => Promise<string | undefined>;
  /** Shows the text as it is now, after an answer that the server rejected: it may be about an older one. */
  reread?: () => void;
};

/** The banner above the text: a review request for the user, and changes requested by others. */
export function ReviewBanner({ document, store, reread }: Props) {
  const requests = useRequests(document);
  const people = requests.people ?? [];
  const mine = people.find(({ is_me, answer }) => is_me && answer === null);
  const declined = people.filter(({ is_me, answer }) => !is_me && answer === "changes");
  return (
    <>
      {mine && <AskedOfMe asked={mine} requests={requests} store={store} {...(reread && { reread })} />}
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

type AskedProps = Pick<Props, "store" | "reread"> & { asked: Asked; requests: ReturnType<typeof useRequests> };

function AskedOfMe({ asked: { by, message }, requests, store, reread }: AskedProps) {
  const show = useToast();
  const [isDeclining, setIsDeclining] = useState(false);
  const notified = by === null ? {} : { description: `${by} will be notified.` };
  const approve = async () => {
    if (await requests.approve(store)) show({ title: "Approved", ...notified });
    else reread?.();
  };
  useScreenActions([
    { label: "Approve this text", run: () => void approve() },
    { label: "Request changes", run: () => setIsDeclining(true) },
  ]);
  return (
    <section aria-label="Review request" data-review-request aria-busy={requests.isBusy} className={LOOK}>
      <p className="font-semibold">{by ?? "A removed user"} asks you to review this.</p>
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
  const send = () => (text.trim() === "" ? setError("Describe what should change.") : void onSend(text.trim()));
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

export function RequestsPanel({ document }: { document: DocumentKey }) {
  const known = useApi(reviewers(), { refetchInterval: INTERVAL_MS });
  const { people, hasFailed, retry, ...requests } = useRequests(document);
  const [isAsking, setIsAsking] = useState(false);
  if (hasFailed || (known.isError && !known.data)) {
    const retryBoth = () => {
      void known.refetch();
      retry();
    };
    return <FailedNote onRetry={retryBoth}>Could not load the reviewers.</FailedNote>;
  }
  if (!known.data || !people) return <Skeleton className="h-16 w-full" />;
  const others = known.data.filter(({ id }) => !people.some((person) => person.id === id && person.answer === null));
  if (known.data.length === 0 && people.length === 0)
    return <p className="meta">No other editors are available yet.</p>;
  return (
    <section aria-labelledby="room-reviewers" aria-busy={requests.isBusy}>
      <h3 id="room-reviewers" tabIndex={-1} className="text-sm font-bold">
        Reviewers
      </h3>
      {people.length === 0 && <p className="meta mt-1.5">No review has been requested.</p>}
      <ul className="mt-1.5 space-y-3">
        {people.map((person) => (
          <Reviewer key={person.id} person={person} {...requests} />
        ))}
      </ul>
      {others.length > 0 && (
        <AdminButton className="mt-3" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          Ask for a review
        </AdminButton>
      )}
      {isAsking && (
        <AskDialog
          people={others}
          isBusy={requests.isBusy}
          onClose={() => setIsAsking(false)}
          onAsk={async (chosen, message) => {
            if (await requests.ask(chosen, message)) setIsAsking(false);
          }}
        />
      )}
    </section>
  );
}

type RowProps = Pick<ReturnType<typeof useRequests>, "isBusy" | "ask" | "withdraw"> & { person: Asked };

function Reviewer({ person, isBusy, ask, withdraw }: RowProps) {
  const { id, name, is_me, answer, message, answer_message } = person;
  const said = answer === null ? message : answer_message;
  return (
    <li className="text-[0.9375rem] wrap-anywhere">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0">
          <strong className="font-semibold">{is_me ? `${name} (you)` : name}</strong>
          <span className="meta block">{stateOf(person)}</span>
        </p>
        {answer === null ? (
          <AdminButton
            variant="quiet"
            className="shrink-0 px-2"
            aria-label={`Withdraw the request to ${name}`}
            isBusy={isBusy}
            onClick={() => void withdraw(id)}
          >
            Withdraw
          </AdminButton>
        ) : (
          !is_me && (
            <AdminButton
              variant="quiet"
              className="shrink-0 px-2"
              aria-label={`Ask ${name} again`}
              isBusy={isBusy}
              onClick={() => void ask([id])}
            >
              Ask again
            </AdminButton>
          )
        )}
      </div>
      {said && <p className="mt-0.5 border-l-2 border-rule pl-3 whitespace-pre-line">{said}</p>}
    </li>
  );
}

function stateOf({ by, at, answer, answered }: Asked): string {
  const timeOf = (time: string) => shortTime(Date.parse(time), Date.now());
  if (answer === null) return `Asked by ${by ?? "a removed user"}, ${timeOf(at)}`;
  return `${answer === "approve" ? "Approved" : "Requested changes"}, ${timeOf(answered ?? at)}`;
}

type AskProps = {
  people: readonly { id: number; name: string }[];
  isBusy: boolean;
  onClose: () => void;
  onAsk: (people: readonly number[], message: string) => Promise<void>;
};

/** Chooses reviewers, with a message. */
function AskDialog({ people, isBusy, onClose, onAsk }: AskProps) {
  const [chosen, setChosen] = useState<readonly number[]>(people.length === 1 ? people.map(({ id }) => id) : []);
  const [message, setMessage] = useState("");
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.length === 0) return setError("Choose at least one person.");
    void onAsk(chosen, message.trim());
  }
  const choose = (id: number, on: boolean) => {
    setError(undefined);
    setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  };
  return (
    <OutsideForm>
      <Dialog title="Ask for a review" onClose={onClose}>
        <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
          <fieldset aria-describedby={error ? "ask-error" : undefined}>
            <legend className="text-sm font-semibold">People</legend>
            {people.map(({ id, name }) => (
              <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={(on) => choose(id, on)} />
            ))}
            {error && (
              <p id="ask-error" role="alert" className="mt-1 text-sm font-medium text-down">
                {error}
              </p>
            )}
          </fieldset>
          <Field
            label="Message (optional)"
            rows={3}
            maxLength={MAX_MESSAGE_LENGTH}
            hint="They will be notified."
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <AdminButton onClick={onClose}>Cancel</AdminButton>
            <AdminButton type="submit" variant="primary" isBusy={isBusy}>
              Ask
            </AdminButton>
          </div>
        </form>
      </Dialog>
    </OutsideForm>
  );
}
