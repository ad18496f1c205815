import type { FastifyBaseLogger } from "fastify";
import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import type { TaskKind, TaskStep } from "#features/tasks/rules.ts";
import type { RemoteRead } from "#platform/remote-fetch.ts";
import type { ImportRow } from "../../tables.ts";
import type { ImportStore, WorkOrder } from "../commands.ts";

/** What imports are made with. `live`: progress of transactions that are not committed yet. */
export type EngineParts = ImportStore &
  ArticleStore &
  PictureStore & {
    log: FastifyBaseLogger;
    siteUrl: string;
    /** Reads feeds on other hosts. */
    readRemote: RemoteRead;
    /** The category of posts whose source has none, in the publication's language. */
    defaultCategory: () => Promise<string>;
    live: Map<number, { done: number; total: number }>;
    /** Why imports wait, by their ids. */
    waiting: Map<number, string>;
  };

export type Trx = Transaction<Tables>;

/** One kind of work on one import. */
export type Work = Exclude<Awaited<ReturnType<TaskKind["prepare"]>>, (...given: never[]) => unknown>;

/** The end of a task: the import's row says what became of it. */
export const ended = (done = 1, total = 1): TaskStep => ({ position: null, done, total, isDone: true, result: null });

/** Locks the row of an import until the commit; undefined if it is deleted, or the work was cancelled. */
export async function lockOrdered(trx: Trx, order: WorkOrder): Promise<ImportRow | undefined> {
  const row = await trx.selectFrom("import").selectAll().where("id", "=", order.id).forUpdate().executeTakeFirst();
  return isOrdered(row, order) ? row : undefined;
}

/** Whether an import waits for what was ordered: it was not cancelled, nor ordered again. */
export const isOrdered = (row: ImportRow | undefined, { work, at }: WorkOrder): row is ImportRow =>
  row?.work === work && (at === undefined || Number(row.work_started_at) === at);

export const setProgress = async (trx: Trx, id: number, done: number, total: number): Promise<void> => {
  await trx.updateTable("import").set({ done, total }).where("id", "=", id).execute();
};
