import type Sqlite from "better-sqlite3";

const MAX_STATEMENTS = 500;

export type PrepareStatement = (sql: string) => Sqlite.Statement;

/** Kysely compiles each query to text; preparing that text every time would cost more than running it. */
export function cachedStatements(handle: Sqlite.Database): PrepareStatement {
  const statements = new Map<string, Sqlite.Statement>();
  return (sql) => {
    let statement = statements.get(sql);
    // A statement that is still being iterated cannot be shared.
    if (statement && !statement.busy) return statement;
    statement = handle.prepare(sql);
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
}
