import { randomUUID } from "node:crypto";
import { holdLock } from "#db/locks.ts";
import type { Database } from "#db/open.ts";
import type { Clock } from "./clock.ts";

/** At most `max` attempts under `key` within the sliding window; `Infinity` only counts them. */
export type AttemptLimit = { key: string; max: number };

/** The id of a counted attempt, by which it can be given back, or how long to wait, in seconds. */
export type AttemptResult = { id: string; retryAfter?: undefined } | { id?: undefined; retryAfter: number };

/** Limits on attempts, shared by all processes of a publication. */
export type Attempts = {
  /** Counts an attempt under all keys, or under none if one of them is full. Atomic: a burst cannot slip through. */
  take: (limits: AttemptLimit[]) => Promise<AttemptResult>;
  /** Takes back an attempt that turned out not to count. */
  giveBack: (id: string) => Promise<void>;
  /** Forgets all attempts that counted under a key, under their other keys too. */
  forget: (key: string) => Promise<void>;
};

/** Counts attempts in a sliding window of `length` milliseconds. Older ones are deleted. */
export function attemptsWithin(database: Database, clock: Clock, length: number): Attempts {
  return {
    take: (limits) =>
      database.db.transaction().execute(async (trx) => {
        await holdLock(trx, "attempts");
        const now = clock.now();
        await trx
          .deleteFrom("attempt")
          .where("attempted_at", "<=", now - length)
          .execute();
        const waits: number[] = [];
        for (const { key, max } of limits) {
          const { count, oldest } = await trx
            .selectFrom("attempt")
            .where("key", "=", key)
            .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("attempted_at").as("oldest")])
            .executeTakeFirstOrThrow();
          if (Number(count) >= max) waits.push(oldest + length - now);
        }
        if (waits.length > 0) return { retryAfter: Math.max(1, Math.ceil(Math.max(...waits) / 1000)) };
        const id = randomUUID();
        await trx
          .insertInto("attempt")
          .values(limits.map(({ key }) => ({ id, key, attempted_at: now })))
          .execute();
        return { id };
      }),
    giveBack: async (id) => {
      await database.db.deleteFrom("attempt").where("id", "=", id).execute();
    },
    forget: async (key) => {
      await database.db
        .deleteFrom("attempt")
        .where("id", "in", (eb) => eb.selectFrom("attempt").select("id").where("key", "=", key))
        .execute();
    },
  };
}
