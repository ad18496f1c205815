import { expect, test } from "vitest";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const URL = "/api/system/client-errors/";
const REPORT = { message: "x is undefined", stack: "TypeError: x is undefined\n    at Room", path: "/admin/article/7" };

async function startApp() {
  const lines: string[] = [];
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database, { logLine: (line) => lines.push(line), rateLimits: true });
  const { headers } = await startEditor(app, database);
  const post = (payload: object) => app.inject({ method: "POST", url: URL, headers, payload });
  const logged = () => lines.filter((line) => line.includes("browserError")).map((line) => JSON.parse(line));
  return { app, post, logged };
}

test("a failed screen is written to the log with the account", async () => {
  const { app, post, logged } = await startApp();
  expect((await post(REPORT)).statusCode).toBe(204);
  expect(logged()).toEqual([
    expect.objectContaining({
      msg: "a screen of the admin area failed",
      account: expect.any(Number),
      browserError: REPORT,
    }),
  ]);
  expect((await app.inject({ method: "POST", url: URL, payload: REPORT })).statusCode).toBe(401);
  expect(logged()).toHaveLength(1);
});

test("reports are bounded in size and number", async () => {
  const { post, logged } = await startApp();
  for (const [name, length] of [
    ["message", 501],
    ["stack", 6_001],
    ["path", 301],
  ] as const)
    expect((await post({ ...REPORT, [name]: "x".repeat(length) })).statusCode, name).toBe(400);
  expect((await post({ ...REPORT, cookies: "x" })).statusCode).toBe(400);
  const statuses: number[] = [];
  for (let sent = 0; sent < 25; sent++) statuses.push((await post(REPORT)).statusCode);
  expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(20);
  expect(statuses.at(-1)).toBe(429);
  expect(logged().length).toBeLessThanOrEqual(20);
});
