import type { IncomingHttpHeaders } from "node:http";
import { setImmediate as otherTasks } from "node:timers/promises";
import { isbot } from "isbot";
import { type SqlBool, sql, type Transaction } from "kysely";
import { LRUCache } from "lru-cache";
import { jsonElements } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "./clock.ts";
import { deriveKey, prefixKeyedHash } from "./keys.ts";
import { networkOf } from "./networks.ts";

/** One reader counts once per item in this time, in milliseconds. */
const READER_INTERVAL_MS = 60 * 60 * 1000;
/**
 * Maximum readers of one item per network (an address, or an IPv6 customer's /64) in that time. An office or a family
 * shares an address, so one would be too few; a machine can pose as any number of browsers.
 */
const MAX_READERS_OF_NETWORK = 3;
/** Maximum readers in memory between two writes; during a flood the rest are dropped. */
const MAX_PENDING = 50_000;
/** Readers written per transaction, after which other writers get their turn: a few milliseconds. */
const FLUSH_BATCH = 200;
/** User agents in memory, classified as people or bots. */
const MAX_USER_AGENTS = 500;

/**
 * A view of the item `id`. The address is used for a keyed hash and then discarded. `source`: where the reader came from, if
 * the counter stores it.
 */
export type Reading = { id: number; address: string; userAgent: string | undefined; source?: string | undefined };

/** New readers of an item, also by their sources, if they have one. */
export type NewReaders = { count: number; sources: ReadonlyMap<string, number> };

/** Programs that open the links of a mail before or instead of its reader, and are no bots by `isbot`. */
const MAIL_SCANNER = /barracuda|ms-?office|microsoft (?:office|outlook)|safelinks/i;

type Request = { method: string; ip: string; headers: IncomingHttpHeaders };

