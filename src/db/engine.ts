import { type QueryExecutorProvider, SqliteAdapter } from "kysely";

/** The two engines. PGlite counts as PostgreSQL. */
export type Engine = "sqlite" | "postgres";

/** The engine of a database or a transaction. */
export const engineOf = (db: QueryExecutorProvider): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
