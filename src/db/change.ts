import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "./open.ts";
import { notifyContentVersion } from "./postgres.ts";
import type { Tables } from "./tables.ts";

/**
 * Runs a change that readers can see: one transaction, and in it the content version is raised, so that every
 * cached page made before is stale from the moment the change is committed. Any other write uses a plain transaction.
 */
export async function changeContent<T>(
  database: Database,
  change: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { result, version } = await database.db.transaction().execute(async (trx) => ({
    result: await change(trx),
    version: await raiseContentVersion(database, trx),
  }));
  database.contentRaised(version);
  return result;
}

async function raiseContentVersion(database: Database, trx: Kysely<Tables>): Promise<number> {
  const row = await trx
    .updateTable("site_state")
    .set({ value: sql`value + 1` })
    .where("key", "=", "content_version")
    .returning("value")
    .executeTakeFirstOrThrow();
  if (database.engine === "postgres") await notifyContentVersion(trx, row.value);
  return row.value;
}
