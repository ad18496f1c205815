import { describe, expect, test } from "vitest";
import { articleType } from "#features/articles/type.ts";
import { documentJobs } from "#features/documents/jobs.ts";
import { publishDue } from "#features/documents/lifecycle/publishing.ts";
import { on, subscribe } from "#features/events/commands.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { runJob } from "#test/support/jobs.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

async function start() {
  const desk = await startDesk(openSqliteForTest);
  const { call, clock } = desk;
  return {
    ...desk,
    draft: (id: number, payload: object) => call({ method: "PUT", url: editorApiUrl.draft(id), payload }),
    send: (method: "GET" | "POST" | "DELETE", url: string, payload?: object, ifMatch?: string) =>
      call({ method, url, ...(payload && { payload }), ...(ifMatch && { ifMatch }) }),
    later: (distance = DAY) => new Date(clock.now() + distance).toISOString(),
  };
}

test("an article that is gone has no working copy, version, preview or date: each call says so, and none fails", async () => {
  const { send, draft, publishOne } = await start();
  const id = await publishOne();
  await send("DELETE", apiUrl.article(id));
  for (const gone of [id, 999]) {
    const answers = [
      ...[await send("GET", editorApiUrl.draft(gone)), await draft(gone, { title: "A" })],
      ...[await send("DELETE", editorApiUrl.draft(gone)), await send("POST", editorApiUrl.publish(gone))],
      ...[await send("DELETE", editorApiUrl.publish(gone)), await send("POST", editorApiUrl.unpublish(gone))],
      ...[await send("GET", editorApiUrl.revisions(gone)), await send("GET", editorApiUrl.revision(gone, 1))],
      ...[await send("POST", editorApiUrl.restoreRevision(gone, 1)), await send("DELETE", editorApiUrl.preview(gone))],
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404));
  }
});

test("a draft that was stored before it had title and category is not published, one by one or with others", async () => {
  const { send, draft, publishOne } = await start();
  const names = { title: "Untitled", category: "No category" };
  const id = await publishOne({ ...names, status: "draft", publishedAt: null });
  const errors = { title: expect.any(String), category: expect.any(String) };
  expect(await send("POST", editorApiUrl.publish(id))).toMatchObject({
    status: 400,
    body: { code: "incomplete_document", errors },
  });
  const bulk = await send("POST", editorApiUrl.bulk(), { ids: [id], change: { status: "published" } });
  expect(bulk.body).toMatchObject({ changed: [], failed: [{ id, detail: errors.title }] });
  await draft(id, { title: "A tip", category: "Tech" });
  expect((await send("POST", editorApiUrl.publish(id))).status).toBe(200);
  // An article that readers have may be called so.
  const published = await publishOne(names);
  await draft(published, { excerpt: "New" });
  expect((await send("POST", editorApiUrl.publish(published))).status).toBe(200);
});

describe("of an article that was never saved since it was created", () => {
  test("there is one version, itself, and no other; restoring it changes no word", async () => {
    const { send, publishOne, asReader } = await start();
    const id = await publishOne({ title: "As it was" });
    const list = await send("GET", editorApiUrl.revisions(id));
    expect([list.headers["x-total-count"], list.body.map(({ n }: { n: number }) => n)]).toEqual(["1", [1]]);
    expect((await send("GET", `${editorApiUrl.revisions(id)}?limit=9&offset=1`)).body).toEqual([]);
    expect((await send("GET", editorApiUrl.revision(id, 1))).body.title).toBe("As it was");
    for (const n of [2, 999]) {
      expect((await send("GET", editorApiUrl.revision(id, n))).status).toBe(404);
      expect((await send("POST", editorApiUrl.restoreRevision(id, n))).status).toBe(404);
    }
    expect((await send("POST", editorApiUrl.restoreRevision(id, 1))).status).toBe(200);
    expect((await asReader(id)).title).toBe("As it was");
  });
});

describe("a time for an update", () => {
  test("is refused where there is nothing to publish, naming the field, and where somebody has saved since", async () => {
    const { send, draft, publishOne, later } = await start();
    const id = await publishOne();
    const nothing = await send("POST", editorApiUrl.publish(id), { at: later() });
    expect([nothing.status, Object.keys(nothing.body.errors)]).toEqual([400, ["at"]]);
    const { headers } = await draft(id, { title: "Better" });
    await draft(id, { title: "Best" });
    expect((await send("POST", editorApiUrl.publish(id), { at: later() }, String(headers.etag))).status).toBe(409);
    expect((await send("GET", editorApiUrl.draft(id))).body.publish_at).toBeNull();
    expect((await send("DELETE", editorApiUrl.publish(id))).status).toBe(404);
  });

  test("must be a time", async () => {
    const { send, draft, publishOne, asReader } = await start();
    const id = await publishOne({ title: "Stored" });
    await draft(id, { title: "Better" });
    for (const at of ["tomorrow", "2026-02-30T00:00:00Z", "2026-11-24", 1, {}, true]) {
      const { status, body } = await send("POST", editorApiUrl.publish(id), { at });
      expect([at, status, Object.keys(body.errors ?? {})]).toEqual([at, 400, ["at"]]);
    }
    expect((await asReader(id)).title).toBe("Stored");
  });

  test("that is past publishes at once", async () => {
    const { send, draft, publishOne, asReader, later } = await start();
    const id = await publishOne();
    await draft(id, { title: "Better" });
    expect((await send("POST", editorApiUrl.publish(id), { at: later(-1) })).status).toBe(200);
    expect((await asReader(id)).title).toBe("Better");
  });
});

