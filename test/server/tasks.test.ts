import { expect, test } from "vitest";
import { z } from "zod";
import { importTasks } from "#features/newsletter/audience/tasks.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import { findTask, presentTask } from "#features/tasks/queries.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import { InvalidError } from "#shared/errors.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startOtherHosts } from "#test/support/other-host.ts";
import { runTasks } from "#test/support/tasks.ts";
import { startTestApp } from "#test/support/test-app.ts";

const STORY = "https://miners.example/story";
const BACKOFF_MAX = 10 * 60_000;
/** Adds its steps' numbers to `site_state`; `fails` says which call of a step fails, counted over all. */
function countingTask(steps: number, fails: (call: number) => Error | undefined = () => undefined) {
  let calls = 0;
  const kind: TaskKind = {
    kind: "count",
    subjectOf: () => ({ what: "Counting", path: "/admin/settings" }),
    isRetried: true,
    prepare: async () => async (trx, position) => {
      calls += 1;
      const done = z.int().nullable().parse(position) ?? 0;
      await trx
        .insertInto("site_state")
        .values({ key: `step ${done}`, value: 1 })
        .execute();
      const failure = fails(calls);
      if (failure) throw failure;
      const progress = { position: done + 1, done: done + 1, total: steps };
      return done + 1 === steps ? { ...progress, isDone: true, result: "counted" } : { ...progress, isDone: false };
    },
  };
  return { kind, calls: () => calls };
}

const addresses = (count: number) => Array.from({ length: count }, (_, number) => `m${number}@example.com`).join("\n");

