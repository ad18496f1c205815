import { randomUUID } from "node:crypto";
import { holdLock } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import type { Clock } from "./clock.ts";
import { boundedCache } from "./concurrency.ts";

/** At most `max` attempts under `key` within the sliding window; `Infinity` only counts them. */
export type AttemptLimit = { key: string; max: number };

/** How long a full key is rejected from memory, in milliseconds: another process may have released attempts since. */
export const REMEMBER_FULL_MS = 10_000;
/** Full keys in memory; the least recently used ones are dropped. */
const MAX_FULL_KEYS = 20_000;

/**
 * The id of a counted attempt, by which it can be released, or how long to wait, in seconds; `isRemembered` if that was
 * known without the database.
 */
export type AttemptResult =
  | { id: string; retryAfter?: undefined }
  | { id?: undefined; retryAfter: number; isRemembered: boolean };

export type Attempts = {
  /** Counts an attempt under all keys, or under none if one of them is full. Atomic: a burst cannot slip through. */
  take: (limits: AttemptLimit[]) => Promise<AttemptResult>;
  /** How long these keys are known to be full, in seconds, without a query; undefined if none is. */
  knownWait: (limits: AttemptLimit[]) => number | undefined;
  /** Stops counting an attempt. */
  release: (id: string) => Promise<void>;
  /** Deletes all attempts that counted under a key, under their other keys too. */
  forget: (key: string) => Promise<void>;
};

/** A key that had reached `max`, and when the oldest of its attempts leaves the window. */
type FullKey = { max: number; freeAt: number; rememberedUntil: number };

/** The longest of these waits in milliseconds, in seconds; undefined if there is none. */
function longestWait(waits: number[]): number | undefined {
  const longest = Math.max(0, ...waits);
  return longest === 0 ? undefined : Math.max(1, Math.ceil(longest / 1000));
}

/** Counts attempts in a sliding window of `length` milliseconds. Older ones are deleted. */
export function attemptsWithin(database: Database, clock: Clock, length: number): Attempts {
  const full = boundedCache<string, FullKey>(MAX_FULL_KEYS);
  const knownWait: Attempts["knownWait"] = (limits) => {
    const now = clock.now();
    return longestWait(
      limits.map(({ key, max }) => {
        const known = full.get(key);
        return known && max <= known.max && known.rememberedUntil > now ? known.freeAt - now : 0;
      }),
    );
  };
  return {
    knownWait,
    async take(limits) {
      const retryAfter = knownWait(limits);
      if (retryAfter !== undefined) return { retryAfter, isRemembered: true };
      return database.db.transaction().execute(async (trx) => {
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
          if (Number(count) < max) continue;
          const freeAt = oldest + length;
          waits.push(freeAt - now);
          full.set(key, { max, freeAt, rememberedUntil: Math.min(freeAt, now + REMEMBER_FULL_MS) });
        }
        const wait = longestWait(waits);
        if (wait !== undefined) return { retryAfter: wait, isRemembered: false };
        const id = randomUUID();
        await trx
          .insertInto("attempt")
          .values(limits.map(({ key }) => ({ id, key, attempted_at: now })))
          .execute();
        return { id };
      });
    },
    release: async (id) => {
      await database.db.deleteFrom("attempt").where("id", "=", id).execute();
      full.clear();
    },
    forget: async (key) => {
      await database.db
        .deleteFrom("attempt")
        .where("id", "in", (eb) => eb.selectFrom("attempt").select("id").where("key", "=", key))
        .execute();
      full.clear();
    },
  };
}
