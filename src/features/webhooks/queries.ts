import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Page } from "#shared/schema.ts";
import { isoDate } from "#shared/time.ts";
import type { Webhook, WebhookDelivery } from "./endpoints.ts";
import type { WebhookEvent } from "./rules.ts";
import type { WebhookDeliveryTable, WebhookRow } from "./tables.ts";

export const findWebhook = (db: Kysely<Tables>, id: number): Promise<WebhookRow | undefined> =>
  db.selectFrom("webhook").selectAll().where("id", "=", id).executeTakeFirst();

/** A page of the receivers, oldest first, and the total. */
export async function pageWebhooks(db: Kysely<Tables>, { limit, offset }: Page) {
  const rows = await db.selectFrom("webhook").selectAll().orderBy("id").limit(limit).offset(offset).execute();
  return { rows, total: await countWebhooks(db) };
}

export async function countWebhooks(db: Kysely<Tables>): Promise<number> {
  const { total } = await db
    .selectFrom("webhook")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whether the program has switched off a receiver that was not changed since. */
export async function hasSwitchedOff(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom("webhook").select("id").where("off_because", "!=", "").limit(1).executeTakeFirst();
  return row !== undefined;
}

const selectDeliveries = (db: Kysely<Tables>, webhookId: number) =>
  db
    .selectFrom("webhook_delivery as delivery")
    .innerJoin("webhook_event as event", "event.id", "delivery.event_id")
    .where("delivery.webhook_id", "=", webhookId)
    .select(["delivery.id", "event.event", "delivery.state", "event.created_at", "attempts", "delivery.due_at"])
    .select(["settled_at", "status", "error", "body", "response"]);
export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>["execute"]>>[number];

/** A page of the deliveries to a receiver, newest first, and the total. */
export async function pageDeliveries(
  db: Kysely<Tables>,
  webhookId: number,
  { state, limit, offset }: Page & { state?: WebhookDeliveryTable["state"] | undefined },
) {
  const found = selectDeliveries(db, webhookId).$if(state !== undefined, (rows) =>
    rows.where("state", "=", state ?? "queued"),
  );
  const rows = await found.orderBy("delivery.id", "desc").limit(limit).offset(offset).execute();
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const findDelivery = (db: Kysely<Tables>, webhookId: number, id: number): Promise<DeliveryRow | undefined> =>
  selectDeliveries(db, webhookId).where("delivery.id", "=", id).executeTakeFirst();

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  created: isoDate(row.created_at),
  attempts: row.attempts,
  due: row.state === "queued" ? isoDate(row.due_at) : null,
  settled: isoDate(row.settled_at),
  status: row.status,
  error: row.error,
  body: row.body ?? "",
  response: row.response,
});

/** A receiver as chiefs see it at `now` (epoch milliseconds), without its secrets. */
export const presentWebhook = (row: WebhookRow, now: number): Webhook => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as WebhookEvent[],
  is_active: row.is_active === 1,
  off_because: row.off_because,
  created: isoDate(row.created_at),
  last: row.last_at === null ? null : { at: isoDate(row.last_at), status: row.last_status, error: row.last_error },
  failures: row.failures,
  failing_since: isoDate(row.failing_since),
  former_secret_until: (row.former_until ?? 0) > now ? isoDate(row.former_until) : null,
});
