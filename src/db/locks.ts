import { type Kysely, sql, type Transaction } from "kysely";
import { engineOf } from "./engine.ts";
import type { Tables } from "./tables.ts";

/** PostgreSQL's advisory locks, one for each kind of work that must not overlap across processes. */
const LOCKS = {
  /** The key of Kysely's own migrator, which older versions of this program use: the two exclude each other. */
  migrations: "3853314791062309107",
  /** Otherwise two writers could deadlock on each other's words. */
  words: "7203001",
  /** Otherwise two transactions would not see each other's attempts. */
  attempts: "7203002",
  /** Otherwise two writers could deadlock on each other's spans, or cut the same one. */
  spans: "7203004",
  /** The rate limit applies to all processes together. */
  mails: "7203003",
} as const;

/** Holds a lock until the transaction ends. On SQLite every transaction has the writer to itself anyway. */
export async function holdLock(trx: Kysely<Tables>, lock: keyof typeof LOCKS): Promise<void> {
  if (engineOf(trx) === "postgres") await sql`select pg_advisory_xact_lock(${LOCKS[lock]})`.execute(trx);
}

/** Keeps others from writing to a table until the transaction ends. Reads continue. */
export async function lockTable(trx: Transaction<Tables>, table: keyof Tables): Promise<void> {
  if (engineOf(trx) === "postgres") await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx);
}
