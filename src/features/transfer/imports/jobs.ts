import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import { hasDueTask } from "#features/tasks/leases.ts";
import type { Job } from "#platform/scheduler.ts";
import { SourceError } from "../sources/items.ts";
import type { ImportRow } from "../tables.ts";
import { endWork, type ImportStore, jobNameOf, taskKindOf } from "./commands.ts";
import type { EngineParts } from "./internal/engine.ts";
import type { LiveProgress } from "./queries.ts";
import { FILE_TTL_MS, type Work } from "./rules.ts";
import { importTask, recordFailure } from "./tasks.ts";
import { filesIn, isOld, removeFile } from "./uploads.ts";

const CLEANUP_INTERVAL_MS = 60_000;
const INTERVAL_MS = 500;
const CANCEL_INTERVAL_MS = 1_000;

/**
 * Does the due work on imports in a process of its own until there is none, or until `signal` ends it. Throws SourceError for a
 * file that ended the process.
 */
export type ImportProcess = (given: { signal: AbortSignal; onProgress: (live: LiveProgress) => void }) => Promise<void>;

/** Works on imports, by `process` or here, and cleans up after them. */
export const importJobs = (parts: EngineParts, node: string, process: ImportProcess | undefined): Job[] => [
  ...(process
    ? [
        {
          name: jobNameOf(node),
          every: INTERVAL_MS,
          run: (signal: AbortSignal) => runProcess(parts, node, process, signal),
        },
      ]
    : taskJobs(parts, [importTask(parts, node)])),
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

async function runProcess(parts: EngineParts, node: string, process: ImportProcess, signal: AbortSignal) {
  const { database, clock, live } = parts;
  if (!(await hasDueTask(database.db, taskKindOf(node), clock.now()))) return;
  const row = await workedOn(database.db, node);
  const cancelled = new AbortController();
  const watch = setInterval(() => void endIfCancelled(parts, row, cancelled), CANCEL_INTERVAL_MS);
  try {
    // Its release is one transaction, for which SQLite's other writers wait.
    await database.maintenance(() =>
      process({
        signal: AbortSignal.any([signal, cancelled.signal]),
        onProgress(progress) {
          live.clear();
          for (const [id, counted] of progress) live.set(id, counted);
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

const workedOn = (db: Kysely<Tables>, node: string) =>
  db.selectFrom("import").selectAll().where("node", "=", node).where("work", "!=", "").limit(1).executeTakeFirst();

/** Its process notices a cancellation between two steps, unless it is caught in one. */
async function endIfCancelled(parts: EngineParts, row: ImportRow | undefined, cancelled: AbortController) {
  if (!row) return;
  const now = await parts.database.db.selectFrom("import").select("work").where("id", "=", row.id).executeTakeFirst();
  if (now?.work !== row.work) cancelled.abort();
}

/** Marks imports as failed whose task was given up. */
async function endStranded({ database: { db }, clock }: ImportStore): Promise<void> {
  for (const { id, node, work } of await db.selectFrom("import").selectAll().where("work", "!=", "").execute()) {
    if (await hasTask(db, node)) continue;
    const failed = await db
      .selectFrom("task")
      .select("last_error")
      .where("kind", "=", taskKindOf(node))
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    const error = failed?.last_error || "Something went wrong.";
    await db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom("import").select("work").where("id", "=", id).forUpdate().executeTakeFirst();
      if (row?.work !== work || (await hasTask(trx, node))) return;
      const isReading = work === "check" || work === "start";
      await endWork(trx, id, { ...(isReading && { state: "failed", finished_at: clock.now() }), error });
    });
  }
}

const hasTask = (db: Kysely<Tables>, node: string) =>
  db
    .selectFrom("task")
    .select("id")
    .where("kind", "=", taskKindOf(node))
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
