import type { Database } from "#db/open.ts";
import type { DocumentKey } from "#shared/document.ts";
import { PRESENCE_TTL_MS } from "../rules.ts";
import type { Place } from "./schema.ts";

/** A window in which an account has a document open. `id` is random. */
export type OpenWindow = { id: string; document: DocumentKey; accountId: number; since: number };

const toRow = ({ id, document, accountId, since }: OpenWindow, seen: number) => ({
  id,
  document_type: document.type,
  document_id: document.id,
  account_id: accountId,
  since,
  seen_at: seen,
});

/** Records that a window was opened, at `since` (epoch milliseconds). */
export async function addWindow({ db }: Database, window: OpenWindow): Promise<void> {
  await db.insertInto("presence").values(toRow(window, window.since)).execute();
}

/** Records an account's position in a document, for all of its windows, because people are shown once. */
export async function recordPlace(
  { db }: Database,
  { type, id }: DocumentKey,
  { accountId, place }: { accountId: number; place: Place },
): Promise<void> {
  await db
    .updateTable("presence")
    .set({ place: JSON.stringify(place) })
    .where("document_type", "=", type)
    .where("document_id", "=", id)
    .where("account_id", "=", accountId)
    .execute();
}

/** Records that windows are closed. */
export async function removeWindows({ db }: Database, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("presence").where("id", "in", ids).execute();
}

/** Renews open windows at `now` (epoch milliseconds), and deletes those of dead processes. */
export async function renewWindows(database: Database, windows: OpenWindow[], now: number): Promise<void> {
  const { db } = database;
  await db
    .deleteFrom("presence")
    .where("seen_at", "<", now - 2 * PRESENCE_TTL_MS)
    .execute();
  if (windows.length === 0) return;
  await db
    .insertInto("presence")
    .values(windows.map((window) => toRow(window, now)))
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: now }))
    .execute();
}
