import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { readMail } from "#test/support/mails.ts";
import { type ServerProcess, startServer } from "#test/support/server-process.ts";
import { CERTIFICATE } from "#test/support/smtp-certificate.ts";
import { startSmtpSink } from "#test/support/smtp-sink.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/** The nodes die when a fifth of the mails have arrived, and half. */
const READERS = IS_THOROUGH ? 1_000 : 300;
const [SECOND_DIES_AFTER, FIRST_DIES_AFTER] = [READERS / 5, READERS / 2];
const BATCH = 100;
const EDITOR = { email: "editor@news.example", password: "correct horse battery" };
const TIMEOUT_MS = 90_000;

async function call(server: ServerProcess, method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? null : response.json();
}

async function addReaders({ db }: Database): Promise<void> {
  for (let from = 0; from < READERS; from += BATCH)
    await db
      .insertInto("subscriber")
      .values(
        Array.from({ length: BATCH }, (_, number) => ({
          email: `r${from + number}@example.com`,
          status: "active" as const,
          created_at: 0,
          changed_at: 0,
        })),
      )
      .execute();
}

/** As if the dead nodes' leases had run out: a quarter of a minute that the long form waits for. */
async function endLeases({ db }: Database): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("mail")
    .set({ lease_until: 1 })
    .where("lease_until", "is not", null)
    .executeTakeFirst();
  expect(Number(numUpdatedRows), "they died while they had mails").toBeGreaterThan(0);
}

/** Two nodes send an issue to many readers; one is killed in the middle, and restarted later. */
async function sendThroughACrash(settings: Parameters<typeof openDatabase>[0], databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  const env = {
    DEMO_CONTENT: "0",
    DATABASE_URL: databaseUrl,
    SECRET_KEY: "one secret of at least 32 bytes, for all nodes",
    SMTP_URL: sink.url,
    // One address for all nodes, whatever their ports: tokens are made for it.
    SITE_URL: "http://localhost:3000",
    ADMIN_EMAIL: EDITOR.email,
    ADMIN_PASSWORD: EDITOR.password,
  };
  const startNode = (name: string) => startServer({ dataDir: join(folder, name), env });
  const [first, second] = [await startNode("a"), await startNode("b")];
  const database = await openDatabase(settings);
  onTestFinished(() => database.close());
  await addReaders(database);

  const { access } = await call(first, "POST", editorApiUrl.token(), undefined, EDITOR);
  const { id } = await call(first, "POST", editorApiUrl.issues(), access, {
    subject: "To all",
    introduction: "Hello.",
  });
  await call(first, "POST", editorApiUrl.issueAction(id, "send"), access);
  await expect.poll(() => sink.mails.length, { timeout: TIMEOUT_MS, interval: 5 }).toBeGreaterThan(SECOND_DIES_AFTER);
  await second.kill();
  await expect.poll(() => sink.mails.length, { timeout: TIMEOUT_MS, interval: 5 }).toBeGreaterThan(FIRST_DIES_AFTER);
  await first.kill();
  if (!IS_THOROUGH) await endLeases(database);
  const survivors = [await startNode("a"), await startNode("b")];

  const issue = async () => call(survivors[0] as ServerProcess, "GET", editorApiUrl.issue(id), access);
  await expect.poll(async () => (await issue()).state, { timeout: TIMEOUT_MS, interval: 100 }).toBe("sent");
  const { counts, recipients } = await issue();
  expect(recipients).toBe(READERS);
  expect(counts).toMatchObject({ waiting: 0, failed: 0, cancelled: 0 });
  expect(counts.sent + counts.uncertain).toBe(READERS);
  // At most what was in flight on the two nodes when they died.
  expect(counts.uncertain).toBeLessThanOrEqual(10);

  const arrived = new Map<string, number>();
  for (const { to } of sink.mails) arrived.set(to, (arrived.get(to) ?? 0) + 1);
  expect(
    [...arrived.values()].filter((count) => count > 1),
    "nobody got it twice",
  ).toEqual([]);
  const rows = await database.db.selectFrom("mail").select(["to_email", "state", "message_id"]).execute();
  const lost = rows.filter(({ to_email, state }) => state === "sent" && !arrived.has(to_email));
  expect(lost, "what is called sent has arrived").toEqual([]);
  const [any] = sink.mails;
  const mail = await readMail(any?.raw ?? Buffer.alloc(0));
  expect(rows.find(({ to_email }) => to_email === any?.to)?.message_id).toBe(mail.messageId);
  for (const node of survivors) expect(await node.stop()).toBe(0);
}

