import { type QueryExecutorProvider, SqliteAdapter } from "kysely";

/** The two engines. PGlite counts as PostgreSQL. */
export type Engine = "sqlite" | "postgres";

export const engineOf = (db: QueryExecutorProvider): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
