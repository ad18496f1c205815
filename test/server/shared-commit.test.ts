import { AsyncLocalStorage } from "node:async_hooks";
import Sqlite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { addTerms } from "#db/full-text.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { createSqliteDatabase, describeOnEngines, openMigrated, openSqliteForTest } from "#test/support/engines.ts";

const write = (db: Kysely<Tables>, name: string) =>
  db.insertInto("view_mark").values({ hash: name, seen_at: 0 }).execute();

async function names(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom("view_mark")
    .select("hash")
    .where("hash", "like", "test %")
    .orderBy("hash")
    .execute();
  return rows.map(({ hash }) => hash.slice("test ".length));
}

const statusOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message));

test("changes that wait together are committed at once, and none is answered before", async () => {
  const settings = await createSqliteDatabase();
  const { db } = await openMigrated(settings);
  const other = new Sqlite(settings.path, { readonly: true });
  onTestFinished(() => void other.close());
  const committed = () => other.prepare("select count(*) from view_mark where hash like 'test %'").pluck().get();
  const seen = await Promise.all(
    ["a", "b", "c", "d"].map(async (name) => {
      const within = await shareCommit(db, async (trx) => {
        await write(trx, `test ${name}`);
        return committed();
      });
      return [within, committed()];
    }),
  );
  expect(seen).toEqual([1, 2, 3, 4].map(() => [0, 4]));
});

test("a change that fails over what another has just written is told so once everybody can see that", async () => {
  const settings = await createSqliteDatabase();
  const { db } = await openMigrated(settings);
  const other = new Sqlite(settings.path, { readonly: true });
  onTestFinished(() => void other.close());
  const committed = () => other.prepare("select hash from view_mark where hash = 'test once'").pluck().get();
  const first = shareCommit(db, (trx) => write(trx, "test before"));
  const made = shareCommit(db, (trx) => write(trx, "test once"));
  const failed = shareCommit(db, (trx) => write(trx, "test once")).catch(committed);
  expect(await failed).toBe("test once");
  await Promise.all([first, made]);
});

test("a change waits for no more than 32 others before it is answered", async () => {
  const { db } = await openSqliteForTest();
  const order: string[] = [];
  const indexes = Array.from({ length: 50 }, (_, index) => index);
  await Promise.all(
    indexes.map(async (index) => {
      await shareCommit(db, async (trx) => {
        order.push(`runs ${index}`);
        await write(trx, `test ${index}`);
      });
      order.push(`answered ${index}`);
    }),
  );
  expect(order.indexOf("answered 0")).toBeLessThan(order.indexOf("runs 32"));
  expect(await names(db)).toHaveLength(50);
});

test("if SQLite gives the whole transaction up, all that were in it fail, and later ones work", async () => {
  const { db } = await openSqliteForTest();
  const results = await Promise.allSettled([
    shareCommit(db, (trx) => write(trx, "test first")),
    shareCommit(db, async (trx) => {
      await sql`pragma max_page_count = 1`.execute(trx);
      await write(trx, `test ${"x".repeat(100_000)}`);
    }),
  ]);
  await sql`pragma max_page_count = 1000000`.execute(db);
  expect(statusOf(results)).toEqual(["database or disk is full", "database or disk is full"]);
  expect(await names(db)).toEqual([]);
  await shareCommit(db, (trx) => write(trx, "test later"));
  expect(await names(db)).toEqual(["later"]);
});

test("if there is no transaction to be had, everybody who waits is told", async () => {
  const database = await openSqliteForTest();
  await database.close();
  const results = await Promise.allSettled(
    ["a", "b"].map((name) => shareCommit(database.db, (trx) => write(trx, `test ${name}`))),
  );
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

describeOnEngines("changes at the same time", (open) => {
  test.each([0, 1, 3])("do not fail with one that fails (%i)", async (failing) => {
    const { db } = await open();
    const results = await Promise.allSettled(
      [0, 1, 2, 3].map((index) =>
        shareCommit(db, async (trx) => {
          await write(trx, `test ${index}`);
          if (index === failing) throw new Error("Refused.");
          return index;
        }),
      ),
    );
    expect(statusOf(results)).toEqual([0, 1, 2, 3].map((index) => (index === failing ? "Refused." : index)));
    expect(await names(db)).toEqual(["0", "1", "2", "3"].filter((name) => name !== String(failing)));
  });

  test("do not fail with one that violates a constraint", async () => {
    const { db } = await open();
    await write(db, "test taken");
    const results = await Promise.allSettled(
      ["a", "taken", "b"].map((name) => shareCommit(db, (trx) => write(trx, `test ${name}`))),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await names(db)).toEqual(["a", "b", "taken"]);
  });

  test("keep what each request carries along", async () => {
    const { db } = await open();
    const request = new AsyncLocalStorage<string>();
    const seen = await Promise.all(
      ["a", "b", "c"].map((name) => request.run(name, () => shareCommit(db, async () => request.getStore()))),
    );
    expect(seen).toEqual(["a", "b", "c"]);
  });

  test("keep a word that one of them adds and another one fails with", async () => {
    const { db } = await open();
    await Promise.allSettled([
      shareCommit(db, async () => undefined),
      shareCommit(db, async (trx) => {
        await addTerms(trx, new Set(["zebrafinch"]));
        throw new Error("Refused.");
      }),
      shareCommit(db, (trx) => addTerms(trx, new Set(["zebrafinch"]))),
    ]);
    const terms = await db.selectFrom("search_term").select("term").where("term", "=", "zebrafinch").execute();
    expect(terms).toEqual([{ term: "zebrafinch" }]);
  });
});
