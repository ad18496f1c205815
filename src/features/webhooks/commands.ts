import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { resealStored, type Secrets, sealStored } from "#platform/keys.ts";
import { RELEASED } from "#platform/leases.ts";
import { permitted, RemoteError } from "#platform/remote-fetch.ts";
import { type Actor, system } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { DAY, isoDate } from "#shared/time.ts";
import type { WebhookBody, WebhookChange } from "./endpoints.ts";
import { queueDeliveries } from "./internal/fan-out.ts";
import type { Reason } from "./internal/leases.ts";
import { newSecret } from "./internal/signature.ts";
import { notifyChiefs } from "./mail.tsx";
import { countWebhooks, type DeliveryRow, findDelivery, presentWebhook } from "./queries.ts";
import {
  FORMER_SECRET_MS,
  LISTED_MS,
  MAX_WEBHOOKS,
  NO_DELIVERY,
  NO_WEBHOOK,
  NOT_SENT,
  webhookVersion,
} from "./rules.ts";
import type { WebhookRow } from "./tables.ts";

export type WebhookStore = { database: Database; clock: Clock; mailQueue: MailQueue };
type SecretStore = WebhookStore & Secrets;

/** What the secrets are encrypted for. */
export const SECRET_PURPOSE = "webhook secrets";

/** The address alone may be a secret: others see its host. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? "";
const subjectOf = ({ id, url }: Pick<WebhookRow, "id" | "url">) => ({ kind: "webhook", id, title: hostOf(url) });

/** Throws InvalidError for an address that nothing is sent to. */
function requirePermitted(url: string): void {
  try {
    permitted(url);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const detail = error.message.replace(/^It is on/, "Its address is on");
    throw new InvalidError("invalid_input", detail, { url: detail });
  }
}

async function lockWebhook(trx: Transaction<Tables>, id: number): Promise<WebhookRow> {
  const row = await trx.selectFrom("webhook").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError("webhook_not_found", NO_WEBHOOK);
  return row;
}

