import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, inject, onTestFinished, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { type ServerProcess, startAndKill, startServer } from "#test/support/server-process.ts";
import { patient } from "#test/support/slowness.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/** `START_KILLS=200` kills more often; `START_DEMO=1` also during the first edition, which takes long. */
const KILLS = Number(process.env.START_KILLS ?? (IS_THOROUGH ? 200 : 12));
/** A new PostgreSQL database takes longer than everything else. */
const POSTGRES_KILLS = Number(process.env.START_KILLS ?? (IS_THOROUGH ? 200 : 6));
const DEMO_CONTENT = process.env.START_DEMO ?? "0";
const KILLS_PER_FOLDER = 3;
const EMAIL = "first@news.example";
const TIME_LIMIT = patient(60_000 + KILLS * 20_000);

const settings = (databaseUrl?: string) => ({
  DEMO_CONTENT,
  ADMIN_EMAIL: EMAIL,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

function newFolder(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-start-"));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

const passwordsIn = (output: string) => [...output.matchAll(/password: (\S+)/g)].map(([, password]) => password ?? "");

async function expectComplete(server: ServerProcess, output: string): Promise<void> {
  expect(await (await fetch(server.url + apiUrl.categories())).json()).toHaveLength(6);
  expect(await (await fetch(`${server.url}/api/ads/`)).json()).toHaveLength(3);
  const login = await fetch(server.url + editorApiUrl.token(), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: passwordsIn(output).at(-1) }),
  });
  expect(login.status, "the last password that was printed is the account's").toBe(200);
}

/** How long a first start takes on this machine, in milliseconds: kills come at random moments of it. */
async function measureStart(env: Record<string, string>): Promise<number> {
  const { dataDir, remove } = newFolder();
  const began = performance.now();
  const server = await startServer({ dataDir, env });
  const length = performance.now() - began;
  await server.kill();
  remove();
  return length;
}

async function killStarts(kills: number, createDatabase: () => Promise<string | undefined>): Promise<void> {
  const length = await measureStart(settings(await createDatabase()));
  const moments = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: KILLS_PER_FOLDER,
    maxLength: KILLS_PER_FOLDER,
  });
  const property = fc.asyncProperty(moments, async (parts) => {
    const { dataDir, remove } = newFolder();
    const env = settings(await createDatabase());
    let output = "";
    for (const part of parts) output += await startAndKill({ dataDir, env }, part * length);
    const server = await startServer({ dataDir, env });
    await expectComplete(server, output + server.output());
    await server.kill();
    remove();
  });
  // A failure prints its seed; timing cannot be shrunk.
  await fc.assert(property, { numRuns: Math.ceil(kills / KILLS_PER_FOLDER), endOnFailure: true });
}

test(
  "a start that is killed at any moment can be repeated, and its account's password was printed (sqlite)",
  () => killStarts(KILLS, async () => undefined),
  TIME_LIMIT,
);

test.skipIf(inject("postgres") === null)(
  "a start that is killed at any moment can be repeated, and its account's password was printed (postgres)",
  () => killStarts(POSTGRES_KILLS, createPostgresDatabase),
  TIME_LIMIT,
);

test("three concurrent starts on an empty folder all serve, and one prints the password", async () => {
  const { dataDir, remove } = newFolder();
  onTestFinished(remove);
  const servers = await Promise.all([1, 2, 3].map(() => startServer({ dataDir, env: settings() })));
  const output = servers.map((server) => server.output()).join("");
  expect(passwordsIn(output)).toHaveLength(1);
  for (const server of servers) await expectComplete(server, output);
  for (const server of servers) expect(await server.stop()).toBe(0);
});
