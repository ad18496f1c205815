import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { workersIn } from "#app/services.ts";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { announceStored } from "#features/articles/tasks.ts";
import { contentPreparer } from "#features/content/commands.ts";
import { systemClock } from "#platform/clock.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { runCli } from "#test/support/cli-process.ts";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { fillEveryTable } from "#test/support/every-table.ts";
import { type ServerProcess, startServer } from "#test/support/server-process.ts";

const EDITOR = { email: "editor@news.example", password: "correct horse battery" };
const EXACT = 9_223_372_036_854_775_807n;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every row of every table that is not full text, and the ids given last, as text. */
function contentOf(path: string): Record<string, string[]> {
  const database = new Sqlite(path, { readonly: true }).defaultSafeIntegers(true);
  try {
    const names = database
      .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
      .pluck()
      .all() as string[];
    const kept = names.filter((name) => name !== "sqlite_schema" && !name.endsWith("_migration")).sort();
    const write = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
    return Object.fromEntries(
      kept.map((name) => {
        const rows = database.prepare(`select * from "${name}"`).all();
        return [name, rows.map((row) => JSON.stringify(row, write)).sort()];
      }),
    );
  } finally {
    database.close();
  }
}

/** A publication on SQLite with rows in every table, that no process has open. */
async function everyTable(): Promise<string> {
  const settings = await createSqliteDatabase();
  const database = await openDatabase(settings);
  await migrate(database);
  await fillEveryTable(database);
  const messages = fc
    .sample(fc.string({ unit: "binary", maxLength: 60 }), 200)
    .map((text) => text.replaceAll("\0", ""));
  await database.db
    .insertInto("contact_message")
    .values(
      messages.map((message) => ({
        first_name: "",
        last_name: "",
        email: "",
        subject: "",
        created_at: 1,
        // What no UTF-8 can express is replaced before it is stored.
        message: message.toWellFormed(),
      })),
    )
    .execute();
  await sql`insert into site_state (key, value) values ('exact', cast(${String(EXACT)} as integer))`.execute(
    database.db,
  );
  await indexAll(database);
  // The last id is given, though its row is gone: it must not be given again.
  await database.db.deleteFrom("contact_message").where("id", "=", 207).execute();
  await database.close();
  return settings.path;
}

/** As a publication is: every word of its articles is in the index and the vocabulary. */
async function indexAll({ db }: Database): Promise<void> {
  const { content: workerPath } = workersIn(join(import.meta.dirname, "..", "..", "dist", "server"));
  const content = contentPreparer(workerPath);
  const store = { clock: systemClock, content };
  await db.transaction().execute((trx) => announceStored(trx, store, { after: 0, count: 100 }));
  await content.close();
}

const onPostgres = describe.skipIf(inject("postgres") === null);

