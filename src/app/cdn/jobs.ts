import type { Database } from "#db/open.ts";
import { hurryTask } from "#features/tasks/commands.ts";
import { lastResult } from "#features/tasks/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Job } from "#platform/scheduler.ts";
import { PURGE_TASK, purgeResult } from "./rules.ts";

/** How soon a change is noticed, in milliseconds; looking costs some microseconds. */
const LOOK_INTERVAL_MS = 100;

/**
 * Queues a purge when the content version has passed the last one that was purged. Alongside the changes rather than in
 * them: no save waits for it or fails with it, and changes of other programs count as well.
 */
export function purgeJobs({ database, clock }: { database: Database; clock: Clock }): Job[] {
  let seen: number | undefined;
  const run = async () => {
    const version = database.contentVersion();
    if (version === seen) return;
    const last = purgeResult.safeParse(await lastResult(database.db, PURGE_TASK));
    if (!last.success || last.data.version < version) await hurryTask(database.db, clock.now(), PURGE_TASK);
    seen = version;
  };
  return [{ name: "changes to purge", every: LOOK_INTERVAL_MS, run }];
}
