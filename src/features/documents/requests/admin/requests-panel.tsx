import { useState } from "react";
import type { DocumentKey } from "#shared/document.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { shortTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { reviewers } from "./calls.ts";
import { type Asked, useRequests } from "./use-requests.ts";

/** Who is asked to review the document before it is published, and what they answered. */
export function RequestsPanel({ document }: { document: DocumentKey }) {
  const known = useApi(reviewers());
  const { people, hasFailed, retry, ...requests } = useRequests(document);
  const [isAsking, setIsAsking] = useState(false);
  if (hasFailed || (known.isError && !known.data)) {
    const retryBoth = () => {
      void known.refetch();
      retry();
    };
    return <FailedNote onRetry={retryBoth}>Could not load who can review this.</FailedNote>;
  }
  if (!known.data || !people) return <Skeleton className="h-16 w-full" />;
  const others = known.data.filter(({ id }) => !people.some((person) => person.id === id && person.answer === null));
  if (known.data.length === 0 && people.length === 0)
    return <p className="meta">There is no other editor to ask yet.</p>;
  return (
    <section aria-labelledby="room-reviewers" aria-busy={requests.isBusy}>
      <h3 id="room-reviewers" className="text-sm font-bold">
        Reviewers
      </h3>
      {people.length === 0 && <p className="meta mt-1.5">Nobody has been asked to review this.</p>}
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

/** What somebody was asked, or has answered, and when. */
function stateOf({ by, at, answer, answered }: Asked): string {
  const timeOf = (time: string) => shortTime(Date.parse(time), Date.now());
  if (answer === null) return `Asked by ${by ?? "somebody"}, ${timeOf(at)}`;
  return `${answer === "approve" ? "Approved" : "Requested changes"}, ${timeOf(answered ?? at)}`;
}
