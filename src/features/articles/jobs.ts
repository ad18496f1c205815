import { type TaskJobDeps, taskJobs } from "#features/tasks/jobs.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import type { Job } from "#platform/scheduler.ts";
import type { ArticleStore } from "./commands.ts";
import { deriveMissing } from "./derive.ts";
import { renameTask } from "./tasks.ts";

/** New views show within 20 s. */
const VIEW_INTERVAL_MS = 3_000;
/** How soon after a start the contents that an older program wrote are prepared for readers. */
const DERIVE_INTERVAL_MS = 2_000;

type Deps = { store: ArticleStore; views: ReaderCounter; log: TaskJobDeps["log"] };

/** Writes views, prepares contents that an older program wrote, and brings full text up to date. */
export function articleJobs({ store, views, log }: Deps): Job[] {
  let isDerived = false;
  return [
    { name: "article views", every: VIEW_INTERVAL_MS, run: views.flush },
    {
      name: "contents of an older program",
      every: DERIVE_INTERVAL_MS,
      async run(signal) {
        if (isDerived) return;
        await deriveMissing(store, () => signal.aborted);
        isDerived = true;
      },
    },
    ...taskJobs({ ...store, log }, [renameTask(store)]),
  ];
}
