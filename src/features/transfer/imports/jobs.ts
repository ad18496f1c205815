import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import { failureSentence, hasDueTask } from "#features/tasks/leases.ts";
import type { Job } from "#platform/scheduler.ts";
import { SourceError } from "../sources/items.ts";
import type { ImportRow } from "../tables.ts";
import { endWork, type ImportStore, jobNameOf } from "./commands.ts";
import type { EngineParts } from "./internal/engine.ts";
import { type LiveImports, type LiveProgress, lastTaskError } from "./queries.ts";
import { FILE_TTL_MS, isReading, taskKindOf, type Work } from "./rules.ts";
import { importTasks, recordFailure } from "./tasks.ts";
import { filesIn, isOld, removeFile } from "./uploads.ts";

const CLEANUP_INTERVAL_MS = 60_000;
const INTERVAL_MS = 500;
const CANCEL_INTERVAL_MS = 1_000;

/**
 * Does the due work on imports in a process of its own until there is none, or until `signal` ends it. Throws SourceError for a
 * file that ended the process.
 */
export type ImportProcess = (given: {
  signal: AbortSignal;
  onProgress: (live: LiveProgress, waiting?: LiveImports["waiting"]) => void;
}) => Promise<void>;

/** Works on imports, by `process` or here, and cleans up after them. */
export const importJobs = (parts: EngineParts, node: string, process: ImportProcess | undefined): Job[] => [
  {
    name: jobNameOf(node),
    every: INTERVAL_MS,
    run: (signal) => (process ? runProcess(parts, node, process, signal) : runHere(parts, node, signal)),
  },
  {
    name: "imports",
    title: "Clean up after imports",
    every: CLEANUP_INTERVAL_MS,
    async run() {
      await endStranded(parts);
      await removeFiles(parts);
    },
  },
];

async function runHere(parts: EngineParts, node: string, signal: AbortSignal) {
  try {
    for (const job of taskJobs(parts, importTasks(parts, node))) await job.run(signal);
  } catch (error) {
    const row = await workedOn(parts.database.db);
    if (row) parts.waiting.set(row.id, failureSentence(error));
    throw error;
  }
}

/** Whether there is work for a process with this folder. */
async function hasWork({ database, clock }: EngineParts, node: string): Promise<boolean> {
  for (const work of ["check", "release"] as const)
    if (await hasDueTask(database.db, taskKindOf({ node, work }), clock.now())) return true;
  return false;
}

async function runProcess(parts: EngineParts, node: string, process: ImportProcess, signal: AbortSignal) {
  const { database, live, waiting } = parts;
  if (!(await hasWork(parts, node))) return;
  const row = await workedOn(database.db);
  const cancelled = new AbortController();
  const watch = setInterval(() => void endIfCancelled(parts, row, cancelled), CANCEL_INTERVAL_MS);
  try {
    // Its release is one transaction, for which SQLite's other writers wait.
    await database.maintenance(() =>
      process({
        signal: AbortSignal.any([signal, cancelled.signal]),
        onProgress(progress, reasons = new Map()) {
          live.clear();
          waiting.clear();
          for (const [id, counted] of progress) live.set(id, counted);
          for (const [id, reason] of reasons) waiting.set(id, reason);
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof SourceError) || !row) throw error;
    parts.log.warn({ err: error.cause ?? error, import: row.id }, "an import ended its process");
    const work = row.work as Work;
    await recordFailure(parts, { id: row.id, work, by: row.created_by }, error.message);
  } finally {
    clearInterval(watch);
    live.clear();
  }
}

const workedOn = (db: Kysely<Tables>) =>
  db.selectFrom("import").selectAll().where("work", "!=", "").limit(1).executeTakeFirst();

/** Its process notices a cancellation between two steps, unless it is caught in one. */
async function endIfCancelled(parts: EngineParts, row: ImportRow | undefined, cancelled: AbortController) {
  if (!row) return;
  const now = await parts.database.db.selectFrom("import").select("work").where("id", "=", row.id).executeTakeFirst();
  if (now?.work !== row.work) cancelled.abort();
}

/** Marks imports as failed whose task was given up. */
async function endStranded({ database: { db }, clock }: ImportStore): Promise<void> {
  for (const stranded of await db.selectFrom("import").selectAll().where("work", "!=", "").execute()) {
    const { id, work } = stranded;
    if (await hasTask(db, stranded)) continue;
    const why = (await lastTaskError(db, stranded)).replace(/ It will be retried\.$/, "") || "Something went wrong.";
    const error = `${why} It was tried several times.`;
    await db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom("import").select("work").where("id", "=", id).forUpdate().executeTakeFirst();
      if (row?.work !== work || (await hasTask(trx, stranded))) return;
      await endWork(trx, id, { ...(isReading(work) && { state: "failed", finished_at: clock.now() }), error });
    });
  }
}

const hasTask = (db: Kysely<Tables>, row: ImportRow) =>
  db
    .selectFrom("task")
    .select("id")
    .where("kind", "in", [taskKindOf(row), taskKindOf({ ...row, work: "start" })])
    .where("state", "=", "queued")
    .limit(1)
    .executeTakeFirst();

/** Deletes the files of finished and of abandoned imports. */
async function removeFiles({ database: { db }, clock, folder }: ImportStore): Promise<void> {
  const opened = await folder();
  const names = await filesIn(opened);
  if (names.length === 0) return;
  const known = await db
    .selectFrom("import")
    .select(["file", "state", "work", "created_at"])
    .where("node", "=", opened.node)
    .execute();
  const isNeeded = ({ state, work, created_at }: (typeof known)[number]) =>
    work !== "" || (state !== "released" && state !== "undone" && created_at > clock.now() - FILE_TTL_MS);
  const isKept = new Map(known.map((row) => [row.file, isNeeded(row)]));
  // A file without an import may still be received; those that are not needed may name people.
  for (const name of names)
    if (!(isKept.get(name) ?? !(await isOld(opened, name, Date.now())))) await removeFile(opened, name);
}
