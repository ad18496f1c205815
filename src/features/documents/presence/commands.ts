import type { Database } from "#db/open.ts";
import { PRESENCE_TTL_MS } from "./rules.ts";

/** A window in which an account has an article open. `id` is random. */
export type OpenWindow = { id: string; articleId: number; accountId: number; since: number };

/** Records that a window was opened, at `since` (epoch milliseconds). */
export async function addWindow({ db }: Database, { id, articleId, accountId, since }: OpenWindow): Promise<void> {
  await db
    .insertInto("presence")
    .values({ id, article_id: articleId, account_id: accountId, since, seen_at: since })
    .execute();
}

/** Records that windows are closed. */
export async function removeWindows({ db }: Database, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("presence").where("id", "in", ids).execute();
}

/** Records at `now` (epoch milliseconds) that windows are still open, and forgets those of processes that are gone. */
export async function renewWindows(database: Database, windows: OpenWindow[], now: number): Promise<void> {
  const { db } = database;
  await db
    .deleteFrom("presence")
    .where("seen_at", "<", now - 2 * PRESENCE_TTL_MS)
    .execute();
  if (windows.length === 0) return;
  await db
    .insertInto("presence")
    .values(
      windows.map(({ id, articleId, accountId, since }) => ({
        id,
        article_id: articleId,
        account_id: accountId,
        since,
        seen_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: now }))
    .execute();
}
