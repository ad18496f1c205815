import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/open-database.ts";
import { MAIN_PROGRAM, runCli, runProgram } from "#test/support/cli-process.ts";
import { startDatabaseProxy } from "#test/support/database-proxy.ts";
import { createPostgresDatabase, openMigrated } from "#test/support/engines.ts";
import { freePort } from "#test/support/free-port.ts";
import { startObjectStore } from "#test/support/object-store.ts";
import { giveToOtherUser, HAS_OTHER_USER, nodeOfOtherUser } from "#test/support/other-user.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import { startServer } from "#test/support/server-process.ts";

const NEWER = "The database was changed by a newer version of this program (migration 9999-future).";
const noPostgres = inject("postgres") === null;
const bare = { DEMO_CONTENT: "0", MARKET_DATA_URL: "http://127.0.0.1:9/" };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The server, and an operator's command, end with this line and nothing else. */
async function expectLine(env: Record<string, string>, line: string): Promise<void> {
  const runs = [runProgram(MAIN_PROGRAM, { ...bare, PORT: "0", ...env }), runCli(env, ["user", "list"])];
  for (const run of await Promise.all(runs)) expect(run).toEqual({ code: 1, out: "", err: `${line}\n` });
}

/** A folder with an empty publication. */
async function newPublication(): Promise<string> {
  const folder = newFolder();
  const database = await openMigrated({ engine: "sqlite", path: join(folder, "jarida.db") });
  await database.close();
  return folder;
}
const becomeNewer = (path: string) => {
  const handle = new Sqlite(path);
  handle.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2040')");
  handle.close();
};

test("an SQLite file that is no database is one line with the setting's name", async () => {
  const dataDir = newFolder();
  const file = join(dataDir, "jarida.db");
  writeFileSync(file, "This is a text. ".repeat(500));
  await expectLine({ DATA_DIR: dataDir }, `DATA_DIR: ${file} cannot be used: file is not a database`);
  const other = { DATA_DIR: newFolder(), DATABASE_URL: `file:${file}` };
  await expectLine(other, `DATABASE_URL: ${file} cannot be used: file is not a database`);
});

test("an SQLite database of a newer version is one line with the setting's name", async () => {
  const dataDir = await newPublication();
  becomeNewer(join(dataDir, "jarida.db"));
  await expectLine({ DATA_DIR: dataDir }, `DATA_DIR: ${NEWER}`);
});

test.skipIf(!HAS_OTHER_USER)("a file or folder of somebody else is one line with the setting's name", async () => {
  const dataDir = await newPublication();
  const node = nodeOfOtherUser(newFolder());
  for (const name of ["media", "outbox"]) mkdirSync(join(dataDir, name));
  for (const [name, mode] of [
    ["jarida.db", 0o644],
    ["jarida.db", 0o600],
    ["media", 0o755],
    ["outbox", 0o755],
  ] as const) {
    giveToOtherUser(dataDir);
    const path = join(dataDir, name);
    chownSync(path, 0, 0);
    chmodSync(path, mode);
    const run = await runProgram(MAIN_PROGRAM, { ...bare, PORT: "0", DATA_DIR: dataDir }, [], { node });
    expect(run).toEqual({ code: 1, out: "", err: `DATA_DIR: ${path} cannot be used (EACCES)\n` });
  }
});

test("a port in use is known before anything is prepared", async () => {
  const dataDir = newFolder();
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as AddressInfo;
  const run = await runProgram(MAIN_PROGRAM, { ...bare, DATA_DIR: dataDir, PORT: String(port) });
  expect(run).toEqual({ code: 1, out: "", err: `PORT: ${port} is in use\n` });
  expect(existsSync(join(dataDir, "jarida.db"))).toBe(false);
});

