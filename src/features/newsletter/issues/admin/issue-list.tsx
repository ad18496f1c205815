import { Eye, Pencil, Trash2 } from "lucide";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable, RowActions } from "#ui/admin/data-table.tsx";
import { PagedRegion, usePagedList } from "#ui/admin/paged-list.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Issue } from "../schema.ts";
import { allIssues } from "./calls.ts";
import { inFigures, isMoving, LIVE_INTERVAL_MS, STATE_WORDS, whenOf } from "./issue-words.ts";
import { useDeleteIssue } from "./use-delete-issue.tsx";

/** Issues per page. */
const PAGE_SIZE = 20;

const COUNT = "tabular-nums as-rows:w-24";
const count = (label: string, of: (issue: Issue) => number): Column<Issue> => ({
  label,
  className: COUNT,
  cell: (issue) => (issue.started_at === null ? <span data-none>–</span> : inFigures(of(issue))),
});

function When({ issue }: { issue: Issue }) {
  const zone = useNewsroomZone();
  return zone && whenOf(issue, zone);
}

const COLUMNS: Column<Issue>[] = [
  { label: "State", className: "as-rows:w-24", cell: ({ state }) => STATE_WORDS[state] },
  {
    label: "Subject",
    card: "title",
    cell: (issue) => (
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{issue.subject}</span>
        <span className="meta block">
          {issue.is_digest && "Weekly digest. "}
          <When issue={issue} />
        </span>
      </span>
    ),
  },
  count("Sent", ({ counts }) => counts.sent),
  count("Failed", ({ counts }) => counts.failed),
  count("Uncertain", ({ counts }) => counts.uncertain),
  count("Unsubscribed", ({ counts }) => counts.unsubscribed),
  count("Recipients", ({ recipients }) => recipients),
];

type Props = { onOpen: (issue: Issue) => void; onDeleted: () => void };

/** The issues with the outcome of their mails; refreshed while one is being sent. */
export function IssueList({ onOpen, onDeleted }: Props) {
  const list = usePagedList(allIssues, {
    size: PAGE_SIZE,
    refetchInterval: (rows) => rows?.some(isMoving) && LIVE_INTERVAL_MS,
  });
  const deleting = useDeleteIssue(onDeleted);
  useFailureToast(list.error, "Error fetching issues", "Could not fetch the issues");

  const actions: Column<Issue> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-24",
    cell: (issue) => (
      <RowActions>
        <AdminIconButton
          label={`${issue.started_at === null ? "Edit" : "Show"} ${issue.subject}`}
          onClick={() => onOpen(issue)}
        >
          <Icon icon={issue.started_at === null ? Pencil : Eye} size={17} />
        </AdminIconButton>
        {issue.started_at === null && (
          <AdminIconButton label={`Delete ${issue.subject}`} onClick={() => deleting.ask(issue)}>
            <Icon icon={Trash2} size={17} />
          </AdminIconButton>
        )}
      </RowActions>
    ),
  };

  if (list.isFailed)
    return (
      <FailedNote isAnnounced onRetry={list.refresh}>
        Could not fetch the issues
      </FailedNote>
    );
  return (
    <PagedRegion noun="issues" list={list}>
      <div className={list.isPrevious ? "opacity-60" : ""} aria-busy={list.isPrevious}>
        <DataTable
          caption="Newsletter issues"
          columns={[...COLUMNS, actions]}
          rows={list.rows}
          rowKey={({ id }) => id}
          skeletonRows={4}
          isWide
          loading="Loading issues..."
          empty="No issues yet. Write the first one."
        />
      </div>
      {deleting.question}
    </PagedRegion>
  );
}
