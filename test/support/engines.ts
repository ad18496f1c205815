// Every command states what happened.
import "#app/subscribers.ts";
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { createChangeRecord } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { MIGRATED } from "./postgres-cluster.ts";

/** Opens an empty, migrated database for one test; it is closed and removed when the test ends. */
export type OpenTestDatabase = () => Promise<Database>;

/**
 * Runs a suite whose SQL differs between engines (JSON, full text, order, case, time, upserts, locks) on SQLite and on
 * PostgreSQL: a server, or PGlite if its programs are missing. `TEST_ENGINES=sqlite` skips PostgreSQL.
 */
export function describeOnEngines(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${name} (sqlite)`, () => suite(openSqliteForTest));
  if (process.env.TEST_ENGINES === "sqlite") return;
  if (inject("postgres") === null) describe(`${name} (pglite)`, () => suite(pgliteOpener()));
  else describe(`${name} (postgres)`, () => suite(openPostgresForTest));
}

/** Runs a suite about behaviour above the database: on SQLite, and with `TEST_ENGINES=all` on PostgreSQL too. */
export function describeOnSqlite(name: string, suite: (open: OpenTestDatabase) => void): void {
  if (process.env.TEST_ENGINES === "all") describeOnEngines(name, suite);
  else describe(name, () => suite(openSqliteForTest));
}

/** The place of a new SQLite database; its folder is removed when the test ends. */
export async function createSqliteDatabase(): Promise<{ engine: "sqlite"; path: string }> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-db-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { engine: "sqlite", path: join(folder, "test.db") };
}

/** Opens and migrates a database, for tests that open one more than once; it is closed when the test ends. */
export async function openMigrated(...settings: Parameters<typeof openDatabase>): Promise<Database> {
  const database = await openDatabase(...settings);
  onTestFinished(() => database.close());
  await migrate(database);
  return database;
}

export async function openSqliteForTest(): Promise<Database> {
  const settings = await createSqliteDatabase();
  copyFileSync(inject("migratedFile"), settings.path);
  return openMigrated(settings);
}

/**
 * Address of a new database on `server`, by default the one that all tests share: empty unless it is the copy of a
 * `template`, with its files in `folder` where one is given. Only where `inject("postgres")` is not null.
 */
export async function createPostgresDatabase({
  server = inject("postgres"),
  folder,
  template = "template1",
}: {
  server?: string | null;
  folder?: string;
  template?: string;
} = {}): Promise<string> {
  if (!server) throw new Error("PostgreSQL's programs are not installed.");
  const name = `t_${randomBytes(6).toString("hex")}`;
  const administrator = new pg.Client({ connectionString: server.replace("{database}", "postgres") });
  await administrator.connect();
  if (folder) await administrator.query(`create tablespace ${name} location '${folder}'`);
  await administrator.query(`create database ${name} template ${template} ${folder ? `tablespace ${name}` : ""}`);
  onTestFinished(async () => {
    await administrator.query(`drop database ${name} with (force)`);
    if (folder) await administrator.query(`drop tablespace ${name}`);
    await administrator.end();
  });
  return server.replace("{database}", name);
}

export const openPostgresForTest = async (): Promise<Database> =>
  openMigrated({ engine: "postgres", url: await createPostgresDatabase({ template: MIGRATED }) });

/** One instance for all tests of a file, as starting it is slow; each test gets it emptied. */
function pgliteOpener(): OpenTestDatabase {
  let instance: PGlite | undefined;
  beforeAll(async () => {
    instance = await PGlite.create();
  });
  afterAll(async () => {
    await instance?.close();
  });
  return async () => {
    if (!instance) throw new Error("PGlite has not started.");
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: instance }) });
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    const record = createChangeRecord();
    record.catchUp(1, []);
    const database: Database = {
      engine: "postgres",
      maxConcurrentReads: 1,
      db,
      contentVersion: record.version,
      changedSince: record.changedSince,
      contentChanged: record.add,
      maintenance: (work) => work(database),
      // The instance outlives the test.
      close: async () => undefined,
    };
    await migrate(database);
    return database;
  };
}
