import type { Generated } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    demo_removal: DemoRemovalTable;
    backup_run: BackupRunTable;
    job_run: JobRunTable;
  }
}

/** At most one row: the removal of the demo content, while it can be undone. */
export type DemoRemovalTable = {
  id: 1;
  removed_at: number;
  /** Null for the operator or a setup. */
  removed_by: number | null;
  /** JSON: what was removed, as `RemovedDemo` has it. */
  removed: string;
};

/** At most one row: the latest backup that was started in the admin area. */
export type BackupRunTable = {
  id: 1;
  started_at: number;
  started_by: number | null;
  /** When its process last reported. */
  alive_at: number;
  /** Null while it is running, and if its process ended before it. */
  finished_at: number | null;
  place: string;
  /** Why it failed; empty if it did not. */
  error: Generated<string>;
  /** The planned time of the latest scheduled backup. */
  scheduled_for: number | null;
  /** How often the scheduled backup was tried; 0 for one that a person started. */
  attempt: Generated<number>;
};

/** The last run of a job that the admin area lists, in any process. */
export type JobRunTable = {
  name: string;
  ran_at: number;
  took_ms: number;
  /** The start of the last run that succeeded. */
  succeeded_at: number | null;
  /** The start of the last run that failed, and why. */
  failed_at: number | null;
  error: Generated<string>;
};
