import type { Kysely } from "kysely";
import type { Env } from "../env.ts";
import type { Engine } from "./engine.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** An open database, either engine. */
export type Database = {
  engine: Engine;
  db: Kysely<Tables>;
  /**
   * The version of everything readers can see, raised by each change in its own transaction.
   * Synchronous and cheap, as every page request asks; knows of other processes' changes too.
   */
  contentVersion: () => number;
  /** Tells this process at once of a version it has just committed; other processes learn of it by themselves. */
  contentRaised: (version: number) => void;
  /**
   * Runs what a start does, on a database whose statements and locks may take longer than a request is allowed to:
   * migrations, and the first content.
   */
  maintenance: <T>(work: (database: Database) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** Opens the configured database. The caller migrates it, and closes it at the end. */
export function openDatabase(settings: Env["database"]): Promise<Database> {
  return settings.engine === "sqlite" ? openSqlite(settings.path) : openPostgres(settings.url);
}
