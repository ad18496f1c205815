import type { Task, TaskEndpoints } from "#features/tasks/endpoints.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { useNow } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { pastWords } from "#ui/admin/past-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Announced, INDEXNOW_TASK, WEBSUB_TASK } from "../announcements/kinds.ts";

/** The newest task of a kind. */
export const newestTask = (kind: string) =>
  clientOf<TaskEndpoints>().query("GET /tasks", { query: { kind, limit: 1 } });

/** The labels of what announcements go to, by the kind of their task. */
export const ANNOUNCEMENT_CHANNELS = {
  [INDEXNOW_TASK]: { label: "Search engines (IndexNow)" },
  [WEBSUB_TASK]: { label: "Feed readers (WebSub)" },
} as const;

/** When changes were last sent to search engines and feed readers, and why not. */
export function AnnouncementsSection() {
  return (
    <section className="mt-10 border-t border-rule pt-6">
      <h2 className="headline-sm mb-3 font-semibold">Announcements</h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        When a published article changes, search engines learn its address within a minute, and feed readers get it
        within seconds if a hub is set.
      </p>
      <dl className="border-t border-rule text-[0.9375rem]">
        {Object.entries(ANNOUNCEMENT_CHANNELS).map(([kind, { label }]) => (
          <div key={kind} className="gap-4 border-b border-rule py-2 sm:flex sm:justify-between">
            <dt className="shrink-0">{label}</dt>
            <dd className="text-pretty sm:text-right">
              <Channel kind={kind} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Channel({ kind }: { kind: string }) {
  const { data, isError, refetch } = useApi(newestTask(kind));
  const now = useNow();
  if (isError && !data) return <FailedNote onRetry={refetch}>Could not load the last announcement.</FailedNote>;
  if (!data) return <Skeleton className="h-6 w-48" />;
  const [task] = data;
  return task ? <Outcome task={task} now={now} /> : <span className="text-muted">Nothing sent yet</span>;
}

function Outcome({ task, now }: { task: Task; now: number }) {
  if (task.last_error !== "")
    return (
      <>
        <strong className="font-semibold">Not sent.</strong> {task.last_error}{" "}
        {task.state === "failed" ? "It will be sent with the next change." : "It will be retried."}
      </>
    );
  if (task.finished_at === null) return "Waiting to be sent";
  const { sent } = task.result as Announced;
  const what = sent === 0 ? "no changes" : sent === 1 ? "1 address" : `${sent.toLocaleString("en")} addresses`;
  return `${pastWords(task.finished_at, now)}: ${what}`;
}
