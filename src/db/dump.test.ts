import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";
import { dumpDatabase, loadDump } from "./dump.ts";
import { appliedMigrations, migrate } from "./migrations.ts";
import type { DatabaseSettings } from "./open.ts";
import { openDatabase } from "./open-database.ts";

/** Characters that COPY escapes, and others that some line readers take for line breaks. */
const WORDS = "one\ttwo\n\\.\n\\N \r\n \u2028 \u2029 ✓ 😀 '; COPY x FROM stdin;";
/** Longer than what is read or sent in one piece. */
const LONG = "x".repeat(200_000);

async function createDump(settings: DatabaseSettings): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-dump-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const older = await openBefore("0071-notifications", settings);
  await sql`insert into account (name, bio, created_at) values (${WORDS}, ${LONG}, 1)`.execute(older.db);
  const file = join(folder, "dump");
  await dumpDatabase(settings, file, async () => undefined);
  return file;
}

/** A database that a newer program has migrated: with tables that no dump of ours knows. */
async function migrateBeyond(settings: DatabaseSettings): Promise<void> {
  const database = await openDatabase(settings);
  await migrate(database);
  const { db } = database;
  await sql`create table future_reference (account_id integer not null references account (id))`.execute(db);
  await sql`create table future_alone (id integer primary key)`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '')`.execute(db);
  await database.close();
}

async function stateOf(settings: DatabaseSettings) {
  const database = await openDatabase(settings);
  const { db } = database;
  const state = {
    accounts: await db.selectFrom("account").select(["name", "bio", "created_at"]).execute(),
    migrations: await appliedMigrations(db),
    tables: (await db.introspection.getTables()).map(({ name }) => name),
  };
  await database.close();
  return state;
}

function suite(create: () => Promise<DatabaseSettings>) {
  test("replaces a newer database with an older dump, and migrates it", async () => {
    const [source, target] = [await create(), await create()];
    const file = await createDump(source);
    await migrateBeyond(target);
    await loadDump(target, file, async (trx) => {
      await trx.updateTable("account").set({ created_at: 2 }).execute();
    });
    const { accounts, migrations, tables } = await stateOf(target);
    expect(accounts).toEqual([{ name: WORDS, bio: LONG, created_at: 2 }]);
    expect(migrations).toContain("0072-index-of-versions");
    expect(migrations).not.toContain("9999-future");
    expect(tables).toContain("notification");
    expect(tables).not.toContain("future_reference");
    expect(tables).not.toContain("future_alone");
  });

  test("changes nothing if the last step fails", async () => {
    const [source, target] = [await create(), await create()];
    const file = await createDump(source);
    await migrateBeyond(target);
    const before = await stateOf(target);
    const failing = loadDump(target, file, async () => {
      throw new Error("no room");
    });
    await expect(failing).rejects.toThrow("no room");
    expect(await stateOf(target)).toEqual(before);
  });

  test("is rejected while a server uses the database", async () => {
    const target = await create();
    const server = await openDatabase(target);
    onTestFinished(() => server.close());
    await migrate(server);
    await expect(loadDump(target, "not read", async () => undefined)).rejects.toThrow(
      /in use.* Stop the server, then restore/,
    );
  });
}

describe("restoring a dump (sqlite)", () => suite(createSqliteDatabase));

describe.skipIf(inject("postgres") === null)("restoring a dump (postgres)", () =>
  suite(async () => ({ engine: "postgres", url: await createPostgresDatabase() })),
);
