import { type TaskJobDeps, taskJobs } from "#features/tasks/jobs.ts";
import type { Job } from "#platform/scheduler.ts";
import type { ArticleStore } from "./commands.ts";
import { renameAuthorTask, retagTask } from "./name-tasks.ts";
import { deriveMissing, renameTask } from "./tasks.ts";
import type { ArticleCounters } from "./views.ts";

/** New views are shown within 20 s; the counter's buffer suffices for 20,000 views a second. */
const VIEW_INTERVAL_MS = 2_000;
/** Delay after a start before content of older program versions is derived again. */
const DERIVE_INTERVAL_MS = 2_000;

type Deps = { store: ArticleStore; views: ArticleCounters; log: TaskJobDeps["log"] };

/** Stores views, derives content written by older program versions, and updates full text. */
export function articleJobs({ store, views, log }: Deps): Job[] {
  let isDerived = false;
  return [
    { name: "article views", title: "Store article views", every: VIEW_INTERVAL_MS, run: views.flush },
    {
      name: "contents of an older program",
      title: "Update articles after an upgrade",
      every: DERIVE_INTERVAL_MS,
      alone: true,
      async run(signal) {
        if (isDerived) return;
        await deriveMissing(store, () => signal.aborted);
        isDerived = true;
      },
    },
    ...taskJobs({ ...store, log }, [renameTask(store), renameAuthorTask(store.clock), retagTask(store.clock)]),
  ];
}
