import { useQueryClient } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useApi } from "#shared/use-api.ts";
import { type Beginning, beginFrom, beginNew } from "#ui/admin/edit-form/beginning.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Issue, IssueBody } from "../schema.ts";
import { issueChanged, oneIssue, versioned } from "./calls.ts";
import { IssueForm } from "./issue-form.tsx";
import { ISSUE_KIND } from "./issue-kind.ts";
import { IssueReport } from "./issue-report.tsx";
import { isMoving, LIVE_INTERVAL_MS, STATE_WORDS, whenOf } from "./issue-words.ts";

type FormProps = {
  account: string;
  guard: Ref<FormGuard>;
  /** A new issue was stored, and has an id now. */
  onCreated: (id: number) => void;
  /** It was deleted. */
  onGone: () => void;
  /** Its unsaved work was discarded, which can be undone. */
  onDiscarded: (draft: UnsavedDraft<IssueBody>) => void;
};
type Props = FormProps & {
  /** Null for a new issue. */
  id: number | null;
  /** Unsaved work to resume. */
  draft: UnsavedDraft<IssueBody> | null;
};

/** One issue: its form until it is sent, its report from then on. */
export function OpenIssue({ id, draft, ...rest }: Props) {
  const { data, error, refetch, isFetchedAfterMount } = useApi(oneIssue(id ?? 0), {
    enabled: id !== null,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LIVE_INTERVAL_MS : false),
  });
  const [beginning, setBeginning] = useState<Beginning<Issue, IssueBody> | null>(id === null ? beginNew(draft) : null);
  const isGone = error instanceof ApiError && error.status === 404 && draft !== null;
  useFailureToast(isGone ? null : error, "Error fetching issue", "Could not fetch the issue");
  // A cached copy may be outdated, and unsaved work would be compared with it.
  if (!beginning && data && isFetchedAfterMount) setBeginning(beginFrom(versioned(data), draft));
  else if (!beginning && isGone) setBeginning(beginNew(draft));
  if (beginning) return <Loaded {...rest} stored={data ?? null} beginning={beginning} />;
  if (error) return <FailedNote onRetry={() => void refetch()}>Could not fetch the issue</FailedNote>;
  return (
    <div className="max-w-3xl space-y-5" aria-busy="true">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

type LoadedProps = FormProps & { stored: Issue | null; beginning: Beginning<Issue, IssueBody> };

function Loaded({ stored, account, beginning, guard, onCreated, onGone, onDiscarded }: LoadedProps) {
  const client = useQueryClient();
  const form = useEditForm(ISSUE_KIND, {
    account,
    beginning,
    guard,
    newest: stored && stored.started_at === null ? versioned(stored) : null,
    onStored: (issue) => issueChanged(client, issue),
    onDone: () => undefined,
    onCreated: ({ id }) => onCreated(id),
  });
  // The issue being edited may have been deleted, though the form still has it.
  const issue = form.base && (stored ?? form.base);
  // Sending may begin while somebody is writing: the form stays until they leave it.
  const isReport = issue !== null && issue.started_at !== null && !form.isUnsaved;
  return (
    <>
      <p role="status" className="meta mb-4">
        {issue ? `${STATE_WORDS[issue.state]}. ${whenOf(issue)}.` : "A new issue, not saved yet."}
      </p>
      {isReport ? (
        <IssueReport issue={issue} />
      ) : (
        <IssueForm issue={issue} form={form} onGone={onGone} onDiscarded={onDiscarded} />
      )}
    </>
  );
}
