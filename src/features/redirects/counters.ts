import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type Reading } from "#platform/reader-counter.ts";
import { isStorable } from "#shared/text.ts";
import { pathKey } from "./rules.ts";

type Deps = { database: Database; clock: Clock; secretKey: string };
type Reader = Omit<Reading, "id">;

/** Missing addresses in memory between two writes: programs that try addresses by the thousand are not readers. */
const MAX_NOTED = 1_000;
/** Missing addresses that are stored, and for how long, in milliseconds. */
const MAX_MISSING = 5_000;
const MISSING_TTL_MS = 90 * 24 * 60 * 60_000;
const MAX_PATH = 300;

/** Counts followed redirects and missing addresses as views are counted: each reader once an hour, and no address. */
export function createRedirectCounters({ database, clock, secretKey }: Deps) {
  const deps = { database, clock, secretKey };
  const hits = createReaderCounter({
    ...deps,
    what: "redirects",
    async add(trx, id, count, now) {
      await trx
        .updateTable("redirect")
        .set((eb) => ({ hits: eb("hits", "+", count), last_hit_at: now }))
        .where("id", "=", id)
        .execute();
    },
  });
  const paths = new Map<number, string>();
  const missing = createReaderCounter({
    ...deps,
    what: "missing pages",
    async add(trx, id, count, now) {
      const path = paths.get(id);
      if (path === undefined) return;
      await trx
        .insertInto("missing_page")
        .values({ path, hits: count, last_at: now })
        .onConflict((conflict) =>
          conflict.column("path").doUpdateSet({ hits: sql`missing_page.hits + ${count}`, last_at: now }),
        )
        .execute();
    },
  });
  return {
    recordHit: (id: number, reader: Reader) => hits.record({ ...reader, id }),
    recordMissing(path: string, reader: Reader): void {
      const key = pathKey(path);
      // One that PostgreSQL rejects would keep all others from being written.
      if (key.length > MAX_PATH || !isStorable(key)) return;
      const id = createHash("sha256").update(key).digest().readUIntBE(0, 6);
      if (paths.size >= MAX_NOTED && !paths.has(id)) return;
      paths.set(id, key);
      missing.record({ ...reader, id });
    },
    async flush(): Promise<void> {
      await hits.flush();
      const written = [...paths.keys()];
      await missing.flush();
      for (const id of written) paths.delete(id);
    },
    /** Deletes the missing addresses that are old, and the least requested of too many. */
    async prune(): Promise<void> {
      const { db } = database;
      await db
        .deleteFrom("missing_page")
        .where("last_at", "<", clock.now() - MISSING_TTL_MS)
        .execute();
      const kept = db
        .selectFrom("missing_page")
        .select("id")
        .orderBy("hits", "desc")
        .orderBy("id", "desc")
        .limit(MAX_MISSING);
      await db.deleteFrom("missing_page").where("id", "not in", kept).execute();
    },
  };
}
export type RedirectCounters = ReturnType<typeof createRedirectCounters>;
