import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Job } from "#platform/scheduler.ts";
import { isoDate, MINUTE, SECOND } from "#shared/time.ts";
import type { SystemState } from "./endpoints.ts";

/** How often runs are written, all in one statement. */
const WRITE_INTERVAL_MS = 10 * SECOND;
const MAX_ERROR_CHARS = 300;

type Run = { at: number; tookMs: number; error: string | null };
/** A job that is listed, its last run in this process, and the one that was written last. */
type Listed = { job: Job; title: string; run?: Run; written?: Run };

export type JobRuns = {
  /** Returns the job with its runs recorded, if it has a title. */
  watch: (job: Job) => Job;
  /** The watched jobs with their last run in any process. */
  list: (db: Kysely<Tables>) => Promise<SystemState["jobs"]>;
  /** Writes the runs that are due. */
  write: () => Promise<void>;
  /** The job that does so. */
  job: Job;
};

/** The last run of each listed job, in any process. */
export const readJobRuns = (db: Kysely<Tables>) => db.selectFrom("job_run").selectAll().execute();

/**
 * The last runs of recurring jobs, for all processes. At most one row per job and one write in ten seconds per process:
 * of jobs that run more often than once a minute, a run is written once a minute, or when it fails or recovers.
 */
export function jobRuns({ database, clock }: { database: Database; clock: Clock }): JobRuns {
  const listed = new Map<string, Listed>();

  const write = async () => {
    const due = [...listed].flatMap(([name, { job, run, written }]) =>
      run && isDue(job, run, written) ? [{ name, run }] : [],
    );
    if (due.length === 0) return;
    await writeRuns(database.db, due);
    for (const { name, run } of due) {
      const entry = listed.get(name);
      if (entry) entry.written = run;
    }
  };

  return {
    watch(job) {
      if (job.title === undefined) return job;
      const entry: Listed = { job, title: job.title };
      listed.set(job.name, entry);
      return {
        ...job,
        async run(signal) {
          const [at, began] = [clock.now(), performance.now()];
          const end = (error: string | null) => {
            entry.run = { at, tookMs: Math.round(performance.now() - began), error };
          };
          try {
            await job.run(signal);
            end(null);
          } catch (error) {
            if (!signal.aborted) end((error as Error).message.slice(0, MAX_ERROR_CHARS));
            throw error;
          }
        },
      };
    },
    async list(db) {
      const rows = new Map((await readJobRuns(db)).map((row) => [row.name, row]));
      return [...listed.values()]
        .map(({ job: { name, every }, title }) => {
          const row = rows.get(name);
          const next = row ? row.ran_at + row.took_ms + every : 0;
          return {
            name,
            title,
            every_ms: every,
            last: row
              ? { at: isoDate(row.ran_at), took_ms: row.took_ms, is_failed: row.failed_at === row.ran_at }
              : null,
            failure: row && row.failed_at !== null ? { at: isoDate(row.failed_at), error: row.error } : null,
            // A time in the past: no process has run it since, for example because all were restarted.
            next: every >= MINUTE && next > clock.now() ? isoDate(next) : null,
          };
        })
        .toSorted((left, right) => left.title.localeCompare(right.title, "en"));
    },
    write,
    job: { name: "runs of jobs", every: WRITE_INTERVAL_MS, run: write },
  };
}

function isDue({ every }: Job, run: Run, written: Run | undefined): boolean {
  if (!written) return true;
  if (run === written) return false;
  return every >= MINUTE || run.error !== written.error || run.at - written.at >= MINUTE;
}

/** A success does not replace the last failure, which may be of another process. */
async function writeRuns(db: Kysely<Tables>, runs: { name: string; run: Run }[]): Promise<void> {
  const rows = runs.map(({ name, run: { at, tookMs, error } }) => ({
    name,
    ran_at: at,
    took_ms: tookMs,
    succeeded_at: error === null ? at : null,
    failed_at: error === null ? null : at,
    error: error ?? "",
  }));
  await db
    .insertInto("job_run")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((eb) => ({
        ran_at: eb.ref("excluded.ran_at"),
        took_ms: eb.ref("excluded.took_ms"),
        succeeded_at: eb.fn.coalesce("excluded.succeeded_at", "job_run.succeeded_at"),
        failed_at: eb.fn.coalesce("excluded.failed_at", "job_run.failed_at"),
        error: eb
          .case()
          .when("excluded.failed_at", "is", null)
          .then(eb.ref("job_run.error"))
          .else(eb.ref("excluded.error"))
          .end(),
      })),
    )
    .execute();
}