describeOnEngines("tasks", (open) => {
  async function start(settings: Parameters<typeof startTestApp>[1] = {}) {
    const clock = testClock();
    const database = await open();
    const parts = await startTestApp(database, { clock, ...settings });
    const { headers } = await startEditor(parts.app, database);
    const call = async (method: "GET" | "POST", url: string, payload?: object) => {
      const response = await parts.app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    };
    const add = (kind: string) => enqueueTask(database.db, clock.now(), { kind, payload: null });
    const read = async (id: number) => {
      const row = await findTask(database.db, id);
      return row && presentTask(row, clock.now());
    };
    return { ...parts, clock, database, headers, call, add, read };
  }

  test("a large import is a task with progress, which resumes where a stop interrupted it", async () => {
    const { call, read, database, clock } = await start();
    const csv = `${addresses(4_000)}\nm1@example.com\nno address@\n'=x@example.com\n`;
    const report = { rows: 4_003, added: 4_001, known: 0, repeated: 1, left: 0, invalid: 1 };
    const dry = await call("POST", editorApiUrl.importSubscribers(), { csv, dry_run: true });
    expect(dry).toMatchObject({ status: 202, body: { kind: "check-subscribers", state: "queued", total: 0 } });
    expect(dry.headers.location).toBe(editorApiUrl.task(dry.body.id));
    await runTasks(database, importTasks({ clock }));
    expect(await read(dry.body.id)).toMatchObject({ state: "done", done: 4_001, total: 4_001, result: report });
    const count = async () =>
      Number((await call("GET", `${editorApiUrl.subscribers()}?limit=1`)).headers["x-total-count"]);
    expect(await count()).toBe(0);

    const { id } = (await call("POST", editorApiUrl.importSubscribers(), { csv })).body;
    let asked = 0;
    await runTasks(database, importTasks({ clock }), () => ++asked > 4);
    const halfway = await read(id);
    expect(halfway).toMatchObject({ state: "queued", total: 4_001, result: null });
    expect(halfway?.done).toBe(await count());
    expect(halfway?.done).toBeGreaterThan(0);
    await runTasks(database, importTasks({ clock }));
    expect(await read(id)).toMatchObject({ state: "done", result: report });
    expect(await count()).toBe(4_001);
    const listed = (await call("GET", editorApiUrl.tasks("import-subscribers"))).body;
    expect(listed.map((one: { id: number }) => one.id)).toEqual([id]);
    const kept = await database.db.selectFrom("task").select("payload").execute();
    expect(kept, "the addresses are not kept twice").toEqual([{ payload: "" }, { payload: "" }]);
  });

  test("a large file that is rejected fails with the same message as a small one", async () => {
    const { call, read, database, clock } = await start();
    const csv = `${addresses(4_000)}\n${"x,".repeat(300)}`;
    const { id } = (await call("POST", editorApiUrl.importSubscribers(), { csv })).body;
    await runTasks(database, importTasks({ clock }));
    expect(await read(id)).toMatchObject({
      state: "failed",
      last_error: "The CSV has more than 256 columns.",
    });
  });

  test("a step that fails changes nothing and is retried later, while others are run", async () => {
    const { add, read, database, clock } = await start();
    const [first, second] = [await add("count"), await add("count")];
    const { kind } = countingTask(1, (call) => (call === 1 ? new Error("disk on fire") : undefined));
    await runTasks(database, kind, undefined, clock);
    expect(await read(first.id)).toMatchObject({
      state: "queued",
      last_error: "Something went wrong. It will be retried.",
    });
    expect(await read(second.id)).toMatchObject({ state: "done", result: "counted" });
    await database.db.deleteFrom("site_state").where("key", "=", "step 0").execute();
    await runTasks(database, kind, undefined, clock);
    expect((await read(first.id))?.state, "not before its time").toBe("queued");
    clock.advance(BACKOFF_MAX);
    await runTasks(database, kind, undefined, clock);
    expect(await read(first.id)).toMatchObject({ state: "done", last_error: "" });
  });

  test("a task that keeps failing is given up, and one that can never succeed at once", async () => {
    const { add, read, database, clock } = await start();
    const { id } = await add("count");
    const broken = countingTask(1, () => new Error("disk on fire"));
    for (let round = 0; round < 20; round += 1) {
      await runTasks(database, broken.kind, undefined, clock);
      clock.advance(BACKOFF_MAX);
    }
    expect(await read(id)).toMatchObject({ state: "failed", done: 0 });
    expect(broken.calls()).toBeLessThan(20);
    const hopeless = await add("count");
    await runTasks(
      database,
      countingTask(1, () => new InvalidError("invalid_input", "It cannot be done.")).kind,
      undefined,
      clock,
    );
    expect(await read(hopeless.id)).toMatchObject({ state: "failed", last_error: "It cannot be done." });
  });

  test("that failed are sentences, which a chief retries or dismisses; personal input is not stored for that", async () => {
    const hosts = await startOtherHosts({});
    const { database, clock, store, app, headers, add, read, runJob } = await start(hosts);
    const send = (method: "GET" | "POST", path: string) =>
      app.inject({ method, url: `/api/system/${path}`, headers }).then(({ statusCode, body }) => ({
        status: statusCode,
        body: body === "" ? null : JSON.parse(body),
      }));
    const failed = async () => (await send("GET", "")).body.failed_tasks;
    expect(await failed()).toEqual([]);
    const id = await publish(store, {
      title: "Kenya's miners",
      content: `<aside class="card"><p><a href="${STORY}">${STORY}</a></p></aside>`,
    });
    const { kind } = await database.db
      .selectFrom("task")
      .select("kind")
      .where("kind", "like", "fetch-remote%")
      .executeTakeFirstOrThrow();
    await runJob(`${kind} tasks`);
    const [card] = await failed();
    expect(card).toMatchObject({
      what: "Card of miners.example",
      document: { type: "article", id, title: "Kenya's miners" },
      path: `/admin/articles/${id}`,
      error: expect.stringMatching(/404/),
      may_retry: true,
    });
    expect((await send("GET", "notices/")).body.failed_tasks).toEqual([card]);
    expect(await send("POST", `tasks/${card.id}/retry/`)).toEqual({ status: 204, body: null });
    expect(await read(card.id)).toMatchObject({ state: "queued", last_error: "" });
    expect(await failed()).toEqual([]);
    expect((await send("POST", `tasks/${card.id}/retry/`)).status, "it does not wait for a decision").toBe(404);
    await runJob(`${kind} tasks`);
    await database.db.deleteFrom("article").where("id", "=", id).execute();
    expect(await failed(), "the article was deleted").toMatchObject([{ document: null, path: null, may_retry: true }]);
    expect((await send("POST", `tasks/${card.id}/dismiss/`)).status).toBe(204);
    expect(await read(card.id)).toBeUndefined();

    const hopeless = countingTask(1, () => new InvalidError("invalid_input", "It cannot be done.")).kind;
    const { id: other } = await add("count");
    await runTasks(database, { ...hopeless, isRetried: false }, undefined, clock);
    expect(await failed()).toMatchObject([{ what: "Counting", path: "/admin/settings", may_retry: false }]);
    expect(await send("POST", `tasks/${other}/retry/`)).toMatchObject({
      status: 409,
      body: { code: "task_not_retried" },
    });
    const actions = await database.db
      .selectFrom("audit_entry")
      .select("action")
      .where("action", "like", "task.%")
      .execute();
    expect(actions.map(({ action }) => action).sort()).toEqual(["task.dismiss", "task.retry"]);
  });

  test("two processes never do a step twice, and one resumes where another has died", async () => {
    const { add, read, database, clock } = await start();
    const { id } = await add("count");
    const steps = countingTask(20);
    await Promise.all([1, 2, 3].map(() => runTasks(database, steps.kind, undefined, clock)));
    expect(await read(id)).toMatchObject({ state: "done", done: 20 });
    expect(steps.calls()).toBe(20);

    const left = await add("count");
    await database.db.deleteFrom("site_state").where("key", "like", "step %").execute();
    await database.db
      .updateTable("task")
      .set({ lease_by: "a process that died", lease_until: clock.now() + 30_000 })
      .where("id", "=", left.id)
      .execute();
    expect((await read(left.id))?.state).toBe("running");
    await runTasks(database, steps.kind, undefined, clock);
    expect((await read(left.id))?.state).toBe("running");
    clock.advance(30_000);
    await runTasks(database, steps.kind, undefined, clock);
    expect((await read(left.id))?.state).toBe("done");
  });
});
