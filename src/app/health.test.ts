import Fastify from "fastify";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import type { Database } from "#db/open.ts";
import { healthRoutes } from "./health.ts";

afterEach(() => vi.useRealTimers());

/** The health of a process over a database that connects as the test says. */
async function healthOf(connect: () => Promise<void>, isStopping = false) {
  class Driver extends DummyDriver {
    override async acquireConnection() {
      await connect();
      return super.acquireConnection();
    }
  }
  const db = new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (one) => new SqliteIntrospector(one),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const app = Fastify();
  await app.register(healthRoutes({ database: { db } as unknown as Database, isStopping: () => isStopping }));
  return async (url: string) => {
    const { statusCode, headers, json } = await app.inject(url);
    expect(headers["cache-control"], "a proxy's answer would be of another moment").toBe("no-store");
    return { status: statusCode, body: json() };
  };
}
const away = () => Promise.reject(new Error("connect ECONNREFUSED postgres://jarida:secret@db"));

test("a process is ready while its database answers", async () => {
  const get = await healthOf(async () => {});
  expect(await get("/readyz")).toEqual({ status: 200, body: { status: "ready" } });
});

test("without its database a process is not ready, says nothing of it, and is healthy all the same", async () => {
  const get = await healthOf(away);
  expect(await get("/readyz")).toEqual({
    status: 503,
    body: { code: "database_unavailable", detail: expect.any(String) },
  });
  expect((await get("/healthz")).status, "a restart would not help").toBe(200);
});

test("a database that hangs counts as away after three seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = Promise.withResolvers<void>();
  const get = await healthOf(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  let isAnswered = false;
  const answer = get("/readyz").finally(() => {
    isAnswered = true;
  });
  await asked.promise;
  await vi.advanceTimersByTimeAsync(2_999);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toMatchObject({ status: 503 });
});

test("a process that is about to end is not ready, whatever its database says, but still serves", async () => {
  const get = await healthOf(away, true);
  expect(await get("/readyz")).toEqual({ status: 503, body: { code: "stopping", detail: expect.any(String) } });
  expect((await get("/healthz")).status).toBe(200);
});
