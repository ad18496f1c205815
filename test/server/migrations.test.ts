import { sql } from "kysely";
import { afterEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { MIGRATIONS } from "#db/migration-files.ts";
import { appliedMigrations, migrate, pendingMigrations } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { createPostgresDatabase, createSqliteDatabase, openMigrated } from "#test/support/engines.ts";
import { Interruption, interruptedAfter } from "#test/support/interruption.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/** After how many more statements each interruption of a new database comes: less often where making one takes time. */
const STRIDE = { sqlite: 1, postgres: 4 };
/** Statements before a migration's own: what is applied is read twice, the lock taken, and the list made. */
const BEFORE_EACH = 6;
/** Those of them that are made again for each further migration of one call. */
const AGAIN = 4;
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

/** What migrations make where nothing interrupts them, and with how many statements. */
async function undisturbed(create: CreateDatabase) {
  const database = await openEmpty(create);
  const counted = interruptedAfter(database, Number.POSITIVE_INFINITY);
  await migrate(counted.database);
  expect(counted.count()).toBeGreaterThan(60);
  return {
    expected: await shapeOf(database),
    statements: counted.count(),
    applied: await appliedMigrations(database.db),
  };
}

/**
 * One database, interrupted at every statement of each migration in turn: what is applied stays, so that each attempt
 * takes a few statements only.
 */
async function interruptEachMigration(create: CreateDatabase): Promise<void> {
  const { expected, statements: all, applied } = await undisturbed(create);
  const database = await openEmpty(create);
  let [attempts, done] = [0, 0];
  const isInterruptedAfter = async (statements: number): Promise<boolean> => {
    attempts += 1;
    try {
      const { database: interrupted } = interruptedAfter(database, statements);
      // On the connection that is open already: PostgreSQL would spend most of the time on opening one for each attempt.
      await migrate({ ...interrupted, maintenance: (work) => work(interrupted) });
      return false;
    } catch (error) {
      if (error instanceof Interruption) return true;
      throw new Error(`Migration ${done} cannot be resumed after ${statements - 1} statements.`, { cause: error });
    }
  };
  for (let statements = 0; await isInterruptedAfter(statements); ) {
    const before = done;
    // There is no list before the first one.
    done = (await appliedMigrations(database.db).catch(() => [])).length;
    statements = done > before ? BEFORE_EACH : statements + 1;
    expect(done - before, "no statement of a migration is left out").toBeLessThanOrEqual(1);
  }
  expect(attempts, "each statement was the last one once").toBeGreaterThan(all - AGAIN * applied.length);
  expect(await appliedMigrations(database.db)).toEqual(applied);
  expect(await shapeOf(database)).toEqual(expected);
}

/** New databases, each interrupted at another statement of all. */
async function interruptEverywhere(create: CreateDatabase, stride: number): Promise<void> {
  const { expected, statements: all } = await undisturbed(create);
  for (let statements = 0; statements < all; statements += stride) {
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

test("migrations interrupted at any statement can be resumed (sqlite)", () => interruptEachMigration(sqlite));
test.skipIf(hasNoServer)("migrations interrupted at any statement can be resumed (postgres)", () =>
  interruptEachMigration(postgres),
);
test.skipIf(!IS_THOROUGH)(
  "new databases are migrated to the end after an interruption at any statement (sqlite)",
  () => interruptEverywhere(sqlite, STRIDE.sqlite),
  TIME_LIMIT,
);
test.skipIf(!IS_THOROUGH || hasNoServer)(
  "new databases are migrated to the end after an interruption at any statement (postgres)",
  () => interruptEverywhere(postgres, STRIDE.postgres),
  TIME_LIMIT,
);

test("ten processes migrate an empty database at once (sqlite)", () => migrateAtOnce(sqlite));
test.skipIf(hasNoServer)("ten processes migrate an empty database at once (postgres)", () => migrateAtOnce(postgres));

/** A database in which a newer release has applied migrations that this program doesn't know. */
async function openChanged(create: CreateDatabase, changes: { [list: string]: string }): Promise<Database> {
  const database = await openMigrated(await create());
  for (const [list, name] of Object.entries(changes)) {
    await sql`create table if not exists ${sql.table(list)} (name varchar(255), timestamp varchar(255))`.execute(
      database.db,
    );
    await sql`insert into ${sql.table(list)} (name, timestamp) values (${name}, '')`.execute(database.db);
  }
  return database;
}

const ofBoth = describe.each(
  hasNoServer ? [["sqlite", sqlite] as const] : [["sqlite", sqlite] as const, ["postgres", postgres] as const],
);

ofBoth("a database that a newer release has changed (%s)", (_engine, create) => {
  test("is left alone, with one line that says so", async () => {
    const database = await openChanged(create, { kysely_migration: "9999-future" });
    await expect(migrate(database)).rejects.toThrow(
      "changed by a newer version of this program (migration 9999-future)",
    );
  });

  test("is served if the changes are additive", async () => {
    const database = await openChanged(create, { additive_migration: "9998-future" });
    await migrate(database);
    expect(await pendingMigrations(database)).toEqual([]);
    expect(await appliedMigrations(database.db)).toContain("9998-future");
  });
});

ofBoth("an additive migration (%s)", (_engine, create) => {
  const NAME = "9998-additive";
  afterEach(() => {
    delete MIGRATIONS[NAME];
  });

  test("is applied once, and a release without it still runs", async () => {
    const database = await openMigrated(await create());
    let times = 0;
    const up = async () => {
      times += 1;
    };
    MIGRATIONS[NAME] = { up, isAdditive: true };
    expect(await pendingMigrations(database)).toEqual([NAME]);
    await migrate(database);
    await migrate(database);
    expect([times, await pendingMigrations(database)]).toEqual([1, []]);
    delete MIGRATIONS[NAME];
    await migrate(database);
    MIGRATIONS[NAME] = { up };
    await migrate(database);
    expect(times, "also once it is no longer declared so").toBe(1);
  });
});
