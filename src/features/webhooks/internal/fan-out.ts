import type { Transaction } from "kysely";
import { holdLock } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { Staging } from "#features/settings/staging.ts";
import type { Clock } from "#platform/clock.ts";
import { isoDate } from "#shared/time.ts";
import type { WebhookRow } from "../tables.ts";
import { dataOf } from "./bodies.ts";

export type FanOutParts = {
  database: Database;
  clock: Clock;
  siteUrl: string;
  staging: Pick<Staging, "read">;
};

/** Events in one transaction, during which other writers wait on SQLite. */
const EVENTS_AT_ONCE = 20;

const newEvents = (db: Database["db"]) =>
  db.selectFrom("webhook_event").selectAll().where("body", "is", null).orderBy("id").limit(EVENTS_AT_ONCE);

/** Makes a delivery for each receiver of new events, until none is left. A staging copy notifies no one. */
export async function fanOut(parts: FanOutParts): Promise<void> {
  const { database } = parts;
  // Usually there is none, which a read finds without blocking writers.
  while ((await newEvents(database.db).executeTakeFirst()) !== undefined) {
    const count = await database.db.transaction().execute((trx) => fanOutSome(trx, parts));
    if (count < EVENTS_AT_ONCE) return;
  }
}

async function fanOutSome(trx: Transaction<Tables>, { clock, siteUrl, staging }: FanOutParts): Promise<number> {
  // One process at a time, so that deliveries are created in the order of events.
  await holdLock(trx, "webhooks");
  const now = clock.now();
  const found = await newEvents(trx).execute();
  const isQuiet = await staging.read(trx);
  const hooks = isQuiet ? [] : await trx.selectFrom("webhook").selectAll().where("is_active", "=", 1).execute();
  const received = found.map((event) => ({ event, receivers: hooks.filter((hook) => wants(hook, event.event)) }));
  const sent = received.filter(({ receivers }) => receivers.length > 0);
  const data = await dataOf(
    trx,
    sent.map(({ event }) => event),
    { siteUrl, now },
  );
  for (const [index, { event, receivers }] of sent.entries()) {
    const { uid: id, event: name, created_at } = event;
    const body = JSON.stringify({ id, event: name, created: isoDate(created_at), data: data[index] });
    await trx.updateTable("webhook_event").set({ body }).where("id", "=", event.id).execute();
    await queueDeliveries(trx, now, event, receivers);
  }
  const unwanted = received.filter(({ receivers }) => receivers.length === 0).map(({ event }) => event.id);
  for (const ids of chunksOf(unwanted)) await trx.deleteFrom("webhook_event").where("id", "in", ids).execute();
  return found.length;
}

const wants = ({ events }: Pick<WebhookRow, "events">, event: string) =>
  (JSON.parse(events) as string[]).includes(event);

type Queued = { id: number; subject_kind: string; subject_id: number };

/** Queues an event for some receivers; returns the ids of the deliveries. */
export async function queueDeliveries(
  trx: Transaction<Tables>,
  now: number,
  { id, subject_kind, subject_id }: Queued,
  receivers: readonly Pick<WebhookRow, "id">[],
): Promise<number[]> {
  const subject = `${subject_kind}:${subject_id}`;
  const rows = receivers.map((hook) => ({
    webhook_id: hook.id,
    event_id: id,
    subject,
    state: "queued" as const,
    created_at: now,
    since: now,
    due_at: now,
  }));
  const added = await trx.insertInto("webhook_delivery").values(rows).returning("id").execute();
  return added.map(({ id: delivery }) => delivery);
}
