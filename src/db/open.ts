import type { Kysely } from "kysely";
import type { Env } from "../env.ts";
import type { ContentChange } from "./change-record.ts";
import type { Engine } from "./engine.ts";
import { openPostgres } from "./postgres.ts";
import type { ScopeList } from "./scopes.ts";
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
  /** Whether a change after `version` touched any of these scopes, as of what `contentVersion` answered last. */
  changedSince: (version: number, scopes: ScopeList) => boolean;
  /** Tells this process at once of a change it has just committed; other processes learn of it by themselves. */
  contentChanged: (change: ContentChange) => void;
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
