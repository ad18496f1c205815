import { type Kysely, sql } from "kysely";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import type { Clock } from "./clock.ts";
import { boundedCache } from "./concurrency.ts";
import { deriveKey, keyedHash } from "./keys.ts";
import type { Job } from "./scheduler.ts";

/** Clients in memory for each of the two ways of counting; the least recently seen ones are dropped. */
const MAX_CLIENTS = 20_000;
/** How often counts in memory are shared, and expired ones deleted, in milliseconds. */
const SHARE_INTERVAL_MS = 1_000;
const CLEANUP_INTERVAL_MS = 60_000;
/**
 * A client is shared from this part of the limit on, so that ordinary readers cost no row. Each process may miss as
 * many requests of a client that is spread over many of them.
 */
const SHARED_FROM = 1 / 20;

/** At most `max` requests in `window` milliseconds. The name separates what is limited. */
export type CallLimit = { name: string; max: number; window: number };
/**
 * How many requests a client has made in the current window, including this one, and how long that still lasts (ms).
 */
export type CallCount = { calls: number; left: number };

/** Throws TooManyRequestsError for a request above a limit. */
export function rejectAbove({ max }: CallLimit, { calls, left }: CallCount): void {
  if (calls <= max) return;
  const detail = "Too many requests. Please try again later.";
  throw new TooManyRequestsError("too_many_requests", detail, Math.ceil(left / 1000));
}

/** Counts of requests by client, shared by all processes of a publication. Clients are stored as keyed hashes. */
export type RequestCounts = {
  /**
   * Counts a request in the database, exactly: for requests that write anyway. The window starts with the first one. A
   * client over the limit is rejected from memory, so that a flood costs no writes.
   */
  countExactly: (limit: CallLimit, client: string) => Promise<CallCount>;
  /**
   * Counts a request in memory, or with `calls` 0 only reads the count; other processes learn of it a second later, if
   * the client has made many.
   */
  count: (limit: CallLimit, client: string, calls?: 0 | 1) => CallCount;
  jobs: Job[];
};

/** A client in one window: `shared` is the last known count of all processes. */
type Counted = { hash: () => string; max: number; endsAt: number; own: number; shared: number };

export function requestCounts(database: Database, clock: Clock, secretKey: string): RequestCounts {
  const key = deriveKey(secretKey, "request counts");
  const overLimit = boundedCache<string, { calls: number; endsAt: number }>(MAX_CLIENTS);
  const counted = boundedCache<string, Counted>(MAX_CLIENTS);

  const countExactly = async ({ name, max, window }: CallLimit, client: string): Promise<CallCount> => {
    const now = clock.now();
    const hash = keyedHash(key, name, client);
    const known = overLimit.get(hash);
    if (known && known.endsAt > now) return { calls: known.calls, left: known.endsAt - now };
    const { calls, ends_at: endsAt } = await addCalls(database.db, hash, { calls: 1, now, window });
    if (calls > max) overLimit.set(hash, { calls, endsAt });
    return { calls, left: endsAt - now };
  };

  const count: RequestCounts["count"] = ({ name, max, window }, client, calls = 1) => {
    const now = clock.now();
    // The same window in all processes.
    const endsAt = (Math.floor(now / window) + 1) * window;
    const place = `${name} ${client}`;
    let entry = counted.get(place);
    if (entry?.endsAt !== endsAt) {
      entry = { hash: () => keyedHash(key, name, client, endsAt), max, endsAt, own: 0, shared: 0 };
      counted.set(place, entry);
    }
    entry.own += calls;
    return { calls: entry.own + entry.shared, left: endsAt - now };
  };

  const share = async () => {
    const now = clock.now();
    const due = [...counted.values()].filter((entry) => isDue(entry, now));
    for (const some of chunksOf(due)) await shareBatch(database, some);
  };
  const jobs: Job[] = [
    { name: "request counts", every: SHARE_INTERVAL_MS, run: share },
    {
      name: "old request counts",
      title: "Delete old request counts",
      every: CLEANUP_INTERVAL_MS,
      alone: true,
      run: () => removeExpired(database, clock.now()),
    },
  ];
  return { countExactly, count, jobs };
}

/**
 * Counts under a key for `window` milliseconds from the first one on. One statement: the database counts one request after
 * another, from all processes.
 */
export function addCalls(
  db: Kysely<Tables>,
  key: string,
  { calls, now, window }: { calls: number; now: number; window: number },
) {
  return db
    .insertInto("request_count")
    .values({ key, calls, ends_at: now + window })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        calls: sql`case when request_count.ends_at <= ${now} then excluded.calls
          else request_count.calls + excluded.calls end`,
        ends_at: sql`case when request_count.ends_at <= ${now} then excluded.ends_at else request_count.ends_at end`,
      }),
    )
    .returning(["calls", "ends_at"])
    .executeTakeFirstOrThrow();
}

/** A client over the limit needs no further update. */
const isDue = ({ own, shared, max, endsAt }: Counted, now: number) =>
  own > 0 && endsAt > now && shared <= max && own + shared >= max * SHARED_FROM;

/** Adds the counts of this process, and reads those of all. */
async function shareBatch(database: Database, batch: Counted[]): Promise<void> {
  // In a fixed order: two processes that write the same clients wait for each other, but never deadlock.
  const added = batch
    .map((entry) => ({ entry, key: entry.hash(), calls: entry.own, ends_at: entry.endsAt }))
    .sort((left, right) => (left.key < right.key ? -1 : 1));
  const rows = await database.db
    .insertInto("request_count")
    .values(added.map(({ key, calls, ends_at }) => ({ key, calls, ends_at })))
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ calls: sql`request_count.calls + excluded.calls` }))
    .returning(["key", "calls"])
    .execute();
  const totals = new Map(rows.map(({ key, calls }) => [key, calls]));
  for (const { entry, key, calls } of added) {
    entry.own -= calls;
    entry.shared = totals.get(key) ?? entry.shared + calls;
  }
}

async function removeExpired(database: Database, now: number): Promise<void> {
  await database.db.deleteFrom("request_count").where("ends_at", "<=", now).execute();
}
