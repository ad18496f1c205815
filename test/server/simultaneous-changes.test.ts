import { sql, type Transaction } from "kysely";
import { describe, expect, inject, test } from "vitest";
import type { Tables } from "#db/tables.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { emptyPictureOfArticles } from "#features/articles/pictures.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { operator } from "#shared/actor.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, type OpenTestDatabase, openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

async function start(open: OpenTestDatabase) {
  const database = await open();
  const { app, store } = await startTestApp(database, { clock: testClock() });
  const { headers } = await startEditor(app, database);
  const call = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object) => {
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.body && response.json(), headers: response.headers };
  };
  const list = async (url: string) => {
    const { body, headers: head } = await call("GET", url);
    return { ids: (body as ArticleSummary[]).map(({ id }) => id), total: Number(head["x-total-count"]) };
  };
  return {
    store,
    call,
    remove: (id: number) => call("DELETE", apiUrl.article(id)),
    restore: (id: number) => call("POST", editorApiUrl.restore(id)),
    purge: (id: number) => call("DELETE", editorApiUrl.trashed(id)),
    bulk: (ids: number[], change: object) => call("POST", editorApiUrl.bulk(), { ids, change }),
    /** Where an article is: in the list, in the trash. */
    places: async () => ({
      list: await list(apiUrl.articles()),
      trash: await list(editorApiUrl.trash()),
      readers: Number((await app.inject(apiUrl.articles())).headers["x-total-count"]),
    }),
  };
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describeOnEngines("two editors at the same moment", (open) => {
  test("delete an article, bring it back and delete it for good once", async () => {
    const { store, remove, restore, purge, places } = await start(open);
    const id = await publish(store);
    const [there, gone] = [
      { list: { ids: [id], total: 1 }, trash: { ids: [], total: 0 }, readers: 1 },
      { list: { ids: [], total: 0 }, trash: { ids: [id], total: 1 }, readers: 0 },
    ];
    expect(statuses(await Promise.all([remove(id), remove(id)]))).toEqual([204, 404]);
    expect(await places()).toEqual(gone);
    expect(statuses(await Promise.all([restore(id), restore(id)]))).toEqual([200, 404]);
    expect(await places()).toEqual(there);
    await remove(id);
    // One of the two wins, and the other finds nothing.
    const [restored, purged] = await Promise.all([restore(id), purge(id)]);
    expect([200, 404]).toContain(restored.status);
    expect(purged.status).toBe(restored.status === 200 ? 404 : 204);
    const nowhere = { ...gone, trash: { ids: [], total: 0 } };
    expect(await places()).toEqual(restored.status === 200 ? there : nowhere);
  });

  test("change many articles, each keeping what both say of it", async () => {
    const { store, bulk, call } = await start(open);
    const ids = [await publish(store, { tags: ["old"] }), await publish(store), await publish(store)];
    const [first = 0, second = 0, third = 0] = ids;
    const answers = await Promise.all([
      bulk([third, second, first], { tags_add: ["one"], is_featured: true }),
      bulk([first, second], { tags_add: ["two"], tags_remove: ["old"] }),
      bulk([second, third], { category: "Elsewhere" }),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 200]);
    const read = async (id: number) => (await call("GET", apiUrl.article(id))).body;
    const [one, two, three] = await Promise.all(ids.map(read));
    expect([one, two, three].map(({ tags }) => tags.toSorted())).toEqual([["one", "two"], ["one", "two"], ["one"]]);
    expect([one, two, three].map(({ category, is_featured }) => [category, is_featured])).toEqual([
      ["Blockchain", true],
      ["Elsewhere", true],
      ["Elsewhere", true],
    ]);
  });

  test("save an article, one of them into another category: both are told so, and neither save is lost", async () => {
    const { store, call } = await start(open);
    const id = await publish(store);
    for (const round of ["One", "Two"]) {
      const saves = [{ category: round }, { title: round }, { excerpt: round }, { tags: [round] }];
      const answers = await Promise.all(saves.map((save) => call("PUT", apiUrl.article(id), save)));
      expect(statuses(answers), round).toEqual([200, 200, 200, 200]);
      expect((await call("GET", apiUrl.article(id))).body, round).toMatchObject(Object.assign({}, ...saves));
    }
  });
});

