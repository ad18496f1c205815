import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { callOnce } from "#test/support/call-once.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import { startServer } from "#test/support/server-process.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const WORKERS = 3;
const ROUNDS = 15;
const EDITOR = { email: "editor@news.example", password: "correct horse battery" };

async function startWorkers(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-workers-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const account = { ADMIN_EMAIL: EDITOR.email, ADMIN_PASSWORD: EDITOR.password };
  const server = await startServer({
    dataDir,
    env: { DEMO_CONTENT: "0", WEB_CONCURRENCY: String(WORKERS), ...account, ...env },
  });
  onTestFinished(async () => void (await server.kill()));
  return server;
}

/** An article is created and changed again and again; each connection goes to the next worker. */
async function changeAndRead(env: Record<string, string>): Promise<void> {
  const server = await startWorkers(env);
  const login = await callOnce(server.url + editorApiUrl.token(), { method: "POST", body: EDITOR });
  const headers = { authorization: `Bearer ${JSON.parse(login.text).access}` };
  const write = async (method: string, path: string, body: object) => {
    const { status, text } = await callOnce(server.url + path, { method, headers, body });
    expect([200, 201], text).toContain(status);
    return JSON.parse(text).id as number;
  };
  const first = { title: "Title 0 of it", category: "News", content: "<p>Text</p>", status: "published" };
  const id = await write("POST", apiUrl.articles(), first);
  for (let round = 0; round < ROUNDS; round += 1) {
    const title = `Title ${round} of it`;
    if (round > 0) await write("PUT", apiUrl.article(id), { title });
    const pages = Array.from({ length: WORKERS }, () => callOnce(server.url + pageUrl.article(id)));
    for (const { text } of await Promise.all(pages)) expect(text).toContain(title);
  }
  expect(await server.stop()).toBe(0);
}

test("a change is on the next page of every worker (sqlite)", () => changeAndRead({}), 60_000);

test.skipIf(inject("postgres") === null)(
  "a change is on the next page of every worker (postgres)",
  async () => changeAndRead({ DATABASE_URL: await createPostgresDatabase({ template: MIGRATED }) }),
  60_000,
);

async function hangAndStop(env: Record<string, string>): Promise<void> {
  const server = await startWorkers(env);
  const pids = () => [...server.output().matchAll(/"pid":(\d+),[^\n]*RATE_LIMITS is off/g)].map(([, pid]) => pid);
  const hang = (pid: string | undefined) => process.kill(Number(pid), "SIGSTOP");
  hang(pids()[0]);
  await expect.poll(() => pids().length, { timeout: 60_000 }).toBe(WORKERS + 1);
  hang(pids()[1]);
  await server.stop();
  for (const pid of pids()) expect(() => process.kill(Number(pid), 0), `${pid} is gone`).toThrow("ESRCH");
}

const HANG = "a worker that hangs is replaced after twenty seconds, and so is one that hangs while all of them stop";

test.skipIf(!IS_THOROUGH)(`${HANG} (sqlite)`, () => hangAndStop({}), 120_000);

test.skipIf(!IS_THOROUGH || inject("postgres") === null)(
  `${HANG} (postgres)`,
  async () => hangAndStop({ DATABASE_URL: await createPostgresDatabase({ template: MIGRATED }) }),
  120_000,
);
