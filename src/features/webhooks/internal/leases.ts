import { type ExpressionBuilder, type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { processLeases, RELEASED } from "#platform/leases.ts";
import { backoff } from "#shared/retry.ts";
import { LEASE_MS, MAX_FAILING_MS, RETRIED_MS, RETRIES } from "../rules.ts";
import type { WebhookDeliveryTable } from "../tables.ts";

export type LeasedDelivery = Selectable<WebhookDeliveryTable>;

/** What an attempt came to. `status`: of the response, null without one. */
export type Outcome = { status: number | null; response: string; error: string };

/** Why a receiver is to be switched off. */
export type Reason = "failures" | "gone";

const GONE = 410;

/** The next delivery to a receiver. One that is queued waits for all earlier ones about its subject. */
const nextDelivery = (db: Kysely<Tables>, webhookId: number, now: number) =>
  db
    .selectFrom("webhook_delivery as next")
    .select("next.id")
    .where("webhook_id", "=", webhookId)
    // A literal, as the index of queued deliveries has no others.
    .where("state", "=", sql.lit("queued"))
    .where("due_at", "<=", now)
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("webhook_delivery as former")
            .select("former.id")
            .where("former.webhook_id", "=", webhookId)
            .where("former.state", "=", sql.lit("queued"))
            .whereRef("former.subject", "=", "next.subject")
            .whereRef("former.id", "<", "next.id"),
        ),
      ),
    )
    .orderBy("due_at")
    .orderBy("next.id")
    .limit(1);

/** The leases of one process on deliveries. */
export function createLeases({ database: { db }, clock }: { database: Database; clock: Clock }) {
  const { owner, taken } = processLeases(clock, LEASE_MS);
  const isDue = (eb: ExpressionBuilder<Tables, "webhook_delivery">) =>
    eb.and([eb("state", "=", sql.lit("queued")), eb("due_at", "<=", clock.now())]);

  return {
    /** Whether there are new events, or deliveries that may be due: one question, as it is asked all the time. */
    async hasWork(): Promise<boolean> {
      const { found } = await db
        .selectNoFrom((eb) => {
          const news = eb.selectFrom("webhook_event").select("id").where("body", "is", null);
          const due = eb.selectFrom("webhook_delivery").select("id").where(isDue);
          return eb.or([eb.exists(news), eb.exists(due)]).as("found");
        })
        .executeTakeFirstOrThrow();
      return Boolean(found);
    },

    /** The receivers that have deliveries which may be due. */
    async receivers(): Promise<number[]> {
      const rows = await db.selectFrom("webhook_delivery").select("webhook_id").distinct().where(isDue).execute();
      return rows.map(({ webhook_id }) => webhook_id);
    },

    /** Acquires the next delivery to a receiver; undefined if none is due. */
    async acquire(webhookId: number): Promise<LeasedDelivery | undefined> {
      const next = nextDelivery(db, webhookId, clock.now());
      if (!(await next.executeTakeFirst())) return undefined;
      const free = next.forUpdate().skipLocked();
      return db
        .updateTable("webhook_delivery")
        .set({ ...taken(), attempts: sql`attempts + 1` })
        .where("id", "=", (eb) => eb.selectFrom(free.as("free")).select("free.id"))
        .returningAll()
        .executeTakeFirst();
    },

    /** Records what an attempt came to. Returns why the receiver is to be switched off, if it is. */
    settle(delivery: LeasedDelivery, outcome: Outcome): Promise<Reason | undefined> {
      return db.transaction().execute(async (trx) => {
        const isDone = outcome.error === "";
        const now = clock.now();
        const dueAt = now + backoff(RETRIES, delivery.attempts);
        const isOver = outcome.status === GONE || dueAt > delivery.since + RETRIED_MS;
        const state = isDone ? "delivered" : isOver ? "failed" : "queued";
        const ended = state === "queued" ? { due_at: dueAt } : { settled_at: now };
        const kept = await trx
          .updateTable("webhook_delivery")
          .set({ ...outcome, ...ended, ...RELEASED, state })
          .where("id", "=", delivery.id)
          .where("lease_by", "=", owner)
          .where("state", "=", "queued")
          .returning("id")
          .executeTakeFirst();
        // Another process has it now, or it was cancelled.
        if (!kept) return undefined;
        return noteOutcome(trx, delivery.webhook_id, now, outcome);
      });
    },

    /** Releases a delivery that was interrupted. */
    async release({ id }: LeasedDelivery): Promise<void> {
      await db
        .updateTable("webhook_delivery")
        .set({ ...RELEASED, attempts: sql`attempts - 1` })
        .where("id", "=", id)
        .where("lease_by", "=", owner)
        .where("state", "=", "queued")
        .execute();
    },
  };
}

/** Notes the last attempt in the row of its receiver. */
async function noteOutcome(
  trx: Kysely<Tables>,
  id: number,
  now: number,
  { status, error }: Outcome,
): Promise<Reason | undefined> {
  const failing =
    error === ""
      ? { failures: 0, failing_since: null }
      : { failures: sql<number>`failures + 1`, failing_since: sql<number>`coalesce(failing_since, ${now})` };
  const row = await trx
    .updateTable("webhook")
    .set({ last_at: now, last_status: status, last_error: error, ...failing })
    .where("id", "=", id)
    .returning(["failing_since", "is_active"])
    .executeTakeFirst();
  if (row?.is_active !== 1 || error === "") return undefined;
  if (status === GONE) return "gone";
  return now - Number(row.failing_since) >= MAX_FAILING_MS ? "failures" : undefined;
}
