import { AsyncLocalStorage } from "node:async_hooks";
import { type Kysely, sql, type Transaction } from "kysely";
import { engineOf } from "./dialect.ts";
import type { Tables } from "./tables.ts";

/** A transaction accepts further changes up to this number and time. */
const MAX_SHARING = 32;
const MAX_SHARING_MS = 40;

type Work<T> = (trx: Transaction<Tables>) => Promise<T>;
/** A waiting or running change: `run` never settles the caller's promise. */
type Change = { run: Work<void>; commit: () => void; fail: (error: unknown) => void };

/** Waiting changes; an entry exists while a transaction takes them out. */
const queues = new WeakMap<Kysely<Tables>, Change[]>();

/**
 * Runs a short transaction. On SQLite, concurrent ones run one after another in one transaction, each within a
 * savepoint, and resolve after their one commit (docs/decisions/0042): durability is most of the cost of a change. A
 * failing one is undone alone. PostgreSQL groups commits itself.
 */
export function shareCommit<T>(db: Kysely<Tables>, work: Work<T>): Promise<T> {
  if (engineOf(db) === "postgres") return db.transaction().execute(work);
  return new Promise<T>((resolve, reject) => {
    let result: T;
    // Keeps the async context of the caller, as another request may run this.
    const own = AsyncLocalStorage.bind(work);
    const change: Change = {
      run: async (trx) => {
        result = await own(trx);
      },
      commit: () => resolve(result),
      fail: reject,
    };
    const queue = queues.get(db);
    if (queue) queue.push(change);
    else void runAll(db, [change]);
  });
}

async function runAll(db: Kysely<Tables>, queue: Change[]): Promise<void> {
  queues.set(db, queue);
  while (queue.length > 0) await runTogether(db, queue);
  queues.delete(db);
}

/** One transaction of the next changes; settles everything that it takes from the queue. */
async function runTogether(db: Kysely<Tables>, queue: Change[]): Promise<void> {
  /** Started, and neither committed nor failed alone. */
  const open = new Set<Change>();
  /**
   * Rejected only after the commit: a change may have failed because of an uncommitted one that nobody else sees yet.
   */
  const failed = new Map<Change, unknown>();
  try {
    await db.transaction().execute(async (trx) => {
      const until = performance.now() + MAX_SHARING_MS;
      for (let taken = 0; taken < MAX_SHARING && performance.now() < until; taken += 1) {
        const change = queue.shift();
        if (!change) break;
        open.add(change);
        // The first one needs no savepoint: if it fails, nothing else is undone.
        if (taken === 0) await change.run(trx);
        else await runInSavepoint(trx, change, failed);
        if (failed.has(change)) open.delete(change);
      }
    });
    for (const change of open) change.commit();
  } catch (error) {
    // Without a transaction (the database is locked, or closed) no waiting change would get one.
    for (const change of open.size > 0 ? open : queue.splice(0)) change.fail(error);
  }
  for (const [change, error] of failed) change.fail(error);
}

/** Runs a change in a savepoint, and undoes it alone if it fails. Throws if the full transaction is lost. */
async function runInSavepoint(trx: Transaction<Tables>, change: Change, failed: Map<Change, unknown>): Promise<void> {
  await sql`savepoint change`.execute(trx);
  try {
    await change.run(trx);
  } catch (error) {
    await sql`rollback to change`.execute(trx);
    failed.set(change, error);
  } finally {
    await sql`release change`.execute(trx);
  }
}