/** A click on a link that redirects; undefined for HEAD, for prefetches, and for programs that check mails. */
export function clickOf({ method, ip, headers }: Request, id: number): Reading | undefined {
  const isAhead = /prefetch|preview/i.test(String(headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"] ?? ""));
  const userAgent = headers["user-agent"];
  if (method !== "GET" || isAhead || MAIL_SCANNER.test(userAgent ?? "")) return undefined;
  return { id, address: ip, userAgent };
}

export type ReaderCounter = {
  /** Records a view without waiting for the database. Bots are ignored. */
  record: (reading: Reading) => void;
  /**
   * Writes recorded views. Called every few seconds and on stop; throws if the database is down, keeping the records.
   */
  flush: () => Promise<void>;
};

type Deps = {
  database: Database;
  clock: Clock;
  secretKey: string;
  /** What is counted: the same reader counts separately under each name. */
  what: string;
  /** Adds the new readers of all items, before any item's own: writers wait for each other here, and never deadlock. */
  addAll?: (trx: Transaction<Tables>, count: number, now: number) => Promise<void>;
  /** Adds one item's new readers, in the transaction that marks them as counted. */
  add: (trx: Transaction<Tables>, id: number, readers: NewReaders, now: number) => Promise<void>;
};
type Noted = { id: number; seenAt: number; reader: string; network: string; source: string | undefined };

/**
 * Counts readers without cookies and without storing addresses: a hash keyed with the site's secret is stored for an
 * hour, so that several processes, also after a restart, recognize a reader they have counted.
 */
export function createReaderCounter({ database, clock, secretKey, what, addAll, add }: Deps): ReaderCounter {
  let pending = new Map<string, Noted>();
  /** How many of `pending` are from one network. */
  let noted = new Map<string, number>();
  const bots = new LRUCache<string, boolean>({ max: MAX_USER_AGENTS });
  const isBot = (userAgent: string) => {
    const known = bots.get(userAgent);
    if (known !== undefined) return known;
    const found = isbot(userAgent);
    bots.set(userAgent, found);
    return found;
  };
  const key = deriveKey(secretKey, "readers").toString("base64url");
  const hash = (...parts: (string | number)[]) => prefixKeyedHash(key, parts.join("\n"));

  const record = ({ id, address, userAgent, source }: Reading) => {
    if (!userAgent || isBot(userAgent) || pending.size >= MAX_PENDING) return;
    const from = networkOf(address);
    const reader = hash(what, id, from, userAgent);
    if (pending.has(reader)) return;
    const network = hash("network", what, id, from);
    const ofNetwork = noted.get(network) ?? 0;
    if (ofNetwork >= MAX_READERS_OF_NETWORK) return;
    pending.set(reader, { id, seenAt: clock.now(), reader, network, source });
    noted.set(network, ofNetwork + 1);
  };

  const write = (batch: Noted[]) =>
    database.db.transaction().execute(async (trx) => {
      const now = clock.now();
      const counted = await newReaders(trx, batch);
      const total = counted.reduce((sum, [, { count }]) => sum + count, 0);
      if (total > 0) await addAll?.(trx, total, now);
      for (const [id, readers] of counted) await add(trx, id, readers, now);
      await trx
        .deleteFrom("view_mark")
        .where("seen_at", "<", now - READER_INTERVAL_MS)
        .execute();
    });

  const flush = async () => {
    let left = [...pending.values()];
    pending = new Map();
    noted = new Map();
    try {
      while (left.length > 0) {
        await write(left.slice(0, FLUSH_BATCH));
        left = left.slice(FLUSH_BATCH);
        await otherTasks();
      }
    } catch (error) {
      // Kept for the next write, before those that have arrived since.
      pending = new Map([...left.map((one) => [one.reader, one] as const), ...pending]);
      throw error;
    }
  };
  return { record, flush };
}

/**
 * Marks the readers as counted, and returns the new ones of each item. Readers first, then networks, each in a
 * fixed order: two processes that write the same marks wait for each other, but never deadlock.
 */
async function newReaders(trx: Transaction<Tables>, batch: Noted[]): Promise<[id: number, NewReaders][]> {
  const unseen = await mark(
    trx,
    batch.map(({ reader, seenAt }) => ({ hash: reader, seenAt })),
  );
  const counts = new Map<number, { count: number; sources: Map<string, number> }>();
  let waiting = batch.filter(({ reader }) => unseen.has(reader));
  for (let place = 0; place < MAX_READERS_OF_NETWORK && waiting.length > 0; place += 1) {
    // One of each network may take its place; the others try the next.
    const first = new Map(waiting.map((one) => [`${one.network}.${place}`, one]));
    const taken = await mark(
      trx,
      [...first].map(([hash, { seenAt }]) => ({ hash, seenAt })),
    );
    const placed = new Set([...taken].map((hash) => first.get(hash)));
    for (const one of placed) {
      if (!one) continue;
      const readers = counts.get(one.id) ?? { count: 0, sources: new Map() };
      readers.count += 1;
      if (one.source) readers.sources.set(one.source, (readers.sources.get(one.source) ?? 0) + 1);
      counts.set(one.id, readers);
    }
    waiting = waiting.filter((one) => !placed.has(one));
  }
  return [...counts].sort(([left], [right]) => left - right);
}

type Mark = { hash: string; seenAt: number };

/** Sets the marks that were not set within the hour, in one statement; returns the hashes of these. */
async function mark(trx: Transaction<Tables>, marks: Mark[]): Promise<Set<string>> {
  if (marks.length === 0) return new Set();
  const sorted = marks.toSorted((left, right) => (left.hash < right.hash ? -1 : 1));
  const set = await trx
    .insertInto("view_mark")
    .columns(["hash", "seen_at"])
    .expression((eb) =>
      eb
        .selectFrom(jsonElements(trx, JSON.stringify(sorted)).as<"mark">(sql`mark`))
        .select([
          sql<string>`value ->> 'hash'`.as("hash"),
          sql<number>`cast(value ->> 'seenAt' as bigint)`.as("seen_at"),
        ])
        // SQLite would otherwise take what follows for a join's condition.
        .where(sql<SqlBool>`true`),
    )
    .onConflict((conflict) =>
      conflict
        .column("hash")
        .doUpdateSet((eb) => ({ seen_at: eb.ref("excluded.seen_at") }))
        .whereRef("view_mark.seen_at", "<=", (eb) => eb("excluded.seen_at", "-", READER_INTERVAL_MS)),
    )
    .returning("hash")
    .execute();
  return new Set(set.map(({ hash }) => hash));
}