test("an IPv6 address is printed as browsers take it", async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN_PROGRAM], {
    env: {
      PATH: process.env.PATH,
      ENV_FILE: "/dev/null",
      ...bare,
      HOST: "::1",
      PORT: String(port),
      DATA_DIR: newFolder(),
    },
  });
  onTestFinished(() => void child.kill());
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  // Machines without IPv6 have no such address.
  await expect.poll(() => output).toMatch(new RegExp(`is at http://\\[::1\\]:${port}\\n|HOST: ::1 is not an address`));
});

test("wrong keys of the object store end the start before anything is prepared", async () => {
  const { env, settings } = await startObjectStore();
  const dataDir = newFolder();
  const wrong = { ...bare, ...env, DATA_DIR: dataDir, PORT: "0", AWS_SECRET_ACCESS_KEY: "another" };
  const { code, out, err } = await runProgram(MAIN_PROGRAM, wrong);
  const start = `AWS_SECRET_ACCESS_KEY: the bucket publication at ${settings.endpoint} cannot be used: `;
  expect({ code, out, err: err.startsWith(start) && err.trim().split("\n").length }).toEqual({
    code: 1,
    out: "",
    err: 1,
  });
  expect(existsSync(join(dataDir, "jarida.db"))).toBe(false);
});

test("a start without its object store warns once, and goes on", async () => {
  const { env } = await startObjectStore();
  const server = await startServer({
    dataDir: newFolder(),
    env: { ...bare, ...env, S3_ENDPOINT: "http://127.0.0.1:9", WEB_CONCURRENCY: "2" },
  });
  expect((await fetch(server.url)).status).toBe(200);
  expect(server.output().match(/Warning: S3_ENDPOINT: the bucket .+ECONNREFUSED/g)).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});

test.skipIf(noPostgres)("a start without its PostgreSQL says so once, waits and goes on when it is there", async () => {
  const proxy = await startDatabaseProxy(await createPostgresDatabase({ template: MIGRATED }));
  onTestFinished(() => proxy.cut());
  await proxy.cut();
  const port = await freePort();
  const at = `http://localhost:${port}`;
  const starting = startServer({ dataDir: newFolder(), env: { ...bare, DATABASE_URL: proxy.url } }, async () => port);
  const status = (path: string) =>
    fetch(at + path).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(() => status("/healthz")).toBe(200);
  expect(await status("/readyz")).toBe(503);
  expect(await status("/")).toBe(503);
  const command = runCli({ DATA_DIR: newFolder(), DATABASE_URL: proxy.url }, ["user", "list"]);
  const { host } = new URL(proxy.url);
  expect(await command).toMatchObject({
    code: 1,
    err: `DATABASE_URL: PostgreSQL at ${host} cannot be used: connect ECONNREFUSED ${host}\n`,
  });
  await proxy.open();
  const server = await starting;
  expect(await status("/readyz")).toBe(200);
  expect(server.output().match(/cannot be reached \(connect ECONNREFUSED .+\)\. Waiting for it\./g)).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});

test.skipIf(noPostgres)("a PostgreSQL that will not do is one line with the setting's name", async () => {
  const url = await createPostgresDatabase({ template: MIGRATED });
  const socket = new URL(url).searchParams.get("host");
  const fault = (words: string) => `DATABASE_URL: PostgreSQL at ${socket} cannot be used: ${words}`;
  const env = (changed: string) => ({ DATA_DIR: newFolder(), DATABASE_URL: changed });
  await expectLine(env(url.replace(/\/t_\w+/, "/never_there")), fault('database "never_there" does not exist'));
  await expectLine(env(url.replace("postgres@", "stranger@")), fault('role "stranger" does not exist'));
  const readOnly = `${url}&options=-c%20default_transaction_read_only%3Don`;
  const server = await runProgram(MAIN_PROGRAM, { ...bare, PORT: "0", ...env(readOnly) });
  expect(server.err).toBe(`${fault("the database is read-only, as a replica is.")}\n`);
  const database = await openDatabase({ engine: "postgres", url });
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2040')`.execute(database.db);
  await database.close();
  await expectLine(env(url), `DATABASE_URL: ${NEWER}`);
});