onPostgres("move", () => {
  test("to PostgreSQL and back leaves every row, every number and every last id as they were", async () => {
    const path = await everyTable();
    const before = contentOf(path);
    for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
    const DATA_DIR = temporaryFolder();
    const url = await createPostgresDatabase();

    const there = await runCli({ DATA_DIR, DATABASE_URL: `file:${path}` }, ["move", "--to", url]);
    expect(there).toMatchObject({ code: 0, err: "", out: expect.stringContaining("copied and verified") });
    expect(there.out).toContain("set DATABASE_URL");
    expect(contentOf(path), "the source stays").toEqual(before);
    const { db, close } = await openDatabase({ engine: "postgres", url });
    const words = { subject: "", message: "new", first_name: "", last_name: "", email: "", created_at: 1 };
    const next = await db.insertInto("contact_message").values(words).returning("id").executeTakeFirstOrThrow();
    expect(next.id).toBe(208);
    await db.deleteFrom("contact_message").where("id", "=", next.id).execute();
    const mails = await db.selectFrom("mail").select("state").execute();
    expect(mails, "nothing had it open: mail waits as before").toEqual([{ state: "queued" }]);
    const found = await sql`select 1 from article_search where document @@ 'findable'::tsquery`.execute(db);
    expect(found.rows).toHaveLength(5);
    await sql`select setval(pg_get_serial_sequence('contact_message', 'id'), 207)`.execute(db);
    await close();

    const back = join(temporaryFolder(), "back.db");
    const again = await runCli({ DATA_DIR, DATABASE_URL: url }, ["move", "--to", `file:${back}`]);
    expect(again).toMatchObject({ code: 0, err: "" });
    const copy = new Sqlite(back);
    // Both moves are in the audit log and among the events, and nothing else is new.
    for (const table of ["audit_entry", "event"]) {
      expect(copy.prepare(`delete from ${table} where action = 'publication.move'`).run().changes, table).toBe(2);
      copy.exec(`update sqlite_sequence set seq = 2 where name = '${table}'`);
    }
    expect(contentOf(back)).toEqual(before);
    const hits = copy.prepare("select count(*) from article_search where article_search match 'findable'").pluck();
    expect(hits.get()).toBe(5);
    copy.close();
  });

  test("while a server writes, copies one moment; mail that waits is not sent from the copy", async () => {
    const dataDir = temporaryFolder();
    const base = { DEMO_CONTENT: "0", SITE_URL: "http://localhost:3000" };
    const account = { ADMIN_EMAIL: EDITOR.email, ADMIN_PASSWORD: EDITOR.password };
    const server = await startServer({ dataDir, env: { ...base, ...account } });
    await leaveWaitingMail(join(dataDir, "jarida.db"));
    const writer = await startWriter(server);
    const url = await createPostgresDatabase();
    const least = writer.written.length;
    const moved = await runCli({ DATA_DIR: dataDir }, ["move", "--to", url]);
    expect(moved).toMatchObject({ code: 0, err: "", out: expect.stringContaining("was in use") });
    await writer.stop();
    expect(writer.written.length, "it was made under writes").toBeGreaterThan(least);

    const copy = await startServer({ dataDir, env: { ...base, DATABASE_URL: url } });
    expect(copy.output(), "the account is there").not.toContain("password:");
    const list = await fetch(copy.url + apiUrl.articles());
    const count = Number(list.headers.get("x-total-count"));
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(writer.written.length);
    const read = async ({ url: site }: ServerProcess, id: number) => (await fetch(site + apiUrl.article(id))).json();
    for (const { id } of writer.written.slice(0, count)) expect(await read(copy, id)).toEqual(await read(server, id));
    const found = await fetch(copy.url + apiUrl.search("kept"));
    expect(Number(found.headers.get("x-total-count"))).toBe(count);
    expect(await mailStates(copy, writer.access)).toEqual(["uncertain"]);
    expect(await mailStates(server, writer.access), "the source still sends it").toEqual(["queued"]);
    await Promise.all([copy.stop(), server.stop()]);
  });

  test("that is killed leaves nothing behind, and can be repeated", async () => {
    const path = await everyTable();
    const url = await createPostgresDatabase();
    const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: `file:${path}` };
    const killed = await runCli(env, ["move", "--to", url], { killAt: "article: " });
    expect(killed.code).toBe(null);
    const client = await openDatabase({ engine: "postgres", url });
    const tables = () => sql`select 1 from pg_tables where schemaname = 'public'`.execute(client.db);
    expect((await tables()).rows).toEqual([]);
    await client.close();
    expect(await runCli(env, ["move", "--to", url])).toMatchObject({ code: 0, err: "" });

    const back = join(temporaryFolder(), "back.db");
    const from = { ...env, DATABASE_URL: url };
    await runCli(from, ["move", "--to", `file:${back}`], { killAt: "article: " });
    expect(existsSync(back)).toBe(false);
    const refused = await runCli(from, ["move", "--to", `file:${back}`]);
    expect(refused).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("back.db.moving"),
    });
    rmSync(`${back}.moving`);
    expect(await runCli(from, ["move", "--to", `file:${back}`])).toMatchObject({ code: 0, err: "" });
  });

  test("that cannot be done is explained in one line, and touches nothing", async () => {
    const path = await everyTable();
    const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: `file:${path}` };
    const occupied = await createPostgresDatabase();
    const client = await openDatabase({ engine: "postgres", url: occupied });
    await sql`create table theirs (id integer)`.execute(client.db);
    await client.close();
    const empty = await createPostgresDatabase();
    const folder = temporaryFolder();
    const file = join(folder, "other.db");
    writeFileSync(file, "");
    const strange = await everyTable();
    const handle = new Sqlite(strange);
    handle.prepare("update contact_message set created_at = 'soon' where id = 3").run();
    handle.close();
    for (const [from, args, sentence] of [
      [env, [], /^Usage: npm run jarida -- move --to URL$/],
      [env, ["--to", "mysql://x"], /^--to: must be file:PATH or postgres:/],
      [env, ["--to", `file:${file}`], /^Both databases use the same engine/],
      [env, ["--to", occupied], /^The target is not empty: it has a table theirs\.$/],
      [env, ["--to", "postgres://nobody:secret@127.0.0.1:9/x"], /^PostgreSQL cannot be reached: (?!.*secret)/],
      [{ ...env, DATABASE_URL: empty }, ["--to", `file:${file}`], /^No publication in this database/],
      [{ ...env, DATABASE_URL: empty }, ["--to", `file:${file}2`], /^No publication in this database/],
      [{ ...env, DATABASE_URL: `file:${strange}` }, ["--to", empty], /^contact_message\.created_at holds a value/],
    ] as const) {
      const { code, err } = await runCli(from, ["move", ...args]);
      expect([code, err.trimEnd().split("\n").length], err).toEqual([1, 1]);
      expect(err.trimEnd()).toMatch(sentence);
    }
    expect(readdirSync(folder)).toEqual(["other.db"]);
  });
});

