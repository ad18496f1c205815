import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { HOURS_KEPT, hourOf, MAX_HOSTS, OTHER_HOSTS } from "./rules.ts";

/** Adds readers to an article's current hour. */
export async function addToHour(
  trx: Transaction<Tables>,
  article_id: number,
  counts: { views: number; finished: number },
  now: number,
): Promise<void> {
  await trx
    .insertInto("article_hour")
    .values({ article_id, hour: hourOf(now), ...counts })
    .onConflict((conflict) =>
      conflict.columns(["article_id", "hour"]).doUpdateSet({
        views: sql`article_hour.views + excluded.views`,
        finished: sql`article_hour.finished + excluded.finished`,
      }),
    )
    .execute();
}

/** Adds readers to the hosts that they came from. Anyone can name any host, so that each article has a limited number. */
export async function addSources(
  trx: Transaction<Tables>,
  article_id: number,
  sources: ReadonlyMap<string, number>,
): Promise<void> {
  if (sources.size === 0) return;
  const stored = await trx.selectFrom("article_source").select("host").where("article_id", "=", article_id).execute();
  const known = new Set(stored.map(({ host }) => host));
  const added = new Map<string, number>();
  for (const [name, count] of sources) {
    const host = known.has(name) || known.size < MAX_HOSTS ? name : OTHER_HOSTS;
    known.add(host);
    added.set(host, (added.get(host) ?? 0) + count);
  }
  await trx
    .insertInto("article_source")
    .values(
      [...added].sort(([one], [other]) => (one < other ? -1 : 1)).map(([host, views]) => ({ article_id, host, views })),
    )
    .onConflict((conflict) =>
      conflict.columns(["article_id", "host"]).doUpdateSet({ views: sql`article_source.views + excluded.views` }),
    )
    .execute();
}

/** Deletes the oldest hours. */
export async function pruneHours(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom("article_hour")
    .where("hour", "<", hourOf(now) - HOURS_KEPT)
    .execute();
}

/** Deletes the numbers of articles that are deleted permanently. */
export async function forgetNumbers(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom("article_hour").where("article_id", "in", ids).execute();
  await trx.deleteFrom("article_source").where("article_id", "in", ids).execute();
}
