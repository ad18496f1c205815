import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { toHttpError } from "#app/errors.ts";
import { guardPublication } from "#app/subscribers.ts";
import { openDatabase } from "#db/open-database.ts";
import { createArticle } from "#features/articles/commands.ts";
import { systemClock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { articleDraft } from "#test/support/articles.ts";
import { openContent } from "#test/support/content.ts";
import { RECOVERY, startDatabaseProxy } from "#test/support/database-proxy.ts";
import { createPostgresDatabase, openMigrated } from "#test/support/engines.ts";
import { startServer } from "#test/support/server-process.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const EDITOR = { email: "editor@news.example", password: "correct horse battery" };
/** How long the database is away in a thorough run, and how long a request may take meanwhile, in milliseconds. */
const AWAY_MS = 60_000;
const MAX_ANSWER_MS = 10_000;
/** Milliseconds after which a query without an answer is abandoned. */
const MAX_SILENCE_MS = 1_500;
const AWAY = { code: "database_unavailable", detail: expect.any(String) };

/** A server whose database connection can be cut, and another process beside it with its own connection. */
async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-away-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const url = await createPostgresDatabase();
  const proxy = await startDatabaseProxy(url);
  onTestFinished(() => proxy.cut());
  const database = await openDatabase({ engine: "postgres", url });
  onTestFinished(() => database.close());
  const server = await startServer({
    dataDir,
    env: {
      DEMO_CONTENT: "0",
      // Silence is noticed sooner than an operator would want it.
      DATABASE_URL: `${proxy.url}?query_timeout=${MAX_SILENCE_MS}`,
      ADMIN_EMAIL: EDITOR.email,
      ADMIN_PASSWORD: EDITOR.password,
    },
  });
  onTestFinished(async () => void (await server.kill()));
  const store = { database, clock: systemClock, content: openContent(), guardPublication };
  const call = (path: string, method = "GET", body?: object, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { access } = await (await call(editorApiUrl.token(), "POST", EDITOR)).json();
  return {
    server,
    proxy,
    call,
    publish: (title: string) => createArticle(store, operator, articleDraft(Date.now(), { title })),
    /** Starts changing an article, and returns once that waits for its row, which is locked. */
    async changeHeldUp(id: number) {
      const holder = await database.db.startTransaction().execute();
      const letGo = async () => void (holder.isCommitted || holder.isRolledBack || (await holder.rollback().execute()));
      onTestFinished(letGo);
      await holder.selectFrom("article").select("id").where("id", "=", id).forUpdate().execute();
      const answer = call(apiUrl.article(id), "PUT", { title: "Changed" }, { authorization: `Bearer ${access}` });
      const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(database.db)).rows.length).toBe(1);
      return { answer, letGo };
    },
    /** Everything works again by itself, and a change of the other process is noticed. */
    async recovers(word: string) {
      await expect.poll(async () => (await call("/readyz")).status, RECOVERY).toBe(200);
      expect((await call(apiUrl.subscribe(), "POST", { email: `${word}@example.com` })).status).toBe(200);
      await createArticle(store, operator, articleDraft(Date.now(), { title: word }));
      await expect.poll(async () => (await call("/")).text(), RECOVERY).toContain(word);
    },
  };
}

