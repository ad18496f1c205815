import { setImmediate as otherTasks } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#db/open.ts";
import { pathKey } from "#features/addresses/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type Reading } from "#platform/reader-counter.ts";
import { isStorable } from "#shared/text.ts";

type Deps = { database: Database; clock: Clock; secretKey: string };
type Reader = Omit<Reading, "id">;

/** Missing addresses in memory between two writes: programs that try addresses by the thousand are not readers. */
const MAX_NOTED = 1_000;
/** Missing addresses that are stored, and for how long, in milliseconds. */
const MAX_MISSING = 5_000;
const MISSING_TTL_MS = 90 * 24 * 60 * 60_000;
const MAX_PATH = 300;
/** Rows written or deleted in one transaction, after which other writers get their turn: a few milliseconds. */
const BATCH = 200;

/** Counts followed redirects as views are counted, each reader once an hour, and every request of a missing address. */
export function createRedirectCounters({ database, clock, secretKey }: Deps) {
  const deps = { database, clock, secretKey };
  const hits = createReaderCounter({
    ...deps,
    what: "redirects",
    async add(trx, id, { count }, now) {
      await trx
        .updateTable("redirect")
        .set((eb) => ({ hits: eb("hits", "+", count), last_hit_at: now }))
        .where("id", "=", id)
        .execute();
    },
  });
  const missing = missingCounter(deps);
  return {
    recordHit: (id: number, reader: Reader) => hits.record({ ...reader, id }),
    recordMissing: missing.record,
    async flush(): Promise<void> {
      await hits.flush();
      await missing.flush();
    },
    prune: missing.prune,
  };
}
export type RedirectCounters = ReturnType<typeof createRedirectCounters>;

/**
 * Counts requests of addresses without a page, without storing who made them. The number of stored addresses is bounded
 * with each write, as anybody can request any number of them.
 */
function missingCounter({ database: { db }, clock }: Pick<Deps, "database" | "clock">) {
  let noted = new Map<string, number>();

  const write = (batch: [path: string, count: number][]) =>
    db.transaction().execute(async (trx) => {
      const rows = batch.map(([path, count]) => ({ path, hits: count, last_at: clock.now() }));
      await trx
        .insertInto("missing_page")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column("path")
            .doUpdateSet({ hits: sql`missing_page.hits + excluded.hits`, last_at: sql`excluded.last_at` }),
        )
        .execute();
      const { stored } = await trx
        .selectFrom("missing_page")
        .select((eb) => eb.fn.countAll<number>().as("stored"))
        .executeTakeFirstOrThrow();
      const excess = Math.min(Number(stored) - MAX_MISSING, 2 * BATCH);
      if (excess <= 0) return;
      // The least requested go first, and of those the ones that were added first.
      const least = trx.selectFrom("missing_page").select("id").orderBy("hits").orderBy("id").limit(excess);
      await trx.deleteFrom("missing_page").where("id", "in", least).execute();
    });

  return {
    record(path: string): void {
      const key = pathKey(path);
      // One that PostgreSQL rejects would prevent all others from being written.
      if (key.length > MAX_PATH || !isStorable(key)) return;
      if (noted.size >= MAX_NOTED && !noted.has(key)) return;
      noted.set(key, (noted.get(key) ?? 0) + 1);
    },
    async flush(): Promise<void> {
      // In a fixed order, so that two processes wait for each other, but never deadlock.
      let left = [...noted].sort(([one], [other]) => (one < other ? -1 : 1));
      noted = new Map();
      try {
        while (left.length > 0) {
          await write(left.slice(0, BATCH));
          left = left.slice(BATCH);
          await otherTasks();
        }
      } catch (error) {
        for (const [path, count] of left) noted.set(path, (noted.get(path) ?? 0) + count);
        throw error;
      }
    },
    /** Deletes the addresses that were not requested lately. */
    async prune(): Promise<void> {
      for (let deleted = BATCH; deleted === BATCH; await otherTasks()) {
        const since = clock.now() - MISSING_TTL_MS;
        const old = db.selectFrom("missing_page").select("id").where("last_at", "<", since).limit(BATCH);
        const { numDeletedRows } = await db.deleteFrom("missing_page").where("id", "in", old).executeTakeFirst();
        deleted = Number(numDeletedRows);
      }
    },
  };
}