/** A mail that is due in the far future. */
async function leaveWaitingMail(path: string): Promise<void> {
  const { db, close } = await openDatabase({ engine: "sqlite", path });
  const body = { subject: "Subject", html: "<p>Text</p>", text: "Text" };
  const { id } = await db.insertInto("mail_body").values(body).returning("id").executeTakeFirstOrThrow();
  const times = { created_at: 0, due_at: 8_000_000_000_000 };
  const mail = { kind: "contact" as const, state: "queued" as const, priority: 0, body_id: id };
  await db
    .insertInto("mail")
    .values({ ...mail, ...times, message_id: "waiting@news.example", to_email: "reader@example.com" })
    .execute();
  await close();
}

async function mailStates(server: ServerProcess, token: string): Promise<string[]> {
  const answer = await fetch(server.url + editorApiUrl.outbox(), { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).map(({ state }: { state: string }) => state);
}

type Written = { id: number };

/** An editor who writes one article after another, and a reader who subscribes, until stopped. */
async function startWriter(server: ServerProcess) {
  const send = (path: string, body: object, token?: string) =>
    fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const { access } = await (await send(editorApiUrl.token(), EDITOR)).json();
  const written: Written[] = [];
  let isStopping = false;
  const write = async () => {
    while (!isStopping) {
      const article = {
        title: `Number ${written.length}`,
        category: "Blockchain",
        tags: ["kept"],
        content: "<p>Text</p>",
      };
      const answer = await send(apiUrl.articles(), { ...article, status: "published" }, access);
      expect(answer.status).toBe(201);
      written.push(await answer.json());
    }
  };
  const writing = write();
  await expect.poll(() => written.length).toBeGreaterThanOrEqual(6);
  return {
    access: access as string,
    written,
    async stop() {
      isStopping = true;
      await writing;
    },
  };
}
