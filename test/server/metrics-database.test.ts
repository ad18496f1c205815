import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { startWithFigures, sumOf } from "#test/support/figures.ts";
import { startOutbox } from "#test/support/outbox.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";

/** 2100: nothing of this falls due, and no lease ends, while a test runs. */
const FAR = 4_102_444_800_000;

async function fillQueues(database: Database): Promise<void> {
  const task = { kind: "of-a-test", payload: "", position: null, result: null, lease_by: null, created_at: 0 };
  const times = { due_at: FAR, lease_until: null, finished_at: null };
  const put = (count: number, values: { state: "queued" | "done" | "failed"; lease_until?: number }) =>
    database.db
      .insertInto("task")
      .values(Array.from({ length: count }, () => ({ ...task, ...times, ...values })))
      .execute();
  await put(2, { state: "queued" });
  await put(1, { state: "queued", lease_until: FAR });
  await put(3, { state: "failed" });
  await put(1, { state: "done" });
  const outbox = await startOutbox(async () => database);
  for (const state of ["queued", "queued", "sending", "held", "uncertain", "sent"] as const)
    await outbox.put({ state, due_at: FAR, lease_until: FAR });
}

async function watchStatements(engine: "sqlite" | "postgres"): Promise<void> {
  const url = engine === "postgres" ? await createPostgresDatabase({ template: MIGRATED }) : undefined;
  const { server, read } = await startWithFigures(url ? { DATABASE_URL: url } : {});
  const path = join(server.dataDir, "jarida.db");
  const database = await openDatabase(url ? { engine: "postgres", url } : { engine: "sqlite", path });
  onTestFinished(() => database.close());
  const count = (text: string, outcome: string) =>
    sumOf(text, "jarida_database_query_duration_seconds_count", `outcome="${outcome}"`);

  await fillQueues(database);
  const before = await read();
  const tasks = (state: string) => sumOf(before, "jarida_tasks", `state="${state}"`);
  expect({ queued: tasks("queued"), running: tasks("running"), failed: tasks("failed") }).toEqual({
    queued: 2,
    running: 1,
    failed: 3,
  });
  const mails = (state: string) => sumOf(before, "jarida_outbox_mails", `state="${state}"`);
  expect(["queued", "sending", "held", "uncertain", "sent"].map(mails)).toEqual([2, 1, 1, 1, 0]);
  expect([sumOf(before, "jarida_database_up"), count(before, "error")]).toEqual([1, 0]);

  await sql`alter table category rename to category_before`.execute(database.db);
  expect((await fetch(`${server.url}/api/categories/`)).status).toBe(500);
  const after = await read();
  expect(count(after, "error")).toBeGreaterThan(0);
  expect(count(after, "ok")).toBeGreaterThan(count(before, "ok"));
  await sql`alter table task rename to task_before`.execute(database.db);
  expect(sumOf(await read(), "jarida_database_up")).toBe(0);
}

test("queues are counted, and statements that fail (sqlite)", () => watchStatements("sqlite"));

test.skipIf(inject("postgres") === null || process.env.TEST_ENGINES === "sqlite")(
  "queues are counted, and statements that fail (postgres)",
  () => watchStatements("postgres"),
);
