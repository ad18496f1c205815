import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { articleDocument } from "#features/articles/document.ts";
import { trashArticle } from "#features/articles/type.ts";
import { stateForReaders } from "#features/documents/changes/commands.ts";
import { removeOldEvents } from "#features/events/commands.ts";
import { operator } from "#shared/actor.ts";
import { DAY, HOUR } from "#shared/time.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { logIn, startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { counting } from "#test/support/interruption.ts";
import { startTestApp } from "#test/support/test-app.ts";

type Change = { kind: string; id: number; event: string; url: string | null };
type Changes = { results: Change[]; next_cursor: string };

const read = async (app: FastifyInstance, query = "", headers = {}) =>
  (await app.inject({ url: `/api/changes/?${query}`, headers })).json<Changes>();

/** All changes after a cursor, in pages of two. */
async function readAll(app: FastifyInstance, cursor?: string, headers = {}) {
  const all: Change[] = [];
  for (let next = cursor; ; ) {
    const page = await read(app, `limit=2${next === undefined ? "" : `&cursor=${next}`}`, headers);
    all.push(...page.results);
    if (page.results.length === 0) return { all, cursor: page.next_cursor };
    next = page.next_cursor;
  }
}

const brief = (changes: Change[]) => changes.map(({ kind, id, event }) => `${kind} ${id} ${event}`);

describeOnEngines("changes of documents", (open) => {
  test("are what readers see, oldest first, and nothing of what is unpublished", async () => {
    const database = await open();
    const clock = testClock();
    const { app, store, runJob } = await startTestApp(database, { clock });
    const call = await startPatientEditor(app, database, clock);
    const start = (await readAll(app)).cursor;
    const [first, draft] = [await publish(store), await publish(store, { status: "draft", publishedAt: null })];
    await updateArticle(store, operator, first, { title: "Another title" });
    await call({ method: "PUT", url: editorApiUrl.draft(draft), payload: { title: "Typed" } });
    await updateArticle(store, operator, draft, { excerpt: "Not for readers" });
    await updateArticle(store, operator, first, { status: "draft" });
    await trashArticle(store, operator, first);
    await trashArticle(store, operator, draft);
    const { all, cursor } = await readAll(app, start);
    expect(brief(all)).toEqual([`article ${first} published`, `article ${first} changed`, `article ${first} removed`]);
    expect(all[0]?.url).toBe(`https://news.example/article/${first}`);

    const later = await publish(store, { publishedAt: clock.now() + HOUR });
    expect((await readAll(app, cursor)).all, "it waits for its time").toEqual([]);
    clock.advance(HOUR + 1_000);
    await runJob("scheduled updates");
    expect(brief((await readAll(app, cursor)).all)).toEqual([`article ${later} published`]);
    const waiting = await publish(store, { publishedAt: clock.now() + HOUR });
    const after = (await readAll(app, cursor)).cursor;
    await updateArticle(store, operator, waiting, { status: "draft" });
    expect((await readAll(app, after)).all, "readers never had it").toEqual([]);
  });

  test("are for editors also those of documents that they may read, by permission", async () => {
    const database = await open();
    const clock = testClock();
    const { app, store } = await startTestApp(database, { clock });
    const call = await startPatientEditor(app, database, clock);
    const { access } = (await logIn(app)).json<{ access: string }>();
    const headers = { authorization: `Bearer ${access}` };
    const start = (await readAll(app, undefined, headers)).cursor;
    const id = await publish(store, { status: "draft", publishedAt: null });
    await call({ method: "POST", url: editorApiUrl.publish(id), payload: {} });
    await trashArticle(store, operator, id);
    expect(brief((await readAll(app, start, headers)).all)).toEqual([
      `article ${id} changed`,
      `article ${id} published`,
      `article ${id} removed`,
    ]);
    expect(brief((await readAll(app, start)).all)).toEqual([`article ${id} published`, `article ${id} removed`]);
  });

  test("start at a time, and end with 410 for a cursor whose events are gone", async () => {
    const database = await open();
    const clock = testClock();
    const { app, store } = await startTestApp(database, { clock });
    const first = await publish(store);
    const { cursor } = await readAll(app);
    clock.advance(HOUR);
    const since = new Date(clock.now()).toISOString();
    const second = await publish(store);
    expect(brief((await read(app, `since=${since}`)).results)).toEqual([`article ${second} published`]);
    expect(brief((await read(app)).results)).toEqual([`article ${first} published`, `article ${second} published`]);
    clock.advance(31 * DAY);
    await publish(store);
    await removeOldEvents(database, clock.now());
    const gone = await app.inject(`/api/changes/?cursor=${cursor}`);
    expect([gone.statusCode, gone.json().code]).toEqual([410, "cursor_expired"]);
    for (const odd of [
      "x",
      "e30",
      "%00",
      "bnVsbA",
      Buffer.from('{"changes":-1}').toString("base64url"),
      "a".repeat(600),
    ])
      expect((await app.inject(`/api/changes/?cursor=${odd}`)).statusCode, odd).toBe(400);
    expect((await app.inject("/api/changes/?since=yesterday")).statusCode).toBe(400);
  });

  test("reach two nodes once each, whoever writes and reads at the same time", async () => {
    const database = await open();
    const clock = testClock();
    const nodes = [await startTestApp(database, { clock }), await startTestApp(database, { clock })] as const;
    const start = (await readAll(nodes[0].app)).cursor;
    const seen: Change[][] = [[], []];
    const follow = async (node: 0 | 1, until: () => boolean) => {
      for (let cursor = start; ; ) {
        const isLast = until();
        const page = await readAll(nodes[node].app, cursor);
        seen[node]?.push(...page.all);
        cursor = page.cursor;
        await setTimeout(5);
        if (isLast) return;
      }
    };
    let isWritten = false;
    const writes = Promise.all(Array.from({ length: 20 }, (_, at) => publish(nodes[at % 2 ? 1 : 0].store))).then(
      (ids) => {
        isWritten = true;
        return ids;
      },
    );
    await Promise.all([follow(0, () => isWritten), follow(1, () => isWritten)]);
    const ids = await writes;
    for (const changes of seen)
      expect(changes.map(({ id }) => id).toSorted((left, right) => left - right)).toEqual(
        ids.toSorted((left, right) => left - right),
      );
    expect(brief(seen[0] ?? [])).toEqual(brief(seen[1] ?? []));
  });

  test("of many documents at once take as few statements as those of one", async () => {
    const counted = counting(await open());
    const { db } = counted.database;
    const clock = testClock();
    const { app, store } = await startTestApp(counted.database, { clock });
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await publish(store));
    await db.deleteFrom("public_document").execute();
    const state = (some: number[], isChange = true) =>
      db.transaction().execute((trx) =>
        stateForReaders(
          { trx, clock },
          articleDocument,
          some.map((id) => ({ id, isChange })),
        ),
      );
    const first = await counted.statementsOf(() => state(ids.slice(0, 1)));
    expect(await counted.statementsOf(() => state(ids.slice(1)))).toBe(first);
    await db.updateTable("article").set({ status: "draft" }).where("id", "in", ids.slice(0, 2)).execute();
    await state(ids.slice(0, 3), false);
    await state([]);
    const changes = brief((await readAll(app)).all).slice(-14);
    expect(changes).toEqual([
      ...ids.map((id) => `article ${id} published`),
      ...ids.slice(0, 2).map((id) => `article ${id} removed`),
    ]);
  });
});
