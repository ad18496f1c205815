import { type Kysely, type Selectable, sql } from "kysely";
import { holdLock } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Staging } from "#features/settings/staging.ts";
import type { Clock } from "#platform/clock.ts";
import { processLeases, RELEASED } from "#platform/leases.ts";
import { evenRate, MAX_BOUNCES, restAfter } from "./rules.ts";
import type { MailTable } from "./tables.ts";

/** Decides when a process may send: not while the mail server is unreachable or the rate is exhausted. */
export class Throttle {
  readonly #clock: Clock;
  readonly #onRoom: () => void;
  #failures = 0;
  #awayUntil = 0;
  #roomTimer: NodeJS.Timeout | undefined;

  /** `onRoom` is called when the rate allows mails again. */
  constructor(clock: Clock, onRoom: () => void) {
    this.#clock = clock;
    this.#onRoom = onRoom;
  }

  /** False during the pause after the server was unreachable. */
  isOpen(): boolean {
    return this.#clock.now() >= this.#awayUntil;
  }

  /** Called when the server has accepted a mail: resets the failures. */
  serverAnswered(): void {
    this.#failures = 0;
  }

  /** Called when the server could not be reached: pauses, longer each time. */
  serverAway(): void {
    this.#failures += 1;
    this.#awayUntil = this.#clock.now() + restAfter(this.#failures);
  }

  /** Called when the rate is exhausted until `at` (epoch milliseconds). */
  waitForRoom(at: number): void {
    clearTimeout(this.#roomTimer);
    this.#roomTimer = setTimeout(this.#onRoom, Math.max(at - this.#clock.now(), 1));
  }

  stop(): void {
    clearTimeout(this.#roomTimer);
  }
}

type Source = Pick<MailLeases, "take" | "release">;

/** The mails that this process has acquired but not started. All lanes share them and one query. */
export class TakenMails {
  readonly #source: Source;
  readonly #count: number;
  readonly #onFullRate: (roomAt: number) => void;
  #mails: TakenMail[] = [];
  #taking: Promise<void> | undefined;

  /**
   * Acquires `count` mails at a time. If the rate is exhausted, `onFullRate` receives the time when it allows mails
   * again.
   */
  constructor(source: Source, count: number, onFullRate: (roomAt: number) => void) {
    this.#source = source;
    this.#count = count;
    this.#onFullRate = onFullRate;
  }

  /** The next mail to send; undefined if none is due or the rate is exhausted. */
  async next(): Promise<TakenMail | undefined> {
    if (this.#mails.length === 0) {
      this.#taking ??= this.#take().finally(() => {
        this.#taking = undefined;
      });
      await this.#taking;
    }
    return this.#mails.shift();
  }

  /** Takes back a mail of `next` that was not started. */
  putBack(mail: TakenMail): void {
    this.#mails.unshift(mail);
  }

  /**
   * Releases the mails that were acquired but not started. If that fails they stay with this
   * process.
   */
  async releaseAll(): Promise<void> {
    const mails = this.#mails;
    this.#mails = [];
    try {
      await this.#source.release(mails.map(({ id }) => id));
    } catch (error) {
      this.#mails.unshift(...mails);
      throw error;
    }
  }

  async #take(): Promise<void> {
    const { mails, roomAt } = await this.#source.take(this.#count);
    this.#mails.push(...mails);
    if (roomAt !== null) this.#onFullRate(roomAt);
  }
}

/**
 * Duration of a lease on a mail, in milliseconds; the process renews it in time. The mails of a process that
 * died are free again, or uncertain, after it.
 */
export const LEASE = 15_000;

/** Mails to readers; the others are to the team. */
const READER_KINDS = ["welcome", "confirm", "goodbye", "reply", "issue"] as const satisfies MailTable["kind"][];
const NOT_SENT = "Not sent: this site is a staging copy, which sends readers nothing.";

