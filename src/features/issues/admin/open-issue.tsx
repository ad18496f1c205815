import { useEffect, useState } from "react";
import { useApi } from "#shared/use-api.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Issue } from "../schema.ts";
import { oneIssue } from "./calls.ts";
import { IssueForm } from "./issue-form.tsx";
import { IssueReport } from "./issue-report.tsx";
import { isMoving, LIVE_INTERVAL, STATE_WORDS, whenOf } from "./issue-words.ts";
import { useIssueForm } from "./use-issue-form.ts";

type Props = {
  /** Null for a new issue. */
  id: number | null;
  onUnsaved: (isUnsaved: boolean) => void;
  /** It was deleted. */
  onGone: () => void;
};

/** One issue: its form until it is sent, what became of its mails from then on. */
export function OpenIssue({ id: first, onUnsaved, onGone }: Props) {
  // A new issue has an id once it is saved for the first time.
  const [id, setId] = useState(first);
  const { data, error, refetch } = useApi(oneIssue(id ?? 0), {
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LIVE_INTERVAL : false),
  });
  useFailureToast(error, "Error fetching issue", "Could not fetch the issue");
  if (id === null || data) return <Loaded issue={data ?? null} onUnsaved={onUnsaved} onAdded={setId} onGone={onGone} />;
  if (error) return <FailedNote onRetry={() => void refetch()}>Could not fetch the issue</FailedNote>;
  return (
    <div className="max-w-3xl space-y-5" aria-busy="true">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

type LoadedProps = Pick<Props, "onUnsaved" | "onGone"> & { issue: Issue | null; onAdded: (id: number) => void };

function Loaded({ issue, onUnsaved, onAdded, onGone }: LoadedProps) {
  const form = useIssueForm(issue, onAdded);
  const isUnsaved = form.isUnsaved || form.other.setAside?.whose === "mine";
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  // Sending may begin while somebody writes: their words stay in sight until they leave them.
  const isReport = issue !== null && issue.started_at !== null && !isUnsaved;
  return (
    <>
      <p role="status" className="meta mb-4">
        {issue ? `${STATE_WORDS[issue.state]}. ${whenOf(issue)}.` : "A new issue, not saved yet."}
      </p>
      {isReport ? <IssueReport issue={issue} /> : <IssueForm issue={issue} form={form} onGone={onGone} />}
    </>
  );
}