describe.skipIf(inject("postgres") === null)("while PostgreSQL is down", () => {
  test("cached pages are served, all else is 503 at once, and everything recovers by itself", async () => {
    const { proxy, call, publish, changeHeldUp, recovers } = await start();
    const id = await publish("Kept in memory");
    await expect.poll(async () => (await call("/")).text()).toContain("Kept in memory");
    const held = await changeHeldUp(id);
    await proxy.cut();

    const cut = await held.answer;
    expect([cut.status, await cut.json()], "a write under way").toEqual([503, AWAY]);
    await held.letGo();
    const home = await call("/");
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining("Kept in memory")]);
    expect((await call("/healthz")).status).toBe(200);
    expect((await call("/readyz")).status).toBe(503);
    for (const path of [apiUrl.latest(), apiUrl.search("memory"), "/media/abcdefgh12/1x1.jpg", "/rss.xml"]) {
      const answer = await call(path);
      expect([answer.status, await answer.json(), answer.headers.has("retry-after")], path).toEqual([503, AWAY, true]);
    }
    const article = await call(pageUrl.article(id));
    expect([article.status, article.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    for (const [path, body] of [
      [editorApiUrl.token(), EDITOR],
      [apiUrl.subscribe(), { email: "reader@example.com" }],
    ] as const) {
      const answer = await call(path, "POST", body);
      expect([answer.status, await answer.json()], path).toEqual([503, expect.objectContaining(AWAY)]);
    }

    await proxy.open();
    await recovers("afterwards");
  });

  test.skipIf(!IS_THOROUGH)(
    "for a minute, no request hangs, and it recovers within five seconds",
    async () => {
      const { proxy, call, publish, recovers } = await start();
      await publish("Kept in memory");
      await expect.poll(async () => (await call("/")).text()).toContain("Kept in memory");
      await proxy.cut();
      await expect.poll(async () => (await call("/readyz")).status, RECOVERY).toBe(503);
      const back = performance.now() + AWAY_MS;
      for (let number = 0; performance.now() < back; number += 1) {
        const began = performance.now();
        const home = await call("/");
        expect([home.status, await home.text()]).toEqual([200, expect.stringContaining("Kept in memory")]);
        expect((await call(apiUrl.search(`word${number}`))).status).toBe(503);
        expect((await call(apiUrl.subscribe(), "POST", { email: "reader@example.com" })).status).toBe(503);
        expect(performance.now() - began).toBeLessThan(MAX_ANSWER_MS);
      }
      await proxy.open();
      await recovers("afterwards");
    },
    AWAY_MS + 120_000,
  );

  test("a silent connection delays nobody for long, and its end does not end the process", async () => {
    const { server, proxy, call, publish, changeHeldUp, recovers } = await start();
    const held = await changeHeldUp(await publish("Held"));
    proxy.silence();
    const began = performance.now();
    const silent = await held.answer;
    expect(performance.now() - began, "the rollback is not waited for as well").toBeLessThan(2 * MAX_SILENCE_MS - 200);
    expect([silent.status, await silent.json()]).toEqual([503, AWAY]);
    await held.letGo();
    expect((await call("/healthz")).status).toBe(200);
    await proxy.open();
    await recovers("afterwards");
    expect(await server.stop()).toBe(0);
  });

  test("of two writers in a deadlock, the one that is rolled back is asked to retry", async () => {
    const database = await openMigrated({ engine: "postgres", url: await createPostgresDatabase() });
    const lock = (key: number) => sql`select pg_advisory_xact_lock(${key})`;
    const [first, second] = [
      await database.db.startTransaction().execute(),
      await database.db.startTransaction().execute(),
    ];
    await lock(1).execute(first);
    await lock(2).execute(second);
    const waits = [
      lock(2)
        .execute(first)
        .then(() => first.rollback().execute()),
      lock(1)
        .execute(second)
        .then(() => second.rollback().execute()),
    ];
    const gaveWay = (await Promise.allSettled(waits)).filter((wait) => wait.status === "rejected");
    for (const trx of [first, second]) if (!trx.isRolledBack) await trx.rollback().execute();
    expect(gaveWay.map(({ reason }) => toHttpError(reason).status)).toEqual([503]);
  });

  test("the error that broke a transaction is thrown, not that of its rollback", async () => {
    const database = await openMigrated({ engine: "postgres", url: await createPostgresDatabase() });
    const broken = database.db
      .transaction()
      .execute((trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx));
    await expect(broken).rejects.toMatchObject({ code: "57P01" });
    expect(await database.db.selectFrom("site_state").select("key").execute()).toHaveLength(1);
  });
});
