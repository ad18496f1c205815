import {
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  sql,
  type Transaction,
} from "kysely";
import type { Tables } from "./tables.ts";

/** The two engines. PGlite counts as PostgreSQL. */
export type Engine = "sqlite" | "postgres";

export const engineOf = (db: QueryExecutorProvider): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";

/** The engine's name in words. */
export const engineName = (db: QueryExecutorProvider): string => (engineOf(db) === "sqlite" ? "SQLite" : "PostgreSQL");

/** The size of the database on its disk, in bytes. */
export async function databaseBytes(db: Kysely<Tables>): Promise<number> {
  const size =
    engineOf(db) === "sqlite"
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await size.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** The elements of a JSON list as rows, each a JSON value in the column `value`. */
export const jsonElements = (db: Kysely<Tables>, json: string): RawBuilder<unknown> =>
  engineOf(db) === "sqlite" ? sql`json_each(${json})` : sql`json_array_elements(${json}::text::json)`;

/** Whether a text column contains `part` literally. */
export const hasText = (db: Kysely<Tables>, column: string, part: string): RawBuilder<SqlBool> =>
  sql`${engineOf(db) === "sqlite" ? sql`instr` : sql`strpos`}(${sql.ref(column)}, ${part}) > 0`;

/** Whether a text column starts with `part` literally; on SQLite this reads only that part of the column's index. */
export const beginsWith = (db: Kysely<Tables>, column: string, part: string): RawBuilder<SqlBool> =>
  engineOf(db) === "sqlite"
    ? sql`(${sql.ref(column)} >= ${part} and ${sql.ref(column)} < ${`${part}\u{10ffff}`})`
    : sql`starts_with(${sql.ref(column)}, ${part})`;

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
  /** Deliveries of events are created in the order of the events. */
  webhooks: "7203005",
} as const;

/** Holds a lock until the transaction ends. On SQLite transactions are exclusive anyway. */
export async function holdLock(trx: Kysely<Tables>, lock: keyof typeof LOCKS): Promise<void> {
  if (engineOf(trx) === "postgres") await sql`select pg_advisory_xact_lock(${LOCKS[lock]})`.execute(trx);
}

/** Blocks other writers of a table until the transaction ends. Reads continue. */
export async function lockTable(trx: Transaction<Tables>, table: keyof Tables): Promise<void> {
  if (engineOf(trx) === "postgres") await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx);
}
