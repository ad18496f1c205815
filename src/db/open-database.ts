import type { ObserveStatement } from "./observed-statements.ts";
import type { Database, DatabaseSettings } from "./open.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

/** Opens the configured database. The caller migrates it, and closes it at the end. `observe` is for monitoring. */
export function openDatabase(settings: DatabaseSettings, observe?: ObserveStatement): Promise<Database> {
  return settings.engine === "sqlite"
    ? openSqlite(settings.path, { observe })
    : openPostgres(settings.url, { ...settings, observe });
}
