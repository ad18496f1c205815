import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { hashOfToken } from "#platform/keys.ts";

/** Stores the hash of a session's newest refresh token. */
export async function keepRefreshToken(trx: Transaction<Tables>, token: string, sessionId: string): Promise<void> {
  await trx
    .insertInto("refresh_token")
    .values({ hash: hashOfToken(token), session_id: sessionId, used_at: null })
    .execute();
}

/** Marks a refresh token as used. Returns when that happened (0 for an unknown token) and whether it was just now. */
export async function markUsed(trx: Transaction<Tables>, token: string, sid: string, now: number) {
  const hash = hashOfToken(token);
  const usedNow = await trx
    .updateTable("refresh_token")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("session_id", "=", sid)
    .where("used_at", "is", null)
    .returning("hash")
    .executeTakeFirst();
  if (usedNow) return { at: now, isFirst: true };
  const stored = await trx
    .selectFrom("refresh_token")
    .select("used_at")
    .where("hash", "=", hash)
    .where("session_id", "=", sid)
    .executeTakeFirst();
  return { at: stored?.used_at ?? 0, isFirst: false };
}

/** Deletes a session's refresh tokens that were used before a time: they are rejected before they are looked up. */
export async function dropUsedTokens(trx: Transaction<Tables>, sid: string, before: number): Promise<void> {
  await trx.deleteFrom("refresh_token").where("session_id", "=", sid).where("used_at", "<=", before).execute();
}
