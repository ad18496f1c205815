import { sql } from "kysely";
import type { Database } from "#db/open.ts";
import { REINDEX_PREFIX } from "#features/categories/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type ReaderCounter } from "#platform/reader-counter.ts";
import { heatOf } from "#shared/decay.ts";
import { type ArticleStore, reindexNext } from "./commands.ts";

/** Counts readers of articles; what they read lately goes up in trending. */
export function createViewCounter(deps: { database: Database; clock: Clock; secretKey: string }): ReaderCounter {
  return createReaderCounter({
    ...deps,
    what: "view",
    async add(trx, id, count, now) {
      // Added by the database: another process may be adding to the same article.
      await trx
        .updateTable("article")
        .set((eb) => ({ views: eb("views", "+", count), heat: withHeat(heatOf(count, now)) }))
        .where("id", "=", id)
        .execute();
    },
  });
}

/** Further apart, the smaller of two heats adds nothing that a number could hold, and PostgreSQL refuses to compute it. */
const MAX_HEAT_GAP = 60;
const LN_2 = sql.lit(Math.LN2);

/** log2(2^heat + 2^added): the heat of a row with new views added. The larger one is taken out, which may be huge. */
function withHeat(added: number) {
  const more = sql<number>`cast(${added} as double precision)`;
  const larger = sql<number>`case when heat > ${more} then heat else ${more} end`;
  const gap = sql<number>`abs(heat - ${more})`;
  return sql<number>`case
    when heat is null then ${more}
    when ${gap} > ${sql.lit(MAX_HEAT_GAP)} then ${larger}
    else ${larger} + ln(1 + exp(-${gap} * ${LN_2})) / ${LN_2}
  end`;
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
