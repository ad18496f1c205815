import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { up as publication } from "../../migrations/0001-publication.ts";
import { up as audience } from "../../migrations/0002-audience.ts";
import { up as search } from "../../migrations/0003-search.ts";
import { up as accounts } from "../../migrations/0004-accounts.ts";
import { up as desk } from "../../migrations/0005-desk.ts";
import { up as adCounts } from "../../migrations/0006-ad-counts.ts";
import { up as mail } from "../../migrations/0007-mail.ts";
import { up as mailUpkeep } from "../../migrations/0008-mail-upkeep.ts";
import { up as tasks } from "../../migrations/0010-tasks.ts";
import { up as knownClients } from "../../migrations/0011-known-clients.ts";
import type { Engine } from "./engine.ts";
import type { Database } from "./open.ts";

type EngineMigration = (db: Kysely<unknown>, engine: Engine) => Promise<void>;

/** The one numbered sequence. A migration that has landed is never changed; a mistake is mended by the next one. */
const SEQUENCE: Record<string, EngineMigration> = {
  "0001-publication": publication,
  "0002-audience": audience,
  "0003-search": search,
  "0004-accounts": accounts,
  "0005-desk": desk,
  "0006-ad-counts": adCounts,
  "0007-mail": mail,
  "0008-mail-upkeep": mailUpkeep,
  "0010-tasks": tasks,
  "0011-known-clients": knownClients,
};

class Sequence implements MigrationProvider {
  readonly #engine: Engine;
  constructor(engine: Engine) {
    this.#engine = engine;
  }
  async getMigrations(): Promise<Record<string, Migration>> {
    return Object.fromEntries(
      Object.entries(SEQUENCE).map(([name, up]) => [name, { up: (db: Kysely<unknown>) => up(db, this.#engine) }]),
    );
  }
}

/** Brings the database to the newest shape. Safe to call from several processes at once: Kysely holds a lock. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database.db, provider: new Sequence(database.engine) });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** The names of the migrations that a database has been through, in their order. */
export async function appliedMigrations<Shape>(db: Kysely<Shape>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether this program knows a migration: it does not, where a newer program has made it. */
export const isKnownMigration = (name: string): boolean => name in SEQUENCE;
