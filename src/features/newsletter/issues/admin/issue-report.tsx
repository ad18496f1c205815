import { useState } from "react";
import { type MailFilter, MailList, optionsOf, STATE_WORDS } from "#features/mail/admin/mail-list.tsx";
import { DelayedNote, NoMailNote } from "#features/mail/admin/outbox-section.tsx";
import { documentUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import type { Issue } from "../endpoints.ts";
import { IssueNumbers } from "../numbers/admin/issue-numbers.tsx";
import { recipientsOf } from "./calls.ts";
import { MailPreview } from "./issue-dialogs.tsx";
import { StepButton } from "./issue-steps.tsx";

const STATES = optionsOf("All states", STATE_WORDS);

/** The report of an issue that is being or has been sent: its numbers, steps, and recipients for users who may see them. */
export function IssueReport({ issue }: { issue: Issue }) {
  const [isShown, setIsShown] = useState(false);
  const seesSubscribers = useMay()("subscriber.manage");
  const settled = issue.recipients - issue.counts.waiting;
  return (
    <>
      <h2 className="headline-sm mb-4 font-semibold wrap-anywhere">{issue.subject}</h2>
      <NoMailNote />
      {issue.state === "sending" && seesSubscribers && <DelayedNote />}
      {issue.state !== "sent" && (
        <progress
          aria-label="Sent so far"
          max={Math.max(issue.recipients, 1)}
          value={Math.max(settled, 0)}
          className="mb-4 block h-2 w-full max-w-2xl accent-accent-fill"
        />
      )}
      <div className="mb-6 flex flex-wrap gap-2">
        <StepButton issue={issue} />
        <AdminButton onClick={() => setIsShown(true)}>See it as mail</AdminButton>
        <a
          href={documentUrl.issue(issue.id)}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center px-3 text-sm font-semibold underline underline-offset-2"
        >
          View its page
        </a>
      </div>
      <IssueNumbers issue={issue} />
      {seesSubscribers && <Recipients issue={issue} />}
      {isShown && <MailPreview id={issue.id} onClose={() => setIsShown(false)} />}
    </>
  );
}

/** The state of each recipient's mail. */
function Recipients({ issue }: { issue: Issue }) {
  // Not in the URL, which has the list page to return to.
  const [view, setView] = useState<MailFilter & { page: number }>({ state: undefined, page: 1 });
  return (
    <>
      <h2 className="headline-sm mt-8 mb-1 font-semibold">Recipients</h2>
      <p className="meta mb-3">
        The list of recipients is deleted with the sent mails (see Settings). The totals stay.
      </p>
      <Select
        label="State"
        labelHidden
        className="mb-4 max-w-48"
        value={view.state ?? ""}
        options={STATES}
        onChange={(value) => setView({ state: (value || undefined) as MailFilter["state"], page: 1 })}
      />
      <MailList
        key={view.state}
        caption="Recipients"
        mails={recipientsOf(issue.id, view.state)}
        at={{ page: view.page, open: (page) => setView({ ...view, page }) }}
        empty={view.state === undefined ? "No recipients." : "No recipients in this state."}
        isGrowing={issue.state === "sending"}
      />
    </>
  );
}
