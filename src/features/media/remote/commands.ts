import { type Kysely, sql } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { enqueueTasks } from "#features/tasks/commands.ts";
import { findItems, type RemoteRow, remoteKey } from "./queries.ts";
import { hostOf, LINK_FRESH_MS, LINK_KEPT_MS, MAX_REMOTE_ITEMS, RETRY_AFTER_MS, type RemoteItem } from "./rules.ts";

/** Concurrent requests per host. */
const LANES_OF_HOST = 4;
const GROUPS = 2;
/** Kinds of task, each sequential. A host has the lanes of one group: a slow one delays only the hosts of its group. */
export const LANE_KINDS: readonly string[] = Array.from(
  { length: GROUPS * LANES_OF_HOST },
  (_, lane) => `fetch-remote-${lane}`,
);

/** Links wait for each other, and pictures and cards never for links. */
export const LINK_KINDS: readonly string[] = Array.from({ length: GROUPS }, (_, lane) => `check-link-${lane}`);

const sumOf = (text: string) => [...text].reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0);

/** The lane of an item: its host's group, and there one of four by its key. */
function laneOf({ kind, address }: RemoteItem, key: string): string {
  const group = sumOf(hostOf(address)) % GROUPS;
  return (kind === "link" ? LINK_KINDS[group] : LANE_KINDS[group * LANES_OF_HOST + (sumOf(key) % LANES_OF_HOST)]) ?? "";
}

type Asking = { isRetry?: boolean; isUsed?: boolean };

/**
 * Requests remote items in the transaction of their use: new ones, and those whose last
 * attempt is long past, or with `isRetry`. A task also adds available items to their new uses.
 */
export const requestItems = (
  trx: Kysely<Tables>,
  now: number,
  items: readonly RemoteItem[],
  asking: Asking = {},
): Promise<void> => requestItemsOf(trx, now, [items], asking);

/** As `requestItems`, for many texts, in the same few statements. */
export async function requestItemsOf(
  trx: Kysely<Tables>,
  now: number,
  texts: readonly (readonly RemoteItem[])[],
  { isRetry = false, isUsed = true }: Asking = {},
): Promise<void> {
  const items = texts.flatMap((one) => one.slice(0, MAX_REMOTE_ITEMS));
  const wanted = [...new Map(items.map((item) => [remoteKey(item), item]))];
  for (const some of chunksOf(wanted)) {
    const known = await findItems(
      trx,
      some.map(([key]) => key),
    );
    const isOld = ({ error, asked_at }: RemoteRow) => error !== "" && (isRetry || asked_at <= now - RETRY_AFTER_MS);
    const isStored = ({ error, done_at }: RemoteRow) => error === "" && done_at !== null && isUsed;
    const isStale = ({ kind, done_at, asked_at }: RemoteRow) =>
      kind === "link" && done_at !== null && asked_at <= now - LINK_FRESH_MS;
    const again = [...known.values()]
      .filter((row) => isOld(row) || isStored(row) || isStale(row))
      .map(({ key }) => key);
    if (again.length > 0)
      await trx.updateTable("remote_item").set({ error: "", asked_at: now }).where("key", "in", again).execute();
    const added = await insertItems(
      trx,
      some.flatMap(([key, { kind, address }]) => (known.has(key) ? [] : [{ key, kind, address, asked_at: now }])),
    );
    const due = new Set([...again, ...added]);
    const tasks = some.filter(([key]) => due.has(key));
    await enqueueTasks(
      trx,
      now,
      tasks.map(([key, item]) => ({ kind: laneOf(item, key), payload: { key } })),
    );
  }
}

/** The keys of the items that were added: others were requested concurrently. */
async function insertItems(
  trx: Kysely<Tables>,
  items: readonly (RemoteItem & { key: string; asked_at: number })[],
): Promise<string[]> {
  if (items.length === 0) return [];
  const made = await trx
    .insertInto("remote_item")
    .values(items.map((item) => ({ ...item, done_at: null })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .execute();
  return made.map(({ key }) => key);
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

/** Stores whether the page of a link exists: `error` says why not, and is empty if it does. */
export async function storeLink(db: Kysely<Tables>, key: string, now: number, error: string): Promise<void> {
  const found = { error, done_at: error === "" ? now : null };
  await db.updateTable("remote_item").set(found).where("key", "=", key).execute();
}

/** Links that one call of `removeOldLinks` deletes. */
export const MAX_REMOVED_LINKS = 1_000;

/** Deletes the results of links that no writing room has asked for in `LINK_KEPT_MS`, such as those of removed links. */
export async function removeOldLinks(db: Kysely<Tables>, now: number): Promise<void> {
  const old = db
    .selectFrom("remote_item")
    .select("key")
    // A literal, as the index of links has no others.
    .where("kind", "=", sql.lit("link"))
    .where("asked_at", "<", now - LINK_KEPT_MS)
    .orderBy("asked_at")
    .limit(MAX_REMOVED_LINKS);
  await db.deleteFrom("remote_item").where("key", "in", old).execute();
}
