import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { holdLock } from "#db/locks.ts";
import type { Database } from "#db/open.ts";
import type { MailTable } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { evenRate, MAX_BOUNCES } from "./rules.ts";

/**
 * A process may work on a mail for this long, in milliseconds, and prolongs it in time. What a process that died had
 * taken is free, or uncertain, this much later.
 */
export const LEASE = 15_000;

const DIED = "The process ended after the mail server was given the text.";

export type TakenMail = Selectable<MailTable>;

/** What became of a mail. `retryAt` in epoch milliseconds. */
export type Settlement = { id: number; email: string; at: number } & (
  | { state: "sent" }
  | { state: "failed"; error: string; isBounce: boolean }
  | { state: "uncertain"; error: string }
  | { state: "queued"; error: string; retryAt: number }
);

/** What one process has taken of the outbox, which several share. Every method is one transaction. */
export function createLeases({ database, clock }: { database: Database; clock: Clock }, ratePerMinute: number) {
  const { db } = database;
  const process = randomUUID();
  const rate = evenRate(ratePerMinute);

  return {
    /**
     * Takes the next mails that are due, within the rate; the same mail is never taken by two. Where the rate leaves
     * too little room `roomAt` says when there is enough: mails one by one would be a transaction each.
     */
    async take(most: number): Promise<{ mails: TakenMail[]; roomAt: number | null }> {
      const now = clock.now();
      const count = Math.min(most, rate.most);
      const due = await dueMails(now, count);
      if (due.length === 0) return { mails: [], roomAt: null };
      return db.transaction().execute(async (trx) => {
        await holdLock(trx, "mails");
        // Of the latest claims that the rate allows beside these, the one that leaves the window last.
        const inTheWay = await trx
          .selectFrom("mail")
          .where("claimed_at", ">", now - rate.window)
          .orderBy("claimed_at", "desc")
          .offset(rate.most - due.length)
          .limit(1)
          .select("claimed_at")
          .executeTakeFirst();
        if (inTheWay) return { mails: [], roomAt: Number(inTheWay.claimed_at) + rate.window };
        const ids = await dueMails(now, due.length, trx);
        if (ids.length === 0) return { mails: [], roomAt: null };
        const taken = await trx
          .updateTable("mail")
          .set({
            lease_by: process,
            lease_until: now + LEASE,
            claimed_at: now,
            first_tried_at: sql`coalesce(first_tried_at, ${now})`,
            attempts: sql`attempts + 1`,
          })
          .where("id", "in", ids)
          .returningAll()
          .execute();
        const mails = taken.sort((left, right) => left.priority - right.priority || left.id - right.id);
        return { mails, roomAt: null };
      });
    },

    /**
     * Notes that the texts of some mails are about to leave, and what became of others. Answers the ids that may
     * leave: a mail whose lease was lost meanwhile is another process's.
     */
    write(begun: number[], settled: Settlement[]): Promise<Set<number>> {
      return db.transaction().execute(async (trx) => {
        const sent = settled.filter(({ state }) => state === "sent");
        if (sent.length > 0) {
          await ownMails(trx)
            .set({ state: "sent", settled_at: clock.now(), lease_by: null, lease_until: null, last_error: "" })
            .where(
              "id",
              "in",
              sent.map(({ id }) => id),
            )
            .execute();
          await trx
            .deleteFrom("mail_bounce")
            .where(
              "email",
              "in",
              sent.map(({ email }) => email),
            )
            .execute();
        }
        for (const outcome of settled) if (outcome.state !== "sent") await settleOne(trx, outcome);
        if (begun.length === 0) return new Set();
        const leaving = await ownMails(trx)
          .set({ state: "sending" })
          .where("id", "in", begun)
          .where("state", "=", "queued")
          .returning("id")
          .execute();
        return new Set(leaving.map(({ id }) => id));
      });
    },

    /** Prolongs what this process has taken. */
    async prolong(): Promise<void> {
      await db
        .updateTable("mail")
        .set({ lease_until: clock.now() + LEASE })
        .where("lease_by", "=", process)
        .where("lease_until", "is not", null)
        .execute();
    },

    /** Gives back what was taken and surely not begun, as if it had not been. */
    async giveBack(ids: number[]): Promise<void> {
      if (ids.length === 0) return;
      await ownMails(db)
        .set({
          lease_by: null,
          lease_until: null,
          attempts: sql`attempts - 1`,
          first_tried_at: sql`case when attempts = 1 then null else first_tried_at end`,
        })
        .where("id", "in", ids)
        .where("state", "=", "queued")
        .execute();
    },

    /** Frees what dead processes had taken; what they had begun is uncertain from now on. Answers how many that are. */
    async recover(): Promise<number> {
      const now = clock.now();
      const over = await db.selectFrom("mail").where("lease_until", "<", now).select("id").limit(1).execute();
      if (over.length === 0) return 0;
      return db.transaction().execute(async (trx) => {
        await trx
          .updateTable("mail")
          .set({ lease_by: null, lease_until: null })
          .where("lease_until", "<", now)
          .where("state", "<>", "sending")
          .execute();
        // `lease_by` stays: a process that was only slow may still say what became of it.
        const { numUpdatedRows } = await trx
          .updateTable("mail")
          .set({ state: "uncertain", lease_until: null, settled_at: now, last_error: DIED })
          .where("lease_until", "<", now)
          .where("state", "=", "sending")
          .executeTakeFirst();
        return Number(numUpdatedRows);
      });
    },
  };

  function dueMails(now: number, limit: number, trx = db): Promise<number[]> {
    return trx
      .selectFrom("mail")
      .where("state", "=", sql.lit("queued"))
      .where("lease_by", "is", null)
      .where("due_at", "<=", now)
      .orderBy("priority")
      .orderBy("due_at")
      .orderBy("id")
      .limit(limit)
      .select("id")
      .execute()
      .then((rows) => rows.map(({ id }) => id));
  }

  function ownMails(trx: typeof db) {
    return trx.updateTable("mail").where("lease_by", "=", process);
  }

  async function settleOne(trx: typeof db, outcome: Exclude<Settlement, { state: "sent" }>): Promise<void> {
    const mine = ownMails(trx).where("id", "=", outcome.id).where("state", "in", ["queued", "sending", "uncertain"]);
    const free = { lease_by: null, lease_until: null, last_error: outcome.error };
    if (outcome.state === "queued") {
      await mine.set({ ...free, state: "queued", due_at: outcome.retryAt }).execute();
      return;
    }
    await mine.set({ ...free, state: outcome.state, settled_at: outcome.at }).execute();
    if (outcome.state === "failed" && outcome.isBounce)
      await trx
        .insertInto("mail_bounce")
        .values({ email: outcome.email, count: 1, last_at: outcome.at, last_error: outcome.error })
        .onConflict((conflict) =>
          conflict.column("email").doUpdateSet({
            count: sql`mail_bounce.count + 1`,
            last_at: outcome.at,
            last_error: outcome.error,
          }),
        )
        .execute();
  }
}

/** Whether servers have called the address in a column unknown so often that it gets no more issues. */
export const isBouncing = (column: string) => sql<boolean>`exists (select 1 from mail_bounce
  where mail_bounce.email = ${sql.ref(column)} and mail_bounce.count >= ${sql.lit(MAX_BOUNCES)})`;
