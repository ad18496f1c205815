import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { appliedMigrations, migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { createPostgresDatabase, createSqliteDatabase, openMigrated } from "#test/support/engines.ts";
import { Interruption, interruptedAfter } from "#test/support/interruption.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/**
 * After how many more statements each interruption comes. In the short form not after every one, as all migrations run
 * twice for each; fewer on PostgreSQL, where a new database takes time.
 */
const STRIDE = IS_THOROUGH ? { sqlite: 1, postgres: 4 } : { sqlite: 5, postgres: 24 };
const PROCESSES = 10;
const TIME_LIMIT = 300_000;

type CreateDatabase = () => Promise<Parameters<typeof openDatabase>[0]>;

async function openEmpty(create: CreateDatabase): Promise<Database> {
  const database = await openDatabase(await create());
  onTestFinished(() => database.close());
  return database;
}

/** Tables and indexes, to be compared. */
async function shapeOf({ db, engine }: Database): Promise<unknown[]> {
  const query =
    engine === "sqlite"
      ? sql`select type, name, sql from sqlite_master order by name`
      : sql`select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`;
  const tables = await db.introspection.getTables();
  return [(await query.execute(db)).rows, tables];
}

async function interruptEverywhere(create: CreateDatabase, stride: number): Promise<void> {
  const undisturbed = await openEmpty(create);
  const counted = interruptedAfter(undisturbed, Number.POSITIVE_INFINITY);
  await migrate(counted.database);
  const expected = await shapeOf(undisturbed);
  expect(counted.count()).toBeGreaterThan(60);
  for (let statements = 0; statements < counted.count(); statements += stride) {
    const database = await openEmpty(create);
    await expect(migrate(interruptedAfter(database, statements).database)).rejects.toThrow(Interruption);
    await migrate(database);
    expect(await shapeOf(database), `interrupted after ${statements} statements`).toEqual(expected);
    await database.close();
  }
}

async function migrateAtOnce(create: CreateDatabase): Promise<void> {
  const settings = await create();
  const databases = await Promise.all(Array.from({ length: PROCESSES }, () => openMigrated(settings)));
  const [first] = databases;
  expect(first && (await appliedMigrations(first.db))).toEqual(
    first && [...new Set(await appliedMigrations(first.db))],
  );
  for (const { db } of databases)
    expect(await db.selectFrom("site_state").select("value").execute()).toEqual([{ value: 1 }]);
}

const sqlite: CreateDatabase = createSqliteDatabase;
const postgres: CreateDatabase = async () => ({ engine: "postgres", url: await createPostgresDatabase() });
const hasNoServer = inject("postgres") === null;

test(
  "migrations interrupted at any statement can be resumed (sqlite)",
  () => interruptEverywhere(sqlite, STRIDE.sqlite),
  TIME_LIMIT,
);
test.skipIf(hasNoServer)(
  "migrations interrupted at any statement can be resumed (postgres)",
  () => interruptEverywhere(postgres, STRIDE.postgres),
  TIME_LIMIT,
);

test("ten processes migrate an empty database at once (sqlite)", () => migrateAtOnce(sqlite));
test.skipIf(hasNoServer)("ten processes migrate an empty database at once (postgres)", () => migrateAtOnce(postgres));

test("a database of a newer version is left alone, with one line that says so", async () => {
  const database = await openMigrated(await createSqliteDatabase());
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '')`.execute(database.db);
  await expect(migrate(database)).rejects.toThrow("changed by a newer version of this program (migration 9999-future)");
});
