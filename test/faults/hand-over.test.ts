import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readRunning } from "#app/hand-over.ts";
import { openConnection } from "#test/support/raw-http.ts";
import { type ServerProcess, startServer } from "#test/support/server-process.ts";
import { startLoad } from "#test/support/steady-load.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const HAND_OVERS = IS_THOROUGH ? 8 : 2;
/** Requests a second. */
const RATE = 250;
const WAITING = { timeout: 60_000, interval: 50 };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-hand-over-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const portOf = ({ url }: ServerProcess) => Number(new URL(url).port);
const servingIn = (dataDir: string) => readRunning(dataDir)?.server;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Replaces the server, and waits until the former one has ended. */
async function handOver({ pid, dataDir }: ServerProcess): Promise<void> {
  const former = servingIn(dataDir) ?? 0;
  process.kill(pid, "SIGUSR2");
  await expect.poll(() => servingIn(dataDir), WAITING).not.toBe(former);
  await expect.poll(() => isAlive(former), WAITING).toBe(false);
}

test.each([
  ["1 process", "1"],
  ["2 workers", "2"],
])(
  "no request is lost while another process takes over (%s)",
  async (_title, workers) => {
    const server = await startServer({
      dataDir: temporaryFolder(),
      env: { DEMO_CONTENT: "0", WEB_CONCURRENCY: workers },
    });
    const load = startLoad(portOf(server), RATE);
    for (let count = 0; count < HAND_OVERS; count += 1) await handOver(server);
    const { sent, statuses, failures, slowest } = await load.stop();
    process.stdout.write(
      `${_title}: ${HAND_OVERS} hand-overs, ${sent} requests, ${failures.length} lost, slowest ${Math.round(slowest)} ms, ${JSON.stringify(statuses)}\n`,
    );
    expect(failures).toEqual([]);
    expect(Object.keys(statuses).sort()).toEqual(["GET 200", "POST 200"]);
    expect(await server.stop()).toBe(0);
  },
  300_000,
);

test("a request in progress is finished by the former process, and a new one gets the successor", async () => {
  const server = await startServer({ dataDir: temporaryFolder(), env: { DEMO_CONTENT: "0" } });
  const former = servingIn(server.dataDir) ?? 0;
  const body = '{"email":"reader@example.com"}';
  const writer = await openConnection(portOf(server));
  const head = ["POST /api/newsletter/subscribe/ HTTP/1.1", "Host: x", "Content-Type: application/json"];
  writer.write([...head, `Content-Length: ${body.length}`, "Expect: 100-continue", "", ""].join("\r\n"));
  await expect.poll(writer.received).toContain("100 Continue");
  process.kill(server.pid, "SIGUSR2");
  await expect.poll(() => servingIn(server.dataDir), WAITING).not.toBe(former);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(isAlive(former)).toBe(true);
  writer.write(body);
  expect(await writer.closed).toContain("HTTP/1.1 200 OK");
  await expect.poll(() => isAlive(former), WAITING).toBe(false);
  expect(await server.stop()).toBe(0);
});

test("a successor that cannot start changes nothing, and its failure is noted", async () => {
  const dataDir = temporaryFolder();
  const settings = join(dataDir, "settings.env");
  writeFileSync(settings, "");
  const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0", ENV_FILE: settings } });
  const former = servingIn(dataDir);
  writeFileSync(settings, "SITE_LANGUAGE=klingon\n");
  process.kill(server.pid, "SIGUSR2");
  await expect.poll(() => readRunning(dataDir)?.failed?.reason, WAITING).toBe("exit code 1");
  expect(servingIn(dataDir)).toBe(former);
  expect((await fetch(server.url)).status).toBe(200);
  writeFileSync(settings, "");
  await handOver(server);
  expect(readRunning(dataDir)?.failed).toBeUndefined();
  expect((await fetch(server.url)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("a held publication answers with the maintenance page, with its database closed", async () => {
  const dataDir = temporaryFolder();
  const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0" } });
  writeFileSync(join(dataDir, "maintenance"), "");
  await handOver(server);
  expect((await fetch(server.url)).status).toBe(503);
  expect(readFileSync(`/proc/${servingIn(dataDir)}/maps`, "utf8")).not.toContain("jarida.db");
  rmSync(join(dataDir, "maintenance"));
  await handOver(server);
  expect((await fetch(server.url)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("a successor that is killed while it starts changes nothing", async () => {
  const dataDir = temporaryFolder();
  const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0" } });
  const former = servingIn(dataDir);
  process.kill(server.pid, "SIGUSR2");
  const successor = () => childrenOf(server.pid).find((pid) => pid !== former);
  await expect.poll(successor, WAITING).toBeDefined();
  process.kill(successor() ?? 0, "SIGKILL");
  await expect.poll(() => readRunning(dataDir)?.failed?.reason, WAITING).toBe("SIGKILL");
  expect((await fetch(server.url)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
