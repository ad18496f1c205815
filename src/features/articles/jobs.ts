import type { Database } from "#db/open.ts";
import { REINDEX_PREFIX } from "#features/categories/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type ReaderCounter } from "#platform/reader-counter.ts";
import { addHeat } from "#shared/decay.ts";
import { type ArticleStore, reindexNext } from "./commands.ts";

/** Counts readers of articles; what they read lately goes up in trending. */
export function createViewCounter(deps: { database: Database; clock: Clock; secretKey: string }): ReaderCounter {
  return createReaderCounter({
    ...deps,
    what: "view",
    async add(trx, id, count, now) {
      const row = await trx.selectFrom("article").select(["heat", "views"]).where("id", "=", id).executeTakeFirst();
      if (!row) return;
      await trx
        .updateTable("article")
        .set({ views: row.views + count, heat: addHeat(row.heat, count, now) })
        .where("id", "=", id)
        .execute();
    },
  });
}

/** Articles of a renamed category that are indexed anew in one transaction: few, as each holds up other writers. */
const REINDEX_BATCH = 20;

/** Brings full text up to the names of renamed categories; goes on where a stop or a crash interrupted it. */
export async function reindexRenamed(
  store: Pick<ArticleStore, "database" | "index" | "content">,
  isStopping: () => boolean,
): Promise<void> {
  const { database } = store;
  while (!isStopping()) {
    const pending = await database.db
      .selectFrom("site_state")
      .selectAll()
      .where("key", "like", `${REINDEX_PREFIX}%`)
      .limit(1)
      .executeTakeFirst();
    if (!pending) return;
    const categoryId = Number(pending.key.slice(REINDEX_PREFIX.length));
    await database.db.transaction().execute(async (trx) => {
      const last = await reindexNext(trx, store, { categoryId, after: pending.value, count: REINDEX_BATCH });
      // Renamed again meanwhile, it stands at 0 again and is begun anew.
      const mine = <T extends { where: (column: "key" | "value", op: "=", value: string | number) => T }>(query: T) =>
        query.where("key", "=", pending.key).where("value", "=", pending.value);
      if (last === null) await mine(trx.deleteFrom("site_state")).execute();
      else await mine(trx.updateTable("site_state").set({ value: last })).execute();
    });
  }
}
