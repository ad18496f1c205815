import { useBeginning } from "#ui/admin/edit-form/use-beginning.ts";
import { ISSUE_KIND } from "../issue-kind.ts";
import { LoadingIssue, NoIssue } from "./empty-issue.tsx";
import { IssueRoom } from "./issue-room.tsx";
import type { OpenIssueProps } from "./issue-room-props.ts";

/** The room of an issue, shown once its initial values are loaded. */
export function OpenIssue({ id, draft, ...rest }: OpenIssueProps) {
  const { beginning, isMissing, isFailed, retry } = useBeginning(ISSUE_KIND, id, draft);
  if (beginning) return <IssueRoom {...rest} beginning={beginning} />;
  if (isMissing) return <NoIssue onLeave={rest.onCancel} offers={rest.offers} />;
  return <LoadingIssue onCancel={rest.onCancel} offers={rest.offers} {...(isFailed && { onRetry: retry })} />;
}
