import { sql } from "kysely";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type ReaderCounter } from "#platform/reader-counter.ts";
import { heatOf } from "#shared/decay.ts";

/** Counts the views of articles, which rank them in trending. */
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

/** If the two differ by more, the smaller is lost in rounding, and PostgreSQL refuses to compute it. */
const MAX_HEAT_GAP = 60;
const LN_2 = sql.lit(Math.LN2);

/**
 * log2(2^heat + 2^added): the heat of a row with new views added. The larger one is factored out, as it may be huge.
 */
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