/** Adds a receiver; returns it with its secret. Throws InvalidError, and ConflictError for too many. */
export async function addWebhook(store: SecretStore, by: Actor, { url, events, is_active }: WebhookBody) {
  const { database, clock, secretKey } = store;
  requirePermitted(url);
  const secret = newSecret();
  const row = await database.db.transaction().execute(async (trx) => {
    await lockTable(trx, "webhook");
    if ((await countWebhooks(trx)) >= MAX_WEBHOOKS)
      throw new ConflictError("too_many_webhooks", `There can be at most ${MAX_WEBHOOKS} webhooks.`);
    const added = await trx
      .insertInto("webhook")
      .values({
        url,
        events: JSON.stringify(events),
        is_active: is_active ? 1 : 0,
        secret: sealStored(secretKey, SECRET_PURPOSE, secret),
        created_at: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = { url: { to: hostOf(url) }, events: { to: events.join(", ") } };
    await recordEvent(trx, clock, { by, action: "webhook.create", subject: subjectOf(added), changes });
    return added;
  });
  return { row, secret };
}

/** Changes a receiver. Throws NotFoundError, InvalidError, and ConflictError unless `isCurrent`. */
export function changeWebhook(
  { database, clock }: WebhookStore,
  by: Actor,
  id: number,
  { url, events, is_active }: WebhookChange,
  isCurrent: (version: string) => boolean,
): Promise<WebhookRow> {
  if (url !== undefined) requirePermitted(url);
  return database.db.transaction().execute(async (trx) => {
    const before = await lockWebhook(trx, id);
    const shown = presentWebhook(before, clock.now());
    if (!isCurrent(webhookVersion(shown)))
      throw new ConflictError("stale_version", "This webhook has changed since you opened it.");
    const isActive = is_active ?? shown.is_active;
    // A receiver that is switched on again has a week to recover.
    const restarted = isActive && !shown.is_active ? { failures: 0, failing_since: null } : {};
    const after = await trx
      .updateTable("webhook")
      .set({
        url: url ?? before.url,
        events: events ? JSON.stringify(events) : before.events,
        is_active: isActive ? 1 : 0,
        off_because: "",
        ...restarted,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!isActive) await cancelDeliveries(trx, clock.now(), NOT_SENT.off, id);
    const changes = changedFields(auditedOf(before), auditedOf(after));
    if (Object.keys(changes).length > 0)
      await recordEvent(trx, clock, { by, action: "webhook.update", subject: subjectOf(after), changes });
    return after;
  });
}

const auditedOf = (row: WebhookRow) => ({
  url: hostOf(row.url),
  events: (JSON.parse(row.events) as string[]).join(", "),
  is_active: row.is_active === 1,
});

/** Throws NotFoundError. */
export async function deleteWebhook({ database, clock }: WebhookStore, by: Actor, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const gone = await lockWebhook(trx, id);
    await trx.deleteFrom("webhook").where("id", "=", id).execute();
    await recordEvent(trx, clock, { by, action: "webhook.delete", subject: subjectOf(gone) });
  });
}

/** Gives a receiver a new secret; the former one signs as well for a day. Throws NotFoundError. */
export async function rotateSecret({ database, clock, secretKey }: SecretStore, by: Actor, id: number) {
  const secret = newSecret();
  const row = await database.db.transaction().execute(async (trx) => {
    const before = await lockWebhook(trx, id);
    const rotated = await trx
      .updateTable("webhook")
      .set({
        secret: sealStored(secretKey, SECRET_PURPOSE, secret),
        former_secret: before.secret,
        former_until: clock.now() + FORMER_SECRET_MS,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordEvent(trx, clock, { by, action: "webhook.rotate", subject: subjectOf(rotated) });
    return rotated;
  });
  return { row, secret };
}

/** Queues a test; returns its delivery. Throws NotFoundError. */
export function sendTest({ database, clock }: WebhookStore, by: Actor, id: number): Promise<DeliveryRow> {
  return database.db.transaction().execute(async (trx) => {
    const hook = await lockWebhook(trx, id);
    const now = clock.now();
    const uid = randomUUID();
    const body = JSON.stringify({ id: uid, event: "webhook.test", created: isoDate(now), data: {} });
    const event = await trx
      .insertInto("webhook_event")
      .values({ uid, event: "webhook.test", subject_kind: "webhook", subject_id: id, created_at: now, body })
      .returningAll()
      .executeTakeFirstOrThrow();
    const [delivery = 0] = await queueDeliveries(trx, now, event, [hook]);
    await recordEvent(trx, clock, { by, action: "webhook.test", subject: subjectOf(hook) });
    return justWritten(await findDelivery(trx, id, delivery));
  });
}

/** Queues a delivery again; returns it. Throws NotFoundError, and ConflictError while it is queued. */
export function resendDelivery(
  { database, clock }: WebhookStore,
  by: Actor,
  { webhookId, id }: { webhookId: number; id: number },
): Promise<DeliveryRow> {
  return database.db.transaction().execute(async (trx) => {
    const hook = await lockWebhook(trx, webhookId);
    const row = await trx
      .selectFrom("webhook_delivery")
      .select("state")
      .where("id", "=", id)
      .where("webhook_id", "=", webhookId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new NotFoundError("delivery_not_found", NO_DELIVERY);
    if (row.state === "queued")
      throw new ConflictError("delivery_queued", "This delivery is already waiting to be sent.");
    const now = clock.now();
    await trx
      .updateTable("webhook_delivery")
      .set({ state: "queued", attempts: 0, since: now, due_at: now, settled_at: null, error: "", ...RELEASED })
      .where("id", "=", id)
      .execute();
    await recordEvent(trx, clock, { by, action: "webhook.resend", subject: subjectOf(hook) });
    return justWritten(await findDelivery(trx, webhookId, id));
  });
}

/** Ends queued deliveries that will not be sent: those to one receiver, or all. */
const cancelDeliveries = (trx: Kysely<Tables>, now: number, error: string, webhookId?: number) =>
  trx
    .updateTable("webhook_delivery")
    .set({ state: "failed", settled_at: now, error, ...RELEASED })
    .where("state", "=", "queued")
    .$if(webhookId !== undefined, (query) => query.where("webhook_id", "=", webhookId ?? 0))
    .execute();

export async function cancelQueued({ database, clock }: Pick<WebhookStore, "database" | "clock">, error: string) {
  await shareCommit(database.db, (trx) => cancelDeliveries(trx, clock.now(), error));
}

/** Switches off a receiver that no longer works, with a notice to chiefs. */
export async function switchOff(store: WebhookStore, id: number, reason: Reason): Promise<void> {
  const { database, clock, mailQueue } = store;
  await database.db.transaction().execute(async (trx) => {
    const hook = await lockWebhook(trx, id);
    if (hook.is_active === 0) return;
    await trx.updateTable("webhook").set({ is_active: 0, off_because: reason }).where("id", "=", id).execute();
    await cancelDeliveries(trx, clock.now(), NOT_SENT.off, id);
    const changes = { reason: { to: reason } };
    await recordEvent(trx, clock, { by: system, action: "webhook.off", subject: subjectOf(hook), changes });
    if (await mailQueue.sends(trx)) await notifyChiefs(trx, mailQueue, { host: hostOf(hook.url), reason });
  });
  mailQueue.wake();
}

const REMOVED_AT_ONCE = 500;

/** Deletes deliveries that ended long ago, and events without deliveries. */
export async function removeOldDeliveries({ db }: Database, now: number): Promise<void> {
  for (;;) {
    const before = now - LISTED_MS;
    const old = db.selectFrom("webhook_delivery").select("id").where("settled_at", "<", before).limit(REMOVED_AT_ONCE);
    const { numDeletedRows } = await db.deleteFrom("webhook_delivery").where("id", "in", old).executeTakeFirst();
    if (Number(numDeletedRows) < REMOVED_AT_ONCE) break;
  }
  await db
    .deleteFrom("webhook_event")
    .where("body", "is not", null)
    .where("created_at", "<", now - DAY)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("webhook_delivery")
            .select("webhook_delivery.id")
            .whereRef("webhook_delivery.event_id", "=", "webhook_event.id"),
        ),
      ),
    )
    .execute();
}

/** Re-encrypts secrets that still need a former key, so that the key can be forgotten. */
export async function reencryptWebhookSecrets({ database: { db }, ...secrets }: Secrets & { database: Database }) {
  for (const row of await db.selectFrom("webhook").select(["id", "secret", "former_secret"]).execute()) {
    const secret = resealStored(secrets, SECRET_PURPOSE, row.secret);
    const former = row.former_secret && resealStored(secrets, SECRET_PURPOSE, row.former_secret);
    if (secret === row.secret && former === row.former_secret) continue;
    // A concurrent rotation wins.
    await db
      .updateTable("webhook")
      .set({ secret, former_secret: former })
      .where("id", "=", row.id)
      .where("secret", "=", row.secret)
      .execute();
  }
}
