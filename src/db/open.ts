import type { Kysely } from "kysely";
import type { Engine } from "./dialect.ts";
import type { ContentChange, ScopeList } from "./scopes.ts";
import type { Tables } from "./tables.ts";

/** The database that the operator has configured. */
export type DatabaseSettings = { engine: "sqlite"; path: string } | PostgresSettings;

/** `readUrl`: a streaming replica for reads by readers. */
export type PostgresSettings = { engine: "postgres"; url: string; readUrl?: string | undefined };

/**
 * An open database, either engine. `src/db` contains everything that differs between SQLite and PostgreSQL, the rule
 * for what viewers may read (`readable.ts`), cache scopes and the transaction of a change (`change.ts`). It owns
 * `site_state`, `content_change` and `search_term`, and knows no feature.
 */
export type Database = {
  engine: Engine;
  db: Kysely<Tables>;
  /** How many pages and responses may be created from it at the same time. */
  maxConcurrentReads: number;
  /** Whether reads for readers may use a replica (`readForReaders`). */
  hasReplica?: boolean;
  /**
   * The version of everything readers can see, raised by each change in its own transaction. Synchronous and cheap, as
   * every page request reads it; includes other processes' changes.
   */
  contentVersion: () => number;
  /** Whether a change after `version` touched any of these scopes, as of the last result of `contentVersion`. */
  changedSince: (version: number, scopes: ScopeList) => boolean;
  /** Informs this process immediately of a change it has just committed; other processes find out on their own. */
  contentChanged: (change: ContentChange) => void | Promise<void>;
  /** Resolves once this process knows of a version. Only if others' changes arrive with a delay. */
  contentReached?: (version: number) => Promise<void>;
  /**
   * Runs work at start on a connection whose statements and locks may take longer than a request may: migrations, and
   * the first content.
   */
  maintenance: <T>(work: (database: Database) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};
