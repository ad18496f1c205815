import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import { openSqlite } from "#db/sqlite.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { createSqliteDatabase } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

/** An app on a database, and a connection like another process's, which can hold the write lock. */
async function start(settings: { lockTimeout?: number } = {}) {
  const { path } = await createSqliteDatabase();
  const database = await openSqlite(path, settings);
  onTestFinished(() => database.close());
  await migrate(database);
  const other = new Sqlite(path, { timeout: 0 });
  onTestFinished(() => void other.close());
  const { app, store } = await startTestApp(database);
  const subscribe = (email: string) => app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email } });
  const emails = async () =>
    (await database.db.selectFrom("subscriber").select("email").execute()).map((row) => row.email);
  return { database, other, app, store, subscribe, emails };
}

/** Whether a promise has been settled by now. */
function watch<T>(promise: Promise<T>) {
  const state = { isSettled: false, promise };
  const settle = () => {
    state.isSettled = true;
  };
  promise.then(settle, settle);
  return state;
}

test("while another process holds the write lock, readers are served, and the writer after it", async () => {
  const { other, app, store, subscribe, emails } = await start();
  const id = await publish(store, { title: "Read meanwhile" });
  other.exec("begin immediate");
  // A transaction, and a write of a single statement.
  const subscription = watch(subscribe("reader@example.com"));
  const single = watch(store.database.db.updateTable("digest").set({ hour: 9 }).execute());
  for (let round = 0; round < 10; round += 1) {
    for (const url of ["/", `/article/${id}`, apiUrl.articles(), apiUrl.article(id), apiUrl.search("read")])
      expect((await app.inject(url)).statusCode, url).toBe(200);
    // Waiting inside SQLite would block the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([subscription.isSettled, single.isSettled], "the lock is still held").toEqual([false, false]);
  other.exec("commit");
  expect((await subscription.promise).statusCode).toBe(200);
  await single.promise;
  expect(await emails()).toEqual(["reader@example.com"]);
});

test("a lock that is held too long is a 503 with Retry-After, and changes nothing", async () => {
  const { other, subscribe, emails } = await start({ lockTimeout: 50 });
  other.exec("begin immediate");
  const refused = await Promise.all([subscribe("one@example.com"), subscribe("two@example.com")]);
  for (const answer of refused) {
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.json()).toMatchObject({ code: "database_unavailable" });
  }
  other.exec("rollback");
  expect(await emails()).toEqual([]);
  expect((await subscribe("three@example.com")).statusCode).toBe(200);
  expect(await emails()).toEqual(["three@example.com"]);
});

test("a transaction in progress delays no reader, and shows nothing uncommitted", async () => {
  const { database, store } = await start();
  const id = await publish(store, { title: "As it was" });
  const title = async () =>
    (await database.db.selectFrom("article").select("title").where("id", "=", id).executeTakeFirst())?.title;
  const change = await database.db.startTransaction().execute();
  await change.updateTable("article").set({ title: "Half done" }).where("id", "=", id).execute();
  expect(await title()).toBe("As it was");
  await change.commit().execute();
  expect(await title()).toBe("Half done");
});

test("a transaction of many statements yields to the event loop", async () => {
  const { database } = await start();
  let rounds = 0;
  let isRunning = true;
  const count = () => {
    rounds += 1;
    if (isRunning) setImmediate(count);
  };
  await database.db.transaction().execute(async (trx) => {
    // What earlier tests left to do is finished.
    await new Promise((resolve) => setImmediate(resolve));
    setImmediate(count);
    for (let number = 0; number < 10_000; number += 1)
      await trx
        .insertInto("view_mark")
        .values({ hash: String(number), seen_at: number })
        .execute();
  });
  isRunning = false;
  expect(rounds).toBeGreaterThan(3);
});

test("the error by which SQLite ends a transaction is the one that is thrown, and nothing after it is written", async () => {
  const { database } = await start();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
  const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`;
  const failing = database.db.transaction().execute(async (trx) => {
    await limit(rows[0]?.page_count ?? 0).execute(trx);
    await trx.insertInto("site_state").values({ key: "before", value: 1 }).execute();
    const large = "x".repeat(1_000_000);
    const full = trx.insertInto("search_term").values({ term: "large", reversed: large }).execute();
    await expect(full).rejects.toMatchObject({ code: "SQLITE_FULL" });
    // A command that takes the error for one of this statement alone continues.
    await trx.insertInto("site_state").values({ key: "after", value: 1 }).execute();
  });
  await expect(failing).rejects.toMatchObject({ code: "SQLITE_FULL" });
  const written = await database.db
    .selectFrom("site_state")
    .select("key")
    .where("key", "in", ["before", "after"])
    .execute();
  expect(written).toEqual([]);
  // The next transaction finds everything in order.
  await database.db.transaction().execute(async (trx) => {
    await limit(1_000_000).execute(trx);
    await trx.insertInto("site_state").values({ key: "after", value: 1 }).execute();
  });
});

test("a statement cannot begin a transaction of its own, which others would join", async () => {
  const { database } = await start();
  for (const begin of [sql`begin`, sql`begin immediate`])
    await expect(begin.execute(database.db)).rejects.toThrow("db.transaction()");
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  await database.db.transaction().execute((trx) => trx.updateTable("digest").set({ hour: 9 }).execute());
});
