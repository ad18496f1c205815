import { Kysely, type Transaction, type TransactionBuilder } from "kysely";
import { backoff, retry, spread } from "#shared/retry.ts";
import type { Tables } from "./tables.ts";

/** A transaction runs at most this often. */
const MAX_RUNS = 4;
/** The wait before the second run, in milliseconds, doubled before each further one; half of it is random. */
const MIN_WAIT_MS = 20;
/** PostgreSQL's serialization failure and deadlock: it has rolled the transaction back in favour of another one. */
const CONFLICTS = new Set(["40001", "40P01"]);

/** A read replica failed in the middle of a read-only transaction: run again, it starts on the primary. */
export class ReplicaFailure extends Error {
  constructor(cause: unknown) {
    super("The read replica failed.", { cause });
  }
}

const isConflict = (error: unknown) =>
  error instanceof ReplicaFailure || CONFLICTS.has(String((error as { code?: unknown })?.code));

/** Runs a transaction again if it was rolled back in favour of another. Throws the last error unchanged. */
export const retryConflicts = <T>(run: () => Promise<T>): Promise<T> =>
  retry(
    { attempts: MAX_RUNS, isTemporary: isConflict, delay: (runs) => spread(backoff({ first: MIN_WAIT_MS }, runs)) },
    run,
  );

/**
 * Transactions that PostgreSQL rolls back in favour of another one are run again, from their first statement, so other
 * effects of a transaction's function must be repeatable.
 */
export class RetryingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return retrying(super.transaction());
  }
}

function retrying(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  return Object.assign(builder, {
    execute: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => retryConflicts(() => execute(work)),
    setAccessMode: (mode: "read only" | "read write") => retrying(setAccessMode(mode)),
  });
}
