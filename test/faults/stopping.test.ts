import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/open-database.ts";
import { publish } from "#test/support/articles.ts";
import { createPostgresDatabase, openSqliteForTest } from "#test/support/engines.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import { openConnection, parseAnswers, type RawConnection } from "#test/support/raw-http.ts";
import { startServer } from "#test/support/server-process.ts";
import { patient } from "#test/support/slowness.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const READERS = 40;
const WRITERS = 6;
/** How often the process is stopped under writers. */
const STOPS = IS_THOROUGH ? 20 : 1;
const TIME_LIMIT = patient(20_000 + STOPS * 10_000);
const bare = { DEMO_CONTENT: "0" };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-stopping-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test("pages being rendered for forty readers are all answered completely when the stop comes", async () => {
  const { app, store } = await startTestApp(await openSqliteForTest());
  const id = await publish(store, { title: "Being read" });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  let begun = 0;
  const all = new Promise<void>((resolve) =>
    app.server.on("request", () => {
      begun += 1;
      if (begun === READERS) resolve();
    }),
  );
  const readers = await Promise.all(Array.from({ length: READERS }, () => openConnection(port)));
  for (const [number, { write }] of readers.entries())
    write(get(number % 2 === 0 ? `/article/${id}` : `/search?query=reader${number}`));
  await all;
  const stopped = app.drain({ grace: 0, limit: 10_000 }).then(() => app.close());
  const endings = new Set<string | undefined>();
  for (const { closed } of readers) {
    const [answer, ...more] = parseAnswers(await closed);
    expect([answer?.status, more]).toEqual([200, []]);
    expect(answer?.body).toContain("</html>");
    endings.add(answer?.headers.connection);
  }
  // Some may have left before the stop; the last one cannot have.
  expect(endings).toContain("close");
  await stopped;
});

test("the process reports that it is not ready while it still serves, closes kept connections politely, and exits 0", async () => {
  const server = await startServer({ dataDir: temporaryFolder(), env: bare });
  const port = portOf(server);
  const kept = await openConnection(port);
  kept.write(get("/healthz"));
  await expect.poll(() => parseAnswers(kept.received())[0]?.headers.connection).toBe("keep-alive");
  const stopped = server.stop();

  const seen: number[] = [];
  for (let probe: RawConnection | null = await openConnection(port); probe; ) {
    probe.write("GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const [answer] = parseAnswers(await probe.closed);
    if (answer && seen.at(-1) !== answer.status) {
      seen.push(answer.status);
      if (answer.status === 503) {
        expect(JSON.parse(answer.body)).toMatchObject({ code: "stopping" });
        // Served as usual, for the last time on this connection.
        kept.write(get("/about"));
      }
    }
    probe = await openConnection(port).catch(() => null);
  }
  expect(seen.filter((status) => status !== 200)).toEqual([503]);
  expect(seen.at(-1)).toBe(503);
  expect(parseAnswers(await kept.closed).map(({ status, headers }) => [status, headers.connection])).toEqual([
    [200, "keep-alive"],
    [200, "close"],
  ]);
  expect(await stopped).toBe(0);
});

type Journal = { answered: string[]; unanswered: string[]; cut: string[] };

/** A proxy's client: writes without a pause, keeps its connection while the server does, then opens another. */
async function writeUntilRefused(port: number, name: string, journal: Journal): Promise<void> {
  let connection: RawConnection | null = await openConnection(port);
  let answers = 0;
  for (let number = 0; connection; number += 1) {
    const email = `${name}-${number}@example.com`;
    const body = JSON.stringify({ email });
    const head = ["POST /api/newsletter/subscribe/ HTTP/1.1", "Host: x", "Content-Type: application/json"];
    connection.write([...head, `Content-Length: ${body.length}`, "", body].join("\r\n"));
    const answer = await nextAnswer(connection, answers);
    if (answer) {
      expect(answer.status).toBe(200);
      journal.answered.push(email);
      answers += 1;
    } else (answers > 0 ? journal.cut : journal.unanswered).push(email);
    if (answer?.headers.connection === "keep-alive") continue;
    await connection.closed;
    connection = await openConnection(port).catch(() => null);
    answers = 0;
  }
}

/** The next response; undefined if the connection closes without one. */
async function nextAnswer({ socket, received, closed }: RawConnection, before: number) {
  for (;;) {
    const count = received().split("HTTP/1.1 ").length - 1;
    if (count > before && received().endsWith("}")) return parseAnswers(received())[before];
    const more = new Promise<string>((resolve) => socket.once("data", () => resolve("more")));
    if ((await Promise.race([more, closed])) !== "more") return parseAnswers(received())[before];
  }
}

/** Clients write while the process is stopped, and started again, as often as is asked. */
async function writeWhileStopping(url?: string): Promise<void> {
  const dataDir = temporaryFolder();
  const settings = url ? ({ engine: "postgres", url } as const) : sqliteIn(dataDir);
  const answered: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    const server = await startServer({ dataDir, env: { ...bare, ...(url && { DATABASE_URL: url }) } });
    const journal: Journal = { answered: [], unanswered: [], cut: [] };
    const name = (number: number) => `stop${stop}-writer${number}`;
    const writers = Promise.all(
      Array.from({ length: WRITERS }, (_, number) => writeUntilRefused(portOf(server), name(number), journal)),
    );
    await expect.poll(() => journal.answered.length).toBeGreaterThan(10 * WRITERS);
    expect(await server.stop()).toBe(0);
    await writers;
    expect(journal.cut, "no connection that had served once was closed under a request").toEqual([]);
    // What the kernel rejected when the port was closed was never begun.
    expect(journal.unanswered.length).toBeLessThanOrEqual(WRITERS);
    answered.push(...journal.answered);
  }
  const database = await openDatabase(settings);
  const stored = await database.db.selectFrom("subscriber").select("email").execute();
  await database.close();
  expect(stored.map(({ email }) => email).sort()).toEqual(answered.sort());
}

const sqliteIn = (dataDir: string) => ({ engine: "sqlite", path: join(dataDir, "jarida.db") }) as const;

test(
  "clients that write without a pause while the process stops lose nothing (sqlite)",
  () => writeWhileStopping(),
  TIME_LIMIT,
);

test.skipIf(inject("postgres") === null)(
  "clients that write without a pause while the process stops lose nothing (postgres)",
  async () => writeWhileStopping(await createPostgresDatabase({ template: MIGRATED })),
  TIME_LIMIT,
);
