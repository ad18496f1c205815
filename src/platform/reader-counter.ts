import { createHmac } from "node:crypto";
import { isbot } from "isbot";
import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "./clock.ts";

/** One reader counts once per thing in this time, in milliseconds (contract section 2, Views). */
const READER_INTERVAL = 60 * 60 * 1000;
/** Readers kept in memory between two writes; beyond this a flood of them is dropped rather than gathered. */
const MOST_PENDING = 50_000;

/** What a reader did with the thing `id`, as it arrives. The address is used for a keyed hash and then forgotten. */
export type Reading = { id: number; address: string; userAgent: string | undefined };

export type ReaderCounter = {
  /** Notes a reading; does not wait for the database. Bots are passed over. */
  record: (reading: Reading) => void;
  /** Adds what was noted. Called every few seconds and on stop; throws when the database is away, keeping it. */
  flush: () => Promise<void>;
};

type Deps = {
  database: Database;
  clock: Clock;
  secretKey: string;
  /** What is counted: the same reader counts apart under each name. */
  what: string;
  /** Adds one thing's new readers, in the transaction that marks them as counted. */
  add: (trx: Transaction<Tables>, id: number, count: number, now: number) => Promise<void>;
};
type Pending = Map<string, { id: number; seenAt: number }>;

/**
 * Counts readers without cookies and without keeping addresses: what is stored for an hour is a hash keyed with the
 * site's secret, so that several processes, and the next start, know a reader they have counted.
 */
export function createReaderCounter({ database, clock, secretKey, what, add }: Deps): ReaderCounter {
  let pending: Pending = new Map();

  const record = ({ id, address, userAgent }: Reading) => {
    if (!userAgent || isbot(userAgent) || pending.size >= MOST_PENDING) return;
    const reader = createHmac("sha256", secretKey)
      .update(`${what}\n${id}\n${address}\n${userAgent}`)
      .digest("base64url");
    if (!pending.has(reader)) pending.set(reader, { id, seenAt: clock.now() });
  };

  const flush = async () => {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await database.db.transaction().execute(async (trx) => {
        const now = clock.now();
        for (const [id, count] of await newReaders(trx, batch)) await add(trx, id, count, now);
        await trx
          .deleteFrom("view_mark")
          .where("seen_at", "<", now - READER_INTERVAL)
          .execute();
      });
    } catch (error) {
      // Kept for the next time, before whatever came in meanwhile.
      pending = new Map([...batch, ...pending]);
      throw error;
    }
  };
  return { record, flush };
}

/**
 * Marks the readers as counted, and answers for each thing how many were not. Both in one order, so that two processes
 * that write the same rows wait for each other, and not in a circle.
 */
async function newReaders(trx: Transaction<Tables>, batch: Pending): Promise<[id: number, count: number][]> {
  const counts = new Map<number, number>();
  const inOrder = [...batch].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [hash, { id, seenAt }] of inOrder) {
    const counted = await trx
      .insertInto("view_mark")
      .values({ hash, seen_at: seenAt })
      .onConflict((conflict) =>
        conflict
          .column("hash")
          .doUpdateSet({ seen_at: seenAt })
          .where("view_mark.seen_at", "<=", seenAt - READER_INTERVAL),
      )
      .returning("hash")
      .executeTakeFirst();
    if (counted) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort(([left], [right]) => left - right);
}
