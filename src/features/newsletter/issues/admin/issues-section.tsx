import { useQueryClient } from "@tanstack/react-query";
import { Copy, Eye, Pencil, Trash2 } from "lucide";
import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { useDuplicate } from "#features/documents/room/admin/document-actions.tsx";
import { KeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { NewDocument } from "#features/documents/templates/admin/template-dialogs.tsx";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useNow } from "#shared/site-context.tsx";
import { nextWeekly } from "#shared/time.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, AdminIconButton, Switch } from "#ui/admin/controls.tsx";
import { type Column, DataTable, RowActions } from "#ui/admin/data-table.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { PagedRegion, usePagedList } from "#ui/admin/paged-list.tsx";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { FROM_LIST, useOpenRoom, useReturnFocus } from "#ui/admin/room-handover.tsx";
import { type Option, Select } from "#ui/admin/select.tsx";
import { newKey } from "#ui/admin/session/document-session.ts";
import { StoryState } from "#ui/admin/story-state.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { DigestSetting, Issue, ListedIssue } from "../endpoints.ts";
import { ClickSetting } from "../numbers/admin/click-setting.tsx";
import { wholeBody } from "../whole-body.ts";
import { allIssues, createIssue, digestSetting, issueChanged, issues } from "./calls.ts";
import {
  inFigures,
  instantOf,
  isMoving,
  LIVE_INTERVAL_MS,
  MOVING_WORDS,
  useDeleteIssue,
  whenOf,
} from "./issue-steps.tsx";
import { ISSUE_TYPE } from "./issue-type.ts";

/** Issues per page. */
const PAGE_SIZE = 20;

const COUNT = "tabular-nums as-rows:w-28";
const count = (label: string, of: (issue: Issue) => number | null): Column<ListedIssue> => ({
  label,
  className: COUNT,
  cell: (issue) => {
    const number = issue.started_at === null ? null : of(issue);
    return number === null ? <span data-none>–</span> : inFigures(number);
  },
});

/** Mails that were neither delivered nor rejected, which may need a decision. */
function troubleOf({ counts: { failed, rejected, uncertain } }: Issue): string {
  const parts = [
    failed > rejected ? `${inFigures(failed - rejected)} failed` : "",
    uncertain > 0 ? `${inFigures(uncertain)} uncertain` : "",
  ].filter(Boolean);
  return parts.length > 0 ? ` ${parts.join(", ")}.` : "";
}

function When({ issue }: { issue: Issue }) {
  const zone = useNewsroomZone();
  const now = useNow();
  if (!zone) return null;
  return <time title={plannedTime(instantOf(issue), zone)}>{whenOf(issue, zone, now)}</time>;
}

const COLUMNS: Column<ListedIssue>[] = [
  {
    label: "State",
    className: "as-rows:w-36",
    cell: ({ story, state }) => story && <StoryState story={story} type="issue" word={MOVING_WORDS[state]} />,
  },
  {
    label: "Subject",
    card: "title",
    cell: (issue) => (
      <span className="min-w-0">
        <Link to={adminUrl.issue(issue.id)} state={FROM_LIST} className="link-quiet font-semibold wrap-anywhere">
          {issue.subject}
        </Link>
        <span className="meta block">
          {issue.is_digest && "Weekly digest. "}
          <When issue={issue} />
          {troubleOf(issue) && `.${troubleOf(issue)}`}
        </span>
      </span>
    ),
  },
  count("Delivered", ({ counts }) => counts.sent),
  count("Rejected", ({ counts }) => counts.rejected),
  count("Unsubscribed", ({ counts }) => counts.unsubscribed),
  count("Clicks", ({ counts }) => counts.clicks),
  count("Recipients", ({ recipients }) => recipients),
];

/** Stores a draft with the best of the week, and opens it. */
function useStartWithBest(onOpen: (issue: Issue) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const { run } = useCall();
  return () =>
    run(
      async () => {
        const { body: best } = await issues.send(api, "GET /newsletter/issues/best-of-the-week");
        const { subject, preview } = best;
        const { row } = await createIssue(api, { subject, preview, body: wholeBody(best) }, newKey());
        issueChanged(client, row);
        onOpen(row);
      },
      { title: "Error creating the issue", fallback: "Could not fetch the best of the week" },
    );
}

