import type { Database } from "#db/open.ts";
import { lastOfAction } from "#features/audit/queries.ts";
import { countUnsettled } from "#features/mail/queries.ts";
import { failureOf, readRun } from "#features/system/state/backups.ts";
import { readJobRuns } from "#features/system/state/job-runs.ts";
import { countTasks } from "#features/tasks/queries.ts";
import { systemClock } from "#platform/clock.ts";

type Prom = typeof import("prom-client");

/** Metrics of what is stored as rows: queues, jobs and backups. They are read on request. */
export function watchState(prom: Prom, db: Database["db"]): void {
  // All workers see the same rows: not their sum.
  const shared = { aggregator: "max" as const, collect: refresh };
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new prom.Gauge({ ...shared, name, help, labelNames });
  const tasks = gauge("jarida_tasks", "Background tasks by state.", "state");
  const mails = gauge("jarida_outbox_mails", "Mails without a final outcome, by state.", "state");
  const jobSuccess = gauge(
    "jarida_job_last_success_timestamp_seconds",
    "Start of the last run of a recurring job that succeeded, in any process.",
    "name",
  );
  const jobFailure = gauge(
    "jarida_job_last_failure_timestamp_seconds",
    "Start of the last run of a recurring job that failed, in any process.",
    "name",
  );
  const backupSuccess = gauge(
    "jarida_backup_last_success_timestamp_seconds",
    "When the last backup was complete, by a command or from the admin area; 0 if there is none.",
  );
  const backupAttempt = gauge(
    "jarida_backup_last_attempt_timestamp_seconds",
    "When the last backup of the admin area was started; 0 if there is none.",
  );
  const backupFailed = gauge(
    "jarida_backup_last_attempt_failed",
    "1 if the last backup of the admin area failed or was interrupted.",
  );
  const up = new prom.Gauge({
    ...shared,
    name: "jarida_database_up",
    help: "1 if the database responded.",
    aggregator: "min",
  });
  let running: Promise<void> | undefined;

  /** Once for all that are collected at the same time. */
  function refresh(): Promise<void> {
    running ??= readRows().finally(() => {
      running = undefined;
    });
    return running;
  }
  async function readRows(): Promise<void> {
    try {
      const now = systemClock.now();
      for (const { state, count } of await countTasks(db, now)) tasks.set({ state }, count);
      for (const { state, count } of await countUnsettled(db)) mails.set({ state }, count);
      for (const { name, succeeded_at, failed_at } of await readJobRuns(db)) {
        if (succeeded_at !== null) jobSuccess.set({ name }, succeeded_at / 1000);
        if (failed_at !== null) jobFailure.set({ name }, failed_at / 1000);
      }
      backupSuccess.set(((await lastOfAction(db, "publication.backup"))?.at ?? 0) / 1000);
      const run = await readRun(db);
      backupAttempt.set((run?.started_at ?? 0) / 1000);
      backupFailed.set(run && failureOf(run, now) !== undefined ? 1 : 0);
      up.set(1);
    } catch {
      // The other metrics matter most now; this one is how an operator learns of it.
      up.set(0);
    }
  }
}