/** Cancels the unsent mails to readers, including mails that a process has acquired but not started. */
export async function cancelReaderMails(trx: Kysely<Tables>, now: number): Promise<void> {
  await trx
    .updateTable("mail")
    .set({ state: "cancelled", settled_at: now, last_error: NOT_SENT, ...RELEASED })
    .where("kind", "in", READER_KINDS)
    .where("state", "=", "queued")
    .execute();
}

const DIED = "The process ended after sending the text to the mail server.";

export type TakenMail = Selectable<MailTable>;

/** The outcome of a mail. `retryAt` in epoch milliseconds. */
export type Settlement = { id: number; email: string; at: number } & (
  | { state: "sent"; isFile?: boolean }
  | { state: "failed"; error: string; isBounce: boolean; isAboutUs?: boolean; isRejected?: boolean }
  | { state: "uncertain"; error: string }
  | { state: "queued"; error: string; retryAt: number }
);

type LeaseParts = {
  database: Database;
  clock: Clock;
  staging: Pick<Staging, "read">;
};

/** The leases of one process on mails of the shared outbox. Every method is one transaction. */
export class MailLeases {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #rate: ReturnType<typeof evenRate>;
  readonly #leases: ReturnType<typeof processLeases>;
  readonly #staging: LeaseParts["staging"];

  constructor({ database, clock, staging }: LeaseParts, ratePerMinute: number) {
    this.#staging = staging;
    this.#database = database;
    this.#clock = clock;
    this.#leases = processLeases(clock, LEASE);
    this.#rate = evenRate(ratePerMinute);
  }

