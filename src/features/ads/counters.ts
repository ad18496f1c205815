import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type ReaderCounter } from "#platform/reader-counter.ts";

export type AdCounters = {
  views: ReaderCounter;
  clicks: ReaderCounter;
  /** Stores both. If the database is unavailable it throws, and keeps the counts that were not written. */
  flush: () => Promise<void>;
};

/** Counts impressions and clicks: each reader once per ad space and hour. */
export function createAdCounters(deps: { database: Database; clock: Clock; secretKey: string }): AdCounters {
  const counter = (column: "views" | "clicks") =>
    createReaderCounter({
      ...deps,
      what: `ad ${column}`,
      async add(trx, id, { count }) {
        await trx
          .updateTable("ad_space")
          .set((eb) => ({ [column]: eb(column, "+", count) }))
          .where("id", "=", id)
          .execute();
      },
    });
  const views = counter("views");
  const clicks = counter("clicks");
  return {
    views,
    clicks,
    async flush() {
      await views.flush();
      await clicks.flush();
    },
  };
}