test("of several who publish one working copy at once, each is told that it is out, and readers get one version", async () => {
  const { send, draft, publishOne, app } = await start();
  const id = await publishOne({ title: "Stored" });
  await draft(id, { title: "Better" });
  const answers = await Promise.all([1, 2, 3].map(() => send("POST", editorApiUrl.publish(id))));
  expect(answers.map(({ status, body }) => [status, body.title])).toEqual(Array(3).fill([200, "Better"]));
  expect((await app.inject(apiUrl.changes(id))).json().map(({ kind }: { kind: string }) => kind)).toEqual([
    ...["change", "publication"],
  ]);
});

test("links and states that have had their time are removed, the others stay", async () => {
  const { send, draft, publishOne, clock, database, store, call, app } = await start();
  const id = await publishOne();
  const jobs = documentJobs(store, { kinds: [], log: app.log, streams: { poll: async () => undefined } });
  const clean = () => runJob(jobs, "old previews and states of working copies");
  const { headers } = await draft(id, { title: "One" });
  await send("POST", editorApiUrl.preview(id));
  const count = async () => [
    (await database.db.selectFrom("preview_link").select("hash").execute()).length,
    (await database.db.selectFrom("working_copy_state").select("version").execute()).length,
  ];
  clock.advance(DAY);
  await clean();
  expect(await count()).toEqual([1, 1]);
  clock.advance(1);
  await clean();
  expect(await count()).toEqual([1, 0]);
  // Whoever wrote on from that state may have changed anything of it: nothing is merged, and nothing is lost.
  await draft(id, { title: "Two" });
  const payload = { title: "From the first" };
  expect(
    (await call({ method: "PUT", url: editorApiUrl.draft(id), payload, ifMatch: String(headers.etag) })).status,
  ).toBe(409);
  expect((await send("GET", editorApiUrl.draft(id))).body.title).toBe("Two");
  clock.advance(7 * DAY);
  await clean();
  expect((await count())[0]).toBe(0);
});

test("an update that is cancelled or moved while due ones are published stays unpublished", async () => {
  const { send, draft, publishOne, asReader, clock, store, app, later } = await start();
  const ids = [await publishOne({ title: "Stored" }), await publishOne({ title: "Stored" }), await publishOne()];
  for (const [index, id] of ids.entries()) {
    await draft(id, { title: "Better" });
    await send("POST", editorApiUrl.publish(id), { at: later(HOUR - 3 + index) });
  }
  const [first, cancelled = 0, moved = 0] = ids;
  let isDone = false;
  const change = on(["article.written"], async ({ trx }, events) => {
    if (isDone || events[0]?.facts.after?.id !== first) return;
    isDone = true;
    await trx.updateTable("working_copy").set({ publish_at: null }).where("document_id", "=", cancelled).execute();
    const at = clock.now() + HOUR;
    await trx.updateTable("working_copy").set({ publish_at: at }).where("document_id", "=", moved).execute();
  });
  using _changing = subscribe([change]);
  clock.advance(HOUR);
  await publishDue(store, [articleType(store)], app.log);
  expect(isDone).toBe(true);
  const titles = await Promise.all(ids.map(async (id) => (await asReader(id)).title));
  expect(titles).toEqual(["Better", "Stored", "A plain article"]);
  expect((await send("GET", editorApiUrl.draft(moved))).body.publish_at).not.toBeNull();
});

test("an update that fails for a reason of ours is tried again, and those after it do not wait for it", async () => {
  const { send, draft, publishOne, clock, store, app, later } = await start();
  const [broken, fine] = [await publishOne(), await publishOne()];
  for (const [id, distance] of [[broken, HOUR / 2] as const, [fine, HOUR] as const]) {
    await draft(id, { title: `New title of ${id}` });
    expect((await send("POST", editorApiUrl.publish(id), { at: later(distance) })).status).toBe(200);
  }
  let isBroken = true;
  const fail = on(["article.written"], async (_cause, events) => {
    if (isBroken && events.some(({ facts }) => facts.after?.id === broken)) throw new Error("A subscriber is broken.");
  });
  using _failing = subscribe([fail]);
  const titles = async () => {
    const bodies = [await send("GET", apiUrl.article(broken)), await send("GET", apiUrl.article(fine))];
    return bodies.map(({ body }) => body.title.startsWith("New title"));
  };
  clock.advance(HOUR);
  const publishAll = () => publishDue(store, [articleType(store)], app.log);
  await expect(publishAll()).rejects.toThrow("A subscriber is broken.");
  expect(await titles()).toEqual([false, true]);
  isBroken = false;
  await publishAll();
  expect(await titles()).toEqual([true, true]);
});
