import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import type { Job } from "#platform/scheduler.ts";
import { endWork, type ImportStore, taskKindOf } from "./commands.ts";
import type { EngineParts } from "./internal/engine.ts";
import { FILE_TTL_MS } from "./rules.ts";
import { importTask } from "./tasks.ts";
import { filesIn, isOld, removeFile } from "./uploads.ts";

const CLEANUP_INTERVAL_MS = 60_000;

/** Works on imports, and cleans up after them. */
export const importJobs = (parts: EngineParts, node: string): Job[] => [
  ...taskJobs(parts, [importTask(parts, node)]),
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
  const needed = await db
    .selectFrom("import")
    .select("file")
    .where("node", "=", opened.node)
    .where((eb) =>
      eb.or([
        eb("work", "!=", ""),
        eb.and([
          eb("state", "in", ["reading", "checked", "importing", "staged", "failed"]),
          eb("created_at", ">", clock.now() - FILE_TTL_MS),
        ]),
      ]),
    )
    .execute();
  const kept = new Set(needed.map(({ file }) => file));
  for (const name of names)
    if (!kept.has(name) && (await isOld(opened, name, Date.now()))) await removeFile(opened, name);
}
