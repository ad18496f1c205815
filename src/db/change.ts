import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "./open.ts";
import { notifyOfChange } from "./postgres.ts";
import { type ContentChange, listScopes, type Scope, type ScopeList } from "./scopes.ts";
import { shareCommit } from "./shared-commit.ts";
import type { Tables } from "./tables.ts";

/** Entries in the table of changes: a process that missed more treats everything as changed. */
const MAX_CHANGES = 1_000;

/** The result of a change, and the scopes of everything visible to readers that it touched, before and after it. */
export type Changed<T> = { result: T; changed: Scope[] };

/**
 * Runs a change that readers can see: one transaction that also raises the content version, so that every cached page
 * that shows what was changed is stale from the moment the change is committed. Any other write uses a plain
 * transaction.
 */
export async function changeContent<T>(
  database: Database,
  change: (trx: Transaction<Tables>) => Promise<Changed<T>>,
): Promise<T> {
  const { result, made } = await shareCommit(database.db, async (trx) => {
    const { result, changed } = await change(trx);
    return { result, made: changed.length > 0 ? await recordChange(database, trx, listScopes(changed)) : undefined };
  });
  if (made) await database.contentChanged(made);
  return result;
}

/**
 * The content version, and what the changes after `since` touched; undefined if that is no longer known. One statement,
 * so that both are consistent.
 */
export async function changesSince(
  db: Kysely<Tables>,
  since: number | undefined,
): Promise<{ version: number; changes: ScopeList[] | undefined }> {
  const rows = await db
    .selectFrom("site_state")
    .leftJoin("content_change", (join) => join.on("content_change.version", ">", since ?? Number.MAX_SAFE_INTEGER))
    .select(["site_state.value", "content_change.version", "content_change.scopes"])
    .where("site_state.key", "=", "content_version")
    .execute();
  const version = Number(rows[0]?.value ?? 0);
  const changes = rows.flatMap(({ scopes }) => (scopes === null ? [] : [scopes as ScopeList]));
  // Versions count the changes, so that a gap is an unknown change.
  const isComplete = since !== undefined && changes.length === version - since;
  return { version, changes: isComplete ? changes : undefined };
}

/** The version's row is locked until the commit, so that versions are committed in order and without gaps. */
async function recordChange(database: Database, trx: Kysely<Tables>, scopes: ScopeList): Promise<ContentChange> {
  const { value: version } = await trx
    .updateTable("site_state")
    .set({ value: sql`value + 1` })
    .where("key", "=", "content_version")
    .returning("value")
    .executeTakeFirstOrThrow();
  const change = { version, scopes };
  await trx.insertInto("content_change").values(change).execute();
  await trx
    .deleteFrom("content_change")
    .where("version", "<=", version - MAX_CHANGES)
    .execute();
  if (database.engine === "postgres") await notifyOfChange(trx, change);
  return change;
}
