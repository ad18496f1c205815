import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { DocumentKey } from "#shared/document.ts";
import { columnsOf } from "../history/queries.ts";
import { PRESENCE_TTL_MS } from "../rules.ts";

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

/** An account's position in a document, as JSON. */
export type ReportedPlace = { document: DocumentKey; accountId: number; place: string };

/** Records positions for all windows of their accounts, because people are shown once; in one commit. */
export async function recordPlaces({ db }: Database, places: readonly ReportedPlace[]): Promise<void> {
  const orderOf = ({ document, accountId }: ReportedPlace) => `${accountId} ${document.type} ${document.id}`;
  // In a fixed order: two processes that write the same rows wait for each other, but never deadlock.
  const sorted = places.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  await shareCommit(db, async (trx) => {
    for (const { document, accountId, place } of sorted)
      await trx
        .updateTable("presence")
        .set({ place })
        .where((eb) => eb.and(columnsOf(document)))
        .where("account_id", "=", accountId)
        .execute();
  });
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
