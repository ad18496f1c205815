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

/**
 * Codes for no space left: SQLite's, PostgreSQL's, the file system's. Quotas and file size limits appear in SQLite as a
 * failed write, and so does a failing disk; the log distinguishes them.
 */
const NO_SPACE = new Set([
  ...["SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"],
  ...["53100", "ENOSPC", "EDQUOT", "EFBIG"],
]);

/** Codes of a database that is unavailable, or aborts in favour of another writer (PostgreSQL's class 40). */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|40\w{3}|57P0\d|57014|53300|SQLITE_BUSY\w*|SQLITE_CANTOPEN|SQLITE_IOERR\w*)$/;

/** The drivers' own errors, which have no code. */
const AWAY_SENTENCE =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client .*not queryable|The database connection is not open)/i;

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? "");

/** Whether the database or a file could not be written for lack of space. */
export const isOutOfSpace = (error: Error): boolean => NO_SPACE.has(codeOf(error));

/** Whether the database was unavailable or preferred another writer: a retry may succeed. */
export const isAway = (error: Error): boolean =>
  AWAY.test(codeOf(error)) || AWAY_SENTENCE.test(error.message) || isMissingSocket(error);

/** PostgreSQL's socket in the file system is missing while it is stopped. */
const isMissingSocket = (error: Error) =>
  codeOf(error) === "ENOENT" && (error as NodeJS.ErrnoException).syscall === "connect";

/** Whether SQLite failed with a code of its own: the file is damaged, locked or not a database. */
export const isRefusedBySqlite = (error: unknown): boolean =>
  error instanceof Error && codeOf(error).startsWith("SQLITE_");
