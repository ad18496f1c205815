import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openConnection } from "#test/support/raw-http.ts";
import { type ServerProcess, startServer } from "#test/support/server-process.ts";

const DIST = join(import.meta.dirname, "..", "..", "dist", "server");
const bare = { DEMO_CONTENT: "0" };
/** How often a restart is looked for, in milliseconds. */
const RESTART = { interval: 20 };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-supervisor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The serving processes so far, by their first line: that limits are off. */
const pidsOf = (server: ServerProcess) =>
  [...server.output().matchAll(/"pid":(\d+),[^\n]*RATE_LIMITS is off/g)].map(([, pid]) => Number(pid));
const isServing = async (server: ServerProcess) =>
  (await fetch(`${server.url}/healthz`).catch(() => null))?.ok ?? false;

test("a server that is killed serves again by itself, and a stop then ends all of it", async () => {
  const server = await startServer({ dataDir: temporaryFolder(), env: bare });
  for (let kill = 1; kill <= 2; kill += 1) {
    process.kill(pidsOf(server).at(-1) ?? 0, "SIGKILL");
    await expect.poll(() => pidsOf(server).length, RESTART).toBe(kill + 1);
    await expect.poll(() => isServing(server), RESTART).toBe(true);
  }
  expect(server.output().match(/the server exited and will be restarted/g)).toHaveLength(2);
  const last = pidsOf(server).at(-1) ?? 0;
  expect(await server.stop()).toBe(0);
  expect(() => process.kill(last, 0), "nothing is left behind").toThrow("ESRCH");
});

test("an uncaught error is logged once, lets requests in flight finish, and leads to a restart", async () => {
  // No request from outside can cause one any more; this does, in the server's own process.
  const fault = `process.on("SIGUSR2", () => { Promise.reject(new Error("out of order")); });`;
  const server = await startServer({
    dataDir: temporaryFolder(),
    env: { ...bare, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` },
  });
  const body = '{"email":"reader@example.com"}';
  const writer = await openConnection(Number(new URL(server.url).port));
  const head = ["POST /api/newsletter/subscribe/ HTTP/1.1", "Host: x", "Content-Type: application/json"];
  writer.write([...head, `Content-Length: ${body.length}`, "Expect: 100-continue", "", ""].join("\r\n"));
  await expect.poll(writer.received).toContain("100 Continue");
  process.kill(pidsOf(server)[0] ?? 0, "SIGUSR2");
  await expect.poll(() => server.output()).toContain("uncaught error");
  writer.write(body);
  expect(await writer.closed).toContain("HTTP/1.1 200 OK");
  await expect.poll(() => pidsOf(server).length, RESTART).toBe(2);
  await expect.poll(() => isServing(server), RESTART).toBe(true);
  expect(server.output().match(/uncaught error/g)).toHaveLength(1);
  expect(server.output().match(/"message":"out of order"/g)).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});

test("a server whose supervisor is killed stops by itself", async () => {
  const server = await startServer({ dataDir: temporaryFolder(), env: bare });
  const [serving = 0] = pidsOf(server);
  process.kill(server.pid, "SIGKILL");
  await expect.poll(() => isServing(server), RESTART).toBe(false);
  await expect
    .poll(() => {
      try {
        return process.kill(serving, 0);
      } catch {
        return false;
      }
    }, RESTART)
    .toBe(false);
});

/** Supervises a small program instead of the server, in a folder with these settings. */
function supervise(code: string, settings = "") {
  const folder = temporaryFolder();
  const program = join(folder, "program.mjs");
  const runner = join(folder, "runner.mjs");
  writeFileSync(program, code);
  writeFileSync(join(folder, ".env"), settings);
  const supervisor = pathToFileURL(join(DIST, "supervisor.js"));
  writeFileSync(
    runner,
    `import { supervise } from ${JSON.stringify(supervisor)};
     supervise({ node: process.execPath, program: ${JSON.stringify(program)} });`,
  );
  const child = spawn(process.execPath, [runner], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const delays = () => [...output.matchAll(/"delay":(\d+)/g)].map(([, delay]) => Number(delay));
  return { exited, delays, output: () => output, signal: (name: NodeJS.Signals) => child.kill(name) };
}

test("a server that crashes repeatedly is restarted more slowly, and can be stopped in between", async () => {
  const { delays, exited, signal } = supervise(`process.send("serving", () => process.exit(3));`);
  await expect.poll(delays, RESTART).toEqual([0, 500, 1_000, 1_000]);
  signal("SIGTERM");
  expect(await exited).toBe(0);
  expect(delays()).toEqual([0, 500, 1_000, 1_000]);
});

test("a first start that fails is not repeated, and its exit code is the supervisor's", async () => {
  const { delays, exited } = supervise(`process.exit(7);`);
  expect(await exited).toBe(7);
  expect(delays()).toEqual([]);
});

test("a program of the first versions, which read no settings file, gets its settings as variables", async () => {
  const { exited, output } = supervise(
    `console.log(process.env.PORT, process.env.HOME);`,
    "PORT=4711\nHOME=/nowhere\n",
  );
  expect(await exited).toBe(0);
  expect(output()).toBe(`4711 ${process.env.HOME}\n`);
});

test("a start that fails after the server has served is repeated", async () => {
  const folder = temporaryFolder();
  const { delays, output, signal, exited } = supervise(`
    import { appendFileSync, readFileSync } from "node:fs";
    const journal = ${JSON.stringify(join(folder, "journal"))};
    appendFileSync(journal, "x");
    const start = readFileSync(journal).length;
    if (start === 1) process.send("serving", () => process.exit(1));
    else if (start < 5) process.exit(1);
    else process.stdout.write("up again");
    process.on("SIGTERM", () => process.exit(0));
    setInterval(() => undefined, 1_000);
  `);
  await expect.poll(output, RESTART).toContain("up again");
  expect(delays()).toEqual([0, 500, 1_000, 2_000]);
  signal("SIGINT");
  expect(await exited).toBe(0);
});

test("each termination signal ends the server in order", async () => {
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    const { exited, output, signal } = supervise(`
      process.on("SIGTERM", () => { process.stdout.write("in order"); process.exit(0); });
      setInterval(() => undefined, 1_000);
      process.stdout.write("begun");
    `);
    await expect.poll(output, RESTART).toBe("begun");
    signal(name);
    expect([await exited, output()], name).toEqual([0, "begunin order"]);
  }
});

test("a worker that is killed is replaced, while the others keep serving", async () => {
  const server = await startServer({ dataDir: temporaryFolder(), env: { ...bare, WEB_CONCURRENCY: "2" } });
  const lines = () => [...server.output().matchAll(/"pid":(\d+),[^\n]*RATE_LIMITS is off/g)];
  const workers = () => lines().map(([, pid]) => Number(pid));
  await expect.poll(() => server.output()).toContain("Jarida is at");
  const [victim = 0, other = 0] = workers();
  expect(victim).not.toBe(other);
  process.kill(victim, "SIGKILL");
  await expect
    .poll(
      // A connection that was handed to the dead worker is lost with it; the next one goes to another.
      async () => {
        const asked = fetch(server.url, { headers: { connection: "close" }, signal: AbortSignal.timeout(2_000) });
        return (await asked.catch(() => undefined))?.status;
      },
    )
    .toBe(200);
  await expect.poll(() => workers().length).toBe(3);
  expect(server.output()).toMatch(/worker \d was ended by SIGKILL and is replaced/);
  expect(await server.stop()).toBe(0);
});
