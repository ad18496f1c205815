import type { Database, DatabaseSettings } from "./open.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

/** Opens the configured database. The caller migrates it, and closes it at the end. */
export function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return settings.engine === "sqlite" ? openSqlite(settings.path) : openPostgres(settings.url, settings);
}