test("kill -9 while an issue is sent loses none and duplicates none, with two nodes (sqlite)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-crash-db-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "jarida.db");
  await sendThroughACrash({ engine: "sqlite", path }, `file:${path}`);
}, 240_000);

test.skipIf(inject("postgres") === null)(
  "kill -9 while an issue is sent loses none and duplicates none, with two nodes (postgres)",
  async () => {
    const url = await createPostgresDatabase();
    await sendThroughACrash({ engine: "postgres", url }, url);
  },
  240_000,
);

test("subscribing responds within 500 ms while the mail server is silent", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-slow-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sink = await startSmtpSink({ answer: () => ({ silentFor: 600_000 }) });
  onTestFinished(() => sink.stop());
  const server = await startServer({ dataDir: folder, env: { DEMO_CONTENT: "0", SMTP_URL: sink.url } });
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const began = performance.now();
    await call(server, "POST", apiUrl.subscribe(), undefined, { email: `r${n}@example.com` });
    times.push(performance.now() - began);
  }
  times.sort((left, right) => left - right);
  expect(times.at(10)).toBeLessThan(500);
  await server.kill();
});

test("logs in to a trusted server over TLS; an untrusted one is reported and nothing is lost", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-login-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const login = { user: "news@news.example", pass: "p@ss:wo/rd?" };
  const sink = await startSmtpSink({ tls: "from-start", login });
  onTestFinished(() => sink.stop());
  const certificate = join(folder, "mail-server.pem");
  writeFileSync(certificate, CERTIFICATE);
  const env = { DEMO_CONTENT: "0", NODE_EXTRA_CA_CERTS: certificate };
  const wrong = sink.url.replace(encodeURIComponent(login.pass), "guess");
  const locked = await startServer({ dataDir: folder, env: { ...env, SMTP_URL: wrong } });
  await call(locked, "POST", apiUrl.subscribe(), undefined, { email: "reader@example.com" });
  await expect
    .poll(() => locked.output(), { timeout: TIMEOUT_MS })
    .toContain("mail could not be sent and will be retried");
  expect(locked.output()).toMatch(/"reason":"535 no such login for …"/);
  expect(await locked.stop()).toBe(0);
  expect(sink.mails).toEqual([]);
  const database = await openDatabase({ engine: "sqlite", path: join(folder, "jarida.db") });
  onTestFinished(() => database.close());
  // As if the minute until the next attempt were over.
  await database.db.updateTable("mail").set({ due_at: 0 }).where("state", "=", "queued").execute();
  const open = await startServer({ dataDir: folder, env: { ...env, SMTP_URL: sink.url } });
  await expect.poll(() => sink.mails.map(({ to }) => to), { timeout: TIMEOUT_MS }).toEqual(["reader@example.com"]);
  expect(sink.logins.every(({ encrypted }) => encrypted)).toBe(true);
  expect(await open.stop()).toBe(0);
});

test("SIGTERM finishes the mails in flight and leaves the others queued: none is uncertain", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-stop-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { promise: stopped, resolve: answerNow } = Promise.withResolvers<void>();
  const sink = await startSmtpSink({ answer: () => ({ silentUntil: stopped }) });
  onTestFinished(() => sink.stop());
  const env = { DEMO_CONTENT: "0", SMTP_URL: sink.url, SMTP_CONNECTIONS: "2", LOG_LEVEL: "info" };
  const server = await startServer({ dataDir: folder, env });
  for (let n = 0; n < 6; n += 1)
    await call(server, "POST", apiUrl.subscribe(), undefined, { email: `r${n}@example.com` });
  await expect.poll(() => sink.mails.length, { timeout: TIMEOUT_MS }).toBe(2);
  const ending = server.stop();
  await expect.poll(() => server.output()).toContain("stopping");
  answerNow();
  expect(await ending).toBe(0);
  expect(sink.mails).toHaveLength(2);
  const database = await openDatabase({ engine: "sqlite", path: join(folder, "jarida.db") });
  onTestFinished(() => database.close());
  const mails = await database.db.selectFrom("mail").select(["to_email", "state", "attempts", "lease_by"]).execute();
  const ofState = (state: string) => mails.filter((mail) => mail.state === state);
  expect(ofState("sent").map(({ to_email }) => to_email)).toEqual(sink.mails.map(({ to }) => to).sort());
  expect(ofState("queued")).toHaveLength(4);
  expect(ofState("queued").every(({ attempts, lease_by }) => attempts === 0 && lease_by === null)).toBe(true);
});
