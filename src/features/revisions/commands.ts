import type { Kysely, Transaction } from "kysely";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { newestRevision } from "./queries.ts";
import { isFolded, type Snapshot } from "./rules.ts";
import { encodeSnapshot, storedSnapshot } from "./serialize.ts";

/**
 * A version to be stored. `at` in epoch milliseconds; `articleVersion` null where readers do not see it. `startsCopy`: the
 * first of a working copy, which the newest version was not part of.
 */
export type Save = {
  snapshot: Snapshot;
  authorId: number | null;
  at: number;
  isAutosave: boolean;
  articleVersion: number | null;
  startsCopy?: boolean;
};

/**
 * Stores a version of an article and returns its number, from 1. An autosave may replace the newest one (`isFolded`).
 * `stored`: the article as it was before, which becomes version 1 if none was stored yet. The caller holds the article's
 * row, so that no two versions get one number.
 */
export async function recordRevision(
  trx: Transaction<Tables>,
  articleId: number,
  save: Save,
  stored: () => Save,
): Promise<number> {
  const former = await newestRevision(trx, articleId);
  if (!former) await insertRevision(trx, articleId, 1, stored());
  const newest = former ?? justWritten(await newestRevision(trx, articleId));
  const before = {
    authorId: newest.author_id,
    isAutosave: newest.is_autosave === 1,
    beganAt: newest.began_at,
    note: newest.note,
  };
  if (!isFolded(before, save, save.at)) {
    await insertRevision(trx, articleId, newest.n + 1, save);
    return newest.n + 1;
  }
  await trx
    .updateTable("revision")
    .set({ ...(await bodyOf(trx, articleId, newest.n, save.snapshot)), created_at: save.at })
    .where("article_id", "=", articleId)
    .where("n", "=", newest.n)
    .execute();
  return newest.n;
}

export async function ensureFirstRevision(
  trx: Transaction<Tables>,
  articleId: number,
  stored: () => Save,
): Promise<void> {
  if (!(await newestRevision(trx, articleId))) await insertRevision(trx, articleId, 1, stored());
}

async function insertRevision(trx: Transaction<Tables>, articleId: number, n: number, save: Save): Promise<void> {
  const { snapshot, authorId, at, isAutosave, articleVersion } = save;
  await trx
    .insertInto("revision")
    .values({
      article_id: articleId,
      n,
      author_id: authorId,
      began_at: at,
      created_at: at,
      is_autosave: isAutosave ? 1 : 0,
      article_version: articleVersion,
      note: "",
      ...(await bodyOf(trx, articleId, n, snapshot)),
    })
    .execute();
}

async function bodyOf(trx: Transaction<Tables>, articleId: number, n: number, snapshot: Snapshot) {
  const base = await trx
    .selectFrom("revision")
    .select(["n", "body"])
    .where("article_id", "=", articleId)
    .where("n", "<", n)
    .where("base_n", "is", null)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  return storedSnapshot(snapshot, base);
}

export async function nameRevision(db: Kysely<Tables>, articleId: number, n: number, note: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("revision")
    .set({ note })
    .where("article_id", "=", articleId)
    .where("n", "=", n)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** States of a working copy that are kept, from which somebody's unsaved changes may have begun. */
const MAX_STATES = 100;

type WorkingCopySave = { changes: Snapshot; whole: Snapshot; authorId: number | null; at: number };

/** Stores the working copy of an article, and returns its version, which no other of this article ever had. */
export async function storeWorkingCopy(
  trx: Transaction<Tables>,
  articleId: number,
  { changes, whole, authorId, at }: WorkingCopySave,
): Promise<number> {
  const saved = { changes: JSON.stringify(changes), saved_at: at, saved_by: authorId };
  const { version } = await trx
    .insertInto("working_copy")
    .values({ article_id: articleId, version: 1, ...saved })
    .onConflict((conflict) =>
      conflict.column("article_id").doUpdateSet((eb) => ({ ...saved, version: eb("working_copy.version", "+", 1) })),
    )
    .returning("version")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("working_copy_state")
    .values({ article_id: articleId, version, saved_at: at, body: encodeSnapshot(whole) })
    .execute();
  await trx
    .deleteFrom("working_copy_state")
    .where("article_id", "=", articleId)
    .where("version", "<=", version - MAX_STATES)
    .execute();
  return version;
}

/** Ends the working copy of an article, if there is one. Its row stays: its versions are never counted from 1 again. */
export async function dropWorkingCopy(trx: Transaction<Tables>, articleId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("working_copy")
    .set({ changes: null, publish_at: null, publish_by: null })
    .where("article_id", "=", articleId)
    .where("changes", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** `at` in epoch milliseconds, on whose behalf, and what is said of the change then. */
type Schedule = { at: number; authorId: number | null; reason?: string; isMinor?: boolean };

export async function scheduleWorkingCopy(
  trx: Transaction<Tables>,
  articleId: number,
  schedule: Schedule | null,
): Promise<void> {
  const { at = null, authorId = null, reason = "", isMinor = false } = schedule ?? {};
  await trx
    .updateTable("working_copy")
    .set({ publish_at: at, publish_by: authorId, publish_reason: reason, publish_minor: isMinor ? 1 : 0 })
    .where("article_id", "=", articleId)
    .execute();
}

export async function forgetRevisions(trx: Transaction<Tables>, articleIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("revision").where("article_id", "in", articleIds).execute();
  await trx.deleteFrom("working_copy").where("article_id", "in", articleIds).execute();
  await trx.deleteFrom("working_copy_state").where("article_id", "in", articleIds).execute();
  await trx
    .deleteFrom("document_save")
    .where("document_type", "=", "article")
    .where("document_id", "in", articleIds)
    .execute();
}

export async function forgetStates(db: Kysely<Tables>, before: number): Promise<void> {
  await db.deleteFrom("working_copy_state").where("saved_at", "<", before).execute();
}