/** Runs `job` so that it comes to what `change` changes while that is not committed yet. */
async function whileChanged<Result>(
  { database }: ArticleStore,
  change: (trx: Transaction<Tables>) => Promise<unknown>,
  job: () => Promise<Result>,
): Promise<Result> {
  const { db, engine } = database;
  const [changed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = db.transaction().execute(async (trx) => {
    await change(trx);
    changed.resolve();
    await mayEnd.promise;
  });
  await changed.promise;
  const done = job();
  const waiting = async () => {
    const { rows } = await sql<{ count: number | string }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return Number(rows[0]?.count);
  };
  try {
    if (engine === "postgres" && inject("postgres") !== null) await expect.poll(waiting).toBeGreaterThan(0);
  } finally {
    mayEnd.resolve();
    await transaction;
  }
  return done;
}

describeOnEngines("publishing, while a colleague saves", (open) => {
  test("publishes what was saved", async () => {
    const { store, call } = await start(open);
    const id = await publish(store, { status: "draft", publishedAt: null });
    const { status, body } = await whileChanged(
      store,
      (trx) =>
        trx
          .updateTable("article")
          .set(({ eb }) => ({ title: "Theirs", version: eb("version", "+", 1) }))
          .where("id", "=", id)
          .execute(),
      () => call("POST", editorApiUrl.publish(id), {}),
    );
    expect([status, body.status, body.title]).toEqual([200, "published", "Theirs"]);
  });
});

describeOnEngines("what is done to articles while one of them is moved to another category", (open) => {
  const whileMoved = <Result>(store: ArticleStore, id: number, job: () => Promise<Result>) =>
    whileChanged(
      store,
      (trx) => {
        const elsewhere = trx.selectFrom("category").select("id").where("name", "=", "Elsewhere");
        return trx.updateTable("article").set({ category_id: elsewhere }).where("id", "=", id).execute();
      },
      job,
    );

  test("a picture that is taken down is named by it no more", async () => {
    const { store } = await start(open);
    const { db } = store.database;
    const key = "a".repeat(24);
    const id = await publish(store, { image_url: `/media/${key}/800x450.jpg` });
    await publish(store, { category: "Elsewhere" });
    await whileMoved(store, id, () =>
      db.transaction().execute((trx) => emptyPictureOfArticles(trx, store, key, operator)),
    );
    const rows = await db.selectFrom("article").select("image_url").where("id", "=", id).execute();
    expect(rows).toEqual([{ image_url: "" }]);
  });

  test("a rule for two persons that it comes under holds it, though it is scheduled", async () => {
    const { store, call } = await start(open);
    const id = await publish(store, { title: "Hack, soon", publishedAt: store.clock.now() + 3_600_000 });
    await publish(store, { category: "Elsewhere" });
    const rule = { enabled: true, words: ["hack"], categories: [] };
    const { body } = await whileMoved(store, id, () => call("PUT", editorApiUrl.reviewSettings(), rule));
    expect(body.held).toEqual([{ type: "article", id, title: "Hack, soon" }]);
    expect((await call("GET", apiUrl.article(id))).body.status).toBe("ready");
  });
});

describeOnEngines("what is said to a note while it is deleted", (open) => {
  test.each([
    ["a reply", "POST", editorApiUrl.noteReplies, { text: "It is." }],
    ["another state", "PATCH", editorApiUrl.note, { state: "resolved" }],
  ] as const)("%s: comes too late", async (_what, method, urlOf, payload) => {
    const { store, call } = await start(open);
    const id = await publish(store);
    const { id: n } = (await call("POST", editorApiUrl.notes(id), { text: "Source?" })).body;
    const { status } = await whileChanged(
      store,
      (trx) => trx.deleteFrom("note").where("id", "=", n).execute(),
      () => call(method, urlOf(id, n), payload),
    );
    expect([status, (await call("GET", editorApiUrl.notes(id))).body]).toEqual([404, []]);
  });
});

describe("a change of many articles that is refused", () => {
  test("for an author whom nobody knows changes none of them, and names the field", async () => {
    const { store, bulk, call } = await start(openSqliteForTest);
    const id = await publish(store);
    const before = (await call("GET", apiUrl.article(id))).body;
    const { status, body } = await bulk([id], { authors: [99_999], is_featured: true });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["authors"]]);
    expect((await call("GET", apiUrl.article(id))).body).toEqual(before);
  });

  test("is still made of the others where one of them is gone, restored ones among them", async () => {
    const { store, bulk, remove, places } = await start(openSqliteForTest);
    const [here, trashed] = [await publish(store), await publish(store)];
    await remove(trashed);
    const { body } = await bulk([here, trashed, 99_999], { trash: false });
    expect(body).toEqual({
      changed: [trashed],
      failed: [here, 99_999].map((id) => ({ id, detail: expect.stringContaining("trash") })),
    });
    expect((await places()).list.total).toBe(2);
  });
});