  /**
   * Acquires the next due mails within the rate, each only once. If the rate allows too few,
   * `roomAt` is the time when it allows enough: single mails would need a transaction each.
   */
  async take(max: number): Promise<{ mails: TakenMail[]; roomAt: number | null }> {
    const now = this.#clock.now();
    const count = Math.min(max, this.#rate.max);
    const due = await this.#dueMails(now, count);
    if (due.length === 0) return { mails: [], roomAt: null };
    return this.#database.db.transaction().execute(async (trx) => {
      await holdLock(trx, "mails");
      if (await this.#staging.read(trx)) await cancelReaderMails(trx, now);
      // The acquisition that must leave the window before these mails fit into the rate.
      const inTheWay = await trx
        .selectFrom("mail")
        .where("claimed_at", ">", now - this.#rate.window)
        .orderBy("claimed_at", "desc")
        .offset(this.#rate.max - due.length)
        .limit(1)
        .select("claimed_at")
        .executeTakeFirst();
      if (inTheWay) return { mails: [], roomAt: Number(inTheWay.claimed_at) + this.#rate.window };
      const ids = await this.#dueMails(now, due.length, trx);
      if (ids.length === 0) return { mails: [], roomAt: null };
      const taken = await trx
        .updateTable("mail")
        .set({
          ...this.#leases.taken(),
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
  }

  /**
   * Records the start of some mails and the outcome of others. Returns the ids that may be
   * sent: a mail whose lease was lost in the meantime belongs to another process.
   */
  write(begun: number[], settled: Settlement[]): Promise<Set<number>> {
    return this.#database.db.transaction().execute(async (trx) => {
      const sent = settled.filter((outcome) => outcome.state === "sent");
      if (sent.length > 0) {
        for (const isFile of [false, true]) {
          const ids = sent.filter((outcome) => (outcome.isFile ?? false) === isFile).map(({ id }) => id);
          if (ids.length === 0) continue;
          await this.#ownMails(trx)
            .set({
              state: "sent",
              settled_at: this.#clock.now(),
              ...RELEASED,
              last_error: "",
              is_file: isFile ? 1 : 0,
            })
            .where("id", "in", ids)
            .execute();
        }
        await trx
          .deleteFrom("mail_bounce")
          .where(
            "email",
            "in",
            sent.map(({ email }) => email),
          )
          .execute();
      }
      for (const outcome of settled) if (outcome.state !== "sent") await this.#settle(trx, outcome);
      if (begun.length === 0) return new Set();
      const leaving = await this.#ownMails(trx)
        .set({ state: "sending" })
        .where("id", "in", begun)
        .where("state", "=", "queued")
        .returning("id")
        .execute();
      return new Set(leaving.map(({ id }) => id));
    });
  }

  /** Renews all leases of this process. */
  async renew(): Promise<void> {
    await this.#database.db
      .updateTable("mail")
      .set(this.#leases.taken())
      .where("lease_by", "=", this.#leases.owner)
      .where("lease_until", "is not", null)
      .execute();
  }

  /** Releases mails that were certainly not started, as if they had never been acquired. */
  async release(ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#ownMails(this.#database.db)
      .set({
        ...RELEASED,
        attempts: sql`attempts - 1`,
        first_tried_at: sql`case when attempts = 1 then null else first_tried_at end`,
      })
      .where("id", "in", ids)
      .where("state", "=", "queued")
      .execute();
  }

  /** Frees the mails of dead processes. Started mails become uncertain; returns their number. */
  async recover(): Promise<number> {
    const now = this.#clock.now();
    const over = await this.#database.db
      .selectFrom("mail")
      .where("lease_until", "<", now)
      .select("id")
      .limit(1)
      .execute();
    if (over.length === 0) return 0;
    return this.#database.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("mail")
        .set(RELEASED)
        .where("lease_until", "<", now)
        .where("state", "<>", "sending")
        .execute();
      // `lease_by` stays: a process that was only slow may still report the outcome.
      const { numUpdatedRows } = await trx
        .updateTable("mail")
        .set({ state: "uncertain", lease_until: null, settled_at: now, last_error: DIED })
        .where("lease_until", "<", now)
        .where("state", "=", "sending")
        .executeTakeFirst();
      return Number(numUpdatedRows);
    });
  }

  #dueMails(now: number, limit: number, trx: Kysely<Tables> = this.#database.db): Promise<number[]> {
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

  #ownMails(trx: Kysely<Tables>) {
    return trx.updateTable("mail").where("lease_by", "=", this.#leases.owner);
  }

  async #settle(trx: Kysely<Tables>, outcome: Exclude<Settlement, { state: "sent" }>): Promise<void> {
    const mine = this.#ownMails(trx)
      .where("id", "=", outcome.id)
      .where("state", "in", ["queued", "sending", "uncertain"]);
    // A server's response may contain the recipient, which must not return to the row of an erased person.
    const last_error = sql<string>`case when to_email = '' then '' else ${outcome.error} end`;
    const free = { ...RELEASED, last_error };
    if (outcome.state === "queued") {
      await mine.set({ ...free, state: "queued", due_at: outcome.retryAt }).execute();
      return;
    }
    const is_about_us = outcome.state === "failed" && outcome.isAboutUs ? 1 : 0;
    const is_rejected = outcome.state === "failed" && outcome.isRejected ? 1 : 0;
    const settled = await mine
      .set({ ...free, state: outcome.state, settled_at: outcome.at, is_about_us, is_rejected })
      .returning("to_email")
      .executeTakeFirst();
    // The current address of the row: the person may have been erased, or the mail acquired by another process.
    if (outcome.state === "failed" && outcome.isBounce && settled?.to_email)
      await trx
        .insertInto("mail_bounce")
        .values({ email: settled.to_email, count: 1, last_at: outcome.at, last_error: outcome.error })
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

/** Whether the address in a column was rejected as unknown so often that it gets no more issues. */
export const isBouncing = (column: string) => sql<boolean>`exists (select 1 from mail_bounce
  where mail_bounce.email = ${sql.ref(column)} and mail_bounce.count >= ${sql.lit(MAX_BOUNCES)})`;
