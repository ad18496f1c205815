import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { PRESENCE_TTL_MS } from "./rules.ts";

/** Somebody who has an article open; `since` in epoch milliseconds. */
export type Present = { articleId: number; accountId: number; since: number };

/** Who has each of these articles open at `now` (epoch milliseconds), each person once, the first to open it first. */
export async function listPresent(
  db: Kysely<Tables>,
  articleIds: number[],
  now: number,
): Promise<Map<number, Present[]>> {
  if (articleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("presence")
    .select(["article_id", "account_id", (eb) => eb.fn.min<number>("since").as("since")])
    .where("article_id", "in", articleIds)
    .where("seen_at", ">", now - PRESENCE_TTL_MS)
    .groupBy(["article_id", "account_id"])
    .execute();
  const people = rows.map((row) => ({
    articleId: row.article_id,
    accountId: row.account_id,
    since: Number(row.since),
  }));
  people.sort((one, other) => one.since - other.since || one.accountId - other.accountId);
  return Map.groupBy(people, ({ articleId }) => articleId);
}
