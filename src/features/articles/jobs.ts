import { createHmac } from "node:crypto";
import { isbot } from "isbot";
import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { REINDEX_PREFIX } from "#features/categories/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { addHeat } from "#shared/decay.ts";
import { type ArticleStore, reindexNext } from "./commands.ts";

/** One reader counts once per article in this time, in milliseconds (contract section 2, Views). */
const READER_INTERVAL = 60 * 60 * 1000;
/** Views kept in memory between two writes; beyond this a flood of them is dropped rather than gathered. */
const MOST_PENDING = 50_000;

/** A page view as it arrives. The address is used for a keyed hash and then forgotten. */
export type View = { articleId: number; address: string; userAgent: string | undefined };

export type ViewCounter = {
  /** Notes a view; does not wait for the database. Bots are passed over. */
  record: (view: View) => void;
  /** Adds the noted views to the articles. Called every few seconds and on stop; throws when the database is away, keeping them. */
  flush: () => Promise<void>;
};

/**
 * Counts readers without cookies and without keeping addresses: what is stored for an hour is a hash keyed with the
 * site's secret, so that several processes, and the next start, know a reader they have counted.
 */
export function createViewCounter(deps: { database: Database; clock: Clock; secretKey: string }): ViewCounter {
  const { database, clock, secretKey } = deps;
  let pending = new Map<string, { articleId: number; seenAt: number }>();

  const record = ({ articleId, address, userAgent }: View) => {
    if (!userAgent || isbot(userAgent) || pending.size >= MOST_PENDING) return;
    const reader = createHmac("sha256", secretKey)
      .update(`view\n${articleId}\n${address}\n${userAgent}`)
      .digest("base64url");
    if (!pending.has(reader)) pending.set(reader, { articleId, seenAt: clock.now() });
  };

  const flush = async () => {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await database.db.transaction().execute((trx) => writeViews(trx, batch, clock.now()));
    } catch (error) {
      // Kept for the next time, before whatever came in meanwhile.
      pending = new Map([...batch, ...pending]);
      throw error;
    }
  };
  return { record, flush };
}

async function writeViews(
  trx: Transaction<Tables>,
  batch: Map<string, { articleId: number; seenAt: number }>,
  now: number,
): Promise<void> {
  const counts = new Map<number, number>();
  for (const [hash, { articleId, seenAt }] of batch) {
    const counted = await trx
      .insertInto("view_mark")
      .values({ hash, seen_at: seenAt })
      .onConflict((conflict) =>
        conflict
          .column("hash")
          .doUpdateSet({ seen_at: seenAt })
          .where("view_mark.seen_at", "<=", seenAt - READER_INTERVAL),
      )
      .returning("hash")
      .executeTakeFirst();
    if (counted) counts.set(articleId, (counts.get(articleId) ?? 0) + 1);
  }
  for (const [articleId, count] of counts) {
    const row = await trx
      .selectFrom("article")
      .select(["heat", "views"])
      .where("id", "=", articleId)
      .executeTakeFirst();
    if (!row) continue;
    await trx
      .updateTable("article")
      .set({ views: row.views + count, heat: addHeat(row.heat, count, now) })
      .where("id", "=", articleId)
      .execute();
  }
  await trx
    .deleteFrom("view_mark")
    .where("seen_at", "<", now - READER_INTERVAL)
    .execute();
}

/** Articles of a renamed category that are indexed anew in one transaction: few, as each holds up other writers. */
const REINDEX_BATCH = 20;

/** Brings full text up to the names of renamed categories; goes on where a stop or a crash interrupted it. */
export async function reindexRenamed(
  { database, index }: Pick<ArticleStore, "database" | "index">,
  isStopping: () => boolean,
): Promise<void> {
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
      const last = await reindexNext(trx, index, { categoryId, after: pending.value, count: REINDEX_BATCH });
      // Renamed again meanwhile, it stands at 0 again and is begun anew.
      const mine = <T extends { where: (column: "key" | "value", op: "=", value: string | number) => T }>(query: T) =>
        query.where("key", "=", pending.key).where("value", "=", pending.value);
      if (last === null) await mine(trx.deleteFrom("site_state")).execute();
      else await mine(trx.updateTable("site_state").set({ value: last })).execute();
    });
  }
}