type Props = { onOpen: (issue: Issue) => void; onDeleted: () => void };

/** The issues with the outcome of their mails; refreshed while one is being sent. */
export function IssueList({ onOpen, onDeleted }: Props) {
  const list = usePagedList(allIssues, {
    size: PAGE_SIZE,
    refetchInterval: (rows) => rows?.some(isMoving) && LIVE_INTERVAL_MS,
  });
  const deleting = useDeleteIssue(onDeleted);
  const duplicate = useDuplicate(ISSUE_TYPE);
  const startWithBest = useStartWithBest(onOpen);
  useFailureToast(list.error, "Error fetching issues", "Could not fetch the issues");

  const actions: Column<ListedIssue> = {
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
        <AdminIconButton label={`Duplicate ${issue.subject}`} onClick={() => duplicate(issue.id)}>
          <Icon icon={Copy} size={17} />
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
          empty={{
            words: "No issues yet. Write the first one, or start with the articles that were read most.",
            steps: [
              { label: "Write the first issue", to: adminUrl.issue("new") },
              { label: "Start with the best of the week", run: () => void startWithBest() },
            ],
          }}
        />
      </div>
      {deleting.question}
    </PagedRegion>
  );
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
  (label, weekday) => ({ value: String(weekday), label }),
);

const HOURS: Option[] = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

export function DigestCard() {
  const { data, isError, refetch } = useApi(digestSetting());
  return (
    <section aria-label="Weekly digest" className="mt-10 max-w-2xl border border-rule bg-surface/40 p-4 sm:p-6">
      <h3 className="headline-sm mb-4 font-semibold">Weekly digest</h3>
      {data ? (
        <DigestForm setting={data} />
      ) : isError ? (
        <FailedNote onRetry={() => void refetch()}>Could not fetch the weekly digest</FailedNote>
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </section>
  );
}

function DigestForm({ setting }: { setting: DigestSetting }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [draft, setDraft] = useState(setting);
  const zone = useNewsroomZone();
  const { isBusy, run } = useCall();
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(setting));

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const { body: saved } = await issues.send(api, "PUT /newsletter/digest", { body: draft });
        client.setQueryData(digestSetting().queryKey, saved);
        setDraft(saved);
        show({ title: "Weekly digest saved" });
      },
      { title: "Error saving weekly digest", fallback: "Could not save the weekly digest" },
    );
  }

  return (
    <form onSubmit={onSubmit} aria-busy={isBusy} className="space-y-4">
      <Switch
        label="Send a weekly digest"
        hint="It contains the best of the week and goes to all active subscribers. It is not sent in a week without news."
        checked={draft.enabled}
        onChange={(enabled) => setDraft({ ...draft, enabled })}
      />
      <div className="flex flex-wrap gap-4">
        <Select
          label="Weekday"
          value={String(draft.weekday)}
          options={WEEKDAYS}
          onChange={(weekday) => setDraft({ ...draft, weekday: Number(weekday) })}
        />
        <Select
          label="Hour"
          value={String(draft.hour)}
          options={HOURS}
          onChange={(hour) => setDraft({ ...draft, hour: Number(hour) })}
        />
      </div>
      <p className="meta">
        In the newsroom’s time zone. The next time: {zone && plannedTime(nextWeekly(zone, draft, Date.now()), zone)}.
      </p>
      <AdminButton type="submit" disabled={isBusy}>
        {isBusy ? "Saving..." : "Save digest"}
      </AdminButton>
    </form>
  );
}

/** The section with the newsletter's issues and its weekly digest. */
export function IssuesSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const open = useOpenRoom();
  useReturnFocus("issue", true, () => document.activeElement === document.body && heading.current?.focus());
  return (
    <>
      <PanelHeading ref={heading} title="Newsletter issues">
        <NewDocument type={ISSUE_TYPE} label="New issue" />
      </PanelHeading>
      <KeptDocuments type={ISSUE_TYPE} />
      <IssueList onOpen={({ id }) => open(adminUrl.issue(id))} onDeleted={() => heading.current?.focus()} />
      <DigestCard />
      <ClickSetting />
    </>
  );
}
