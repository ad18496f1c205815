import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import { findItems, remoteKey } from "./queries.ts";
import { hostOf, MAX_REMOTE_ITEMS, RETRY_AFTER_MS, type RemoteItem } from "./rules.ts";

/** Kinds of task, each sequential: a slow host delays only the hosts in its lane. */
const LANES = 4;
export const LANE_KINDS: readonly string[] = Array.from({ length: LANES }, (_, lane) => `fetch-remote-${lane}`);

/** The lane of a host, always the same, so that no host gets two requests at the same time. */
function laneOf(address: string): string {
  const sum = [...hostOf(address)].reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0);
  return LANE_KINDS[sum % LANES] ?? "";
}

/**
 * Requests remote items in the transaction of their use: new ones, and those whose last
 * attempt is long past, or with `isRetry`. A task also adds available items to their new uses.
 */
export async function requestItems(
  trx: Kysely<Tables>,
  now: number,
  items: readonly RemoteItem[],
  { isRetry = false, isUsed = true }: { isRetry?: boolean; isUsed?: boolean } = {},
): Promise<void> {
  const wanted = new Map(items.slice(0, MAX_REMOTE_ITEMS).map((item) => [remoteKey(item), item]));
  const known = await findItems(trx, [...wanted.keys()]);
  for (const [key, { kind, address }] of wanted) {
    const row = known.get(key);
    if (row && row.error === "" && (row.done_at === null || !isUsed)) continue;
    if (row && row.error !== "" && !isRetry && row.asked_at > now - RETRY_AFTER_MS) continue;
    if (row) await trx.updateTable("remote_item").set({ error: "", asked_at: now }).where("key", "=", key).execute();
    else if (!(await insertItem(trx, { key, kind, address, asked_at: now }))) continue;
    await enqueueTask(trx, now, { kind: laneOf(address), payload: { key } });
  }
}

/** False if the item was requested concurrently. */
async function insertItem(trx: Kysely<Tables>, item: RemoteItem & { key: string; asked_at: number }): Promise<boolean> {
  const made = await trx
    .insertInto("remote_item")
    .values({ ...item, done_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return made !== undefined;
}

export async function storeItem(
  db: Kysely<Tables>,
  key: string,
  fetched: { picture_key: string; details: string; done_at: number },
): Promise<void> {
  await db
    .updateTable("remote_item")
    .set({ ...fetched, error: "" })
    .where("key", "=", key)
    .execute();
}

/** Stores the reason of a failed fetch, for editors. */
export async function storeFailure(db: Kysely<Tables>, key: string, error: string): Promise<void> {
  await db.updateTable("remote_item").set({ error }).where("key", "=", key).execute();
}
