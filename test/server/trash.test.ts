import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { PICTURE_USES, SHOWN_KEYS } from "#app/picture-uses.ts";
import type { Database } from "#db/open.ts";
import { updateArticle } from "#features/articles/commands.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { emptyPictureOfTrash } from "#features/articles/trash.ts";
import { trashArticle } from "#features/articles/type.ts";
import { categoryWrites } from "#features/categories/commands.ts";
import { documentJobs } from "#features/documents/jobs.ts";
import { on, subscribe } from "#features/events/commands.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import { findUses } from "#features/media/pictures/queries.ts";
import { deleteRecord } from "#platform/records/store.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startPatientEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { runJob } from "#test/support/jobs.ts";
import { startTestApp } from "#test/support/test-app.ts";

const noStreams = ({ log }: FastifyInstance) => ({ kinds: [], log, streams: { poll: async () => undefined } });
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

async function start(database: Database) {
  const clock = testClock();
  const site = await startTestApp(database, { clock });
  const send = await startPatientEditor(site.app, database, clock);
  const { app } = site;
  return {
    ...site,
    clock,
    database,
    send,
    trash: (id: number) => send({ method: "DELETE", url: apiUrl.article(id) }),
    restore: (id: number) => send({ method: "POST", url: editorApiUrl.restore(id) }),
    removeForGood: (id: number) => send({ method: "DELETE", url: editorApiUrl.trashed(id) }),
    list: (query = "") => send({ method: "GET", url: `${editorApiUrl.trash()}${query}` }),
    expire: () => runJob(documentJobs(site.store, noStreams(app)), "expired trash"),
    /** The status of an article's page, as a reader gets it. */
    page: async (id: number) => (await app.inject(pageUrl.article(id))).statusCode,
    read: async (url: string) => (await app.inject(url)).body,
  };
}

describeOnSqlite("the trash", (open) => {
  test("takes a deleted article from every list, and brings it back as it was", async () => {
    const { app, clock, store, views, send, trash, restore, page, read, list } = await start(await open());
    const other = await publish(store, { title: "Beside it", tags: ["shared"] });
    const id = await publish(store, {
      title: "Vanishing",
      tags: ["shared", "own"],
      category: "Tech",
      is_featured: true,
      is_editors_pick: true,
      content: "<h2>Part</h2><p>A whole telescope.</p>",
    });
    await updateArticle(store, operator, id, { excerpt: "Changed once" });
    views.record({ id, address: "192.0.2.7", userAgent: "Mozilla/5.0 Firefox/140.0" });
    await views.flush();
    const lists = [
      ...[pageUrl.home(), pageUrl.category("tech"), pageUrl.article(other), feedUrl.rss(), feedUrl.sitemapArticles(1)],
      ...[apiUrl.latest(), apiUrl.featured(), apiUrl.editorsPicks(), apiUrl.trending(), apiUrl.category("tech")],
      ...[apiUrl.related(other), apiUrl.search("telescope"), apiUrl.articles()],
    ];
    const naming = async () => {
      const named = [];
      for (const url of lists) if ((await read(url)).match(/Vanishing|\/article\/2\b/)) named.push(url);
      return named;
    };
    const count = async () =>
      JSON.parse(await read(apiUrl.categories())).find(({ name }: { name: string }) => name === "Tech")?.count;
    const before = await send({ method: "GET", url: apiUrl.article(id) });
    expect(await naming()).toEqual(lists);
    expect(await count()).toBe(1);

    clock.advance(HOUR);
    expect(await trash(id)).toMatchObject({ status: 204 });
    expect(await naming()).toEqual([]);
    // The category was made by the article, so that readers do not see it without.
    expect(await count()).toBeUndefined();
    for (const url of [apiUrl.article(id), apiUrl.related(id)])
      expect((await app.inject(url)).statusCode, url).toBe(404);
    expect((await app.inject({ method: "POST", url: apiUrl.view(id) })).statusCode).toBe(404);
    for (const method of ["GET", "DELETE", "PUT"] as const)
      expect((await send({ method, url: apiUrl.article(id), ...(method === "PUT" && { payload: {} }) })).status).toBe(
        404,
      );
    const [row] = (await list()).body;
    expect(row).toMatchObject({
      id,
      title: "Vanishing",
      category: "Tech",
      category_slug: "tech",
      tags: ["shared", "own"],
      trashed: new Date(clock.now()).toISOString(),
      trashed_by: EDITOR.name,
      purge: new Date(clock.now() + 30 * DAY).toISOString(),
    });
    expect(row).not.toHaveProperty("content");
    // Views that a process had counted before arrive late.
    views.record({ id, address: "192.0.2.8", userAgent: "Mozilla/5.0 Firefox/140.0" });
    await views.flush();

    clock.advance(HOUR);
    const restored = await restore(id);
    expect(restored).toMatchObject({ status: 200, body: before.body });
    expect(await naming()).toEqual(lists);
    expect(await count()).toBe(1);
    expect(await page(id)).toBe(200);
    const stored = await store.database.db.selectFrom("article").selectAll().where("id", "=", id).executeTakeFirst();
    expect(stored).toMatchObject({ views: 1, version: 2, updated_at: clock.now(), heat: expect.any(Number) });
    expect((await list()).body).toEqual([]);
    expect((await restore(id)).status).toBe(404);
    // Its words, entry and spans are one again, not two: the next edit counts right.
    await updateArticle(store, operator, id, { status: "draft" });
    expect(await count()).toBeUndefined();
  });

  test("answers 410 for the page of what readers have seen, in the trash and after it, else 404", async () => {
    const { app, clock, store, trash, restore, removeForGood, page, expire } = await start(await open());
    const seen = await publish(store);
    const draft = await publish(store, { status: "draft" });
    const planned = await publish(store, { publishedAt: clock.now() + 40 * DAY });
    const due = await publish(store, { publishedAt: clock.now() + HOUR });
    const withdrawn = await publish(store, { publishedAt: clock.now() + HOUR });
    const backdated = await publish(store, { status: "draft", publishedAt: clock.now() - HOUR });
    clock.advance(2 * HOUR);
    // It became public by its date, and no write has noted that until this one.
    await updateArticle(store, operator, withdrawn, { status: "draft" });
    const all = { seen, draft, planned, due, withdrawn, backdated };
    const pages = async () =>
      Object.fromEntries(await Promise.all(Object.entries(all).map(async ([name, id]) => [name, await page(id)])));
    const missing = { draft: 404, planned: 404, withdrawn: 404, backdated: 404 };
    expect(await pages()).toEqual({ seen: 200, due: 200, ...missing });
    for (const id of Object.values(all)) await trash(id);
    const gone = { ...missing, seen: 410, due: 410, withdrawn: 410 };
    expect(await pages(), "cached pages of drafts included").toEqual(gone);

    const removed = await app.inject(pageUrl.article(seen));
    expect(removed.headers["content-type"]).toContain("text/html");
    expect(removed.headers["cache-control"]).toBe("no-store");
    expect(removed.body).toContain("This article has been removed.");
    expect(removed.body).toContain('name="robots" content="noindex');

    await restore(seen);
    expect(await page(seen)).toBe(200);
    await trash(seen);
    expect((await removeForGood(due)).status).toBe(204);
    expect((await removeForGood(due)).status).toBe(404);
    expect((await restore(due)).status).toBe(404);
    expect(await pages()).toEqual(gone);
    clock.advance(31 * DAY);
    await expire();
    expect(await pages()).toEqual(gone);
  });

  test("remembers that a withdrawn article had been public over restoring it", async () => {
    const { store, trash, restore, page } = await start(await open());
    const id = await publish(store);
    await updateArticle(store, operator, id, { status: "draft" });
    for (const round of [1, 2]) {
      await trash(id);
      expect(await page(id), `round ${round}`).toBe(410);
      await restore(id);
      expect(await page(id), `round ${round}`).toBe(404);
    }
  });

  test("publishes nothing whose time passed in it, by any way back, and goes on with what is still ahead", async () => {
    const { clock, store, send, trash, restore, page } = await start(await open());
    const past = [HOUR, HOUR].map((distance) => publish(store, { publishedAt: clock.now() + distance }));
    const [byRestore = 0, byBulk = 0] = await Promise.all(past);
    const ahead = await publish(store, { publishedAt: clock.now() + DAY });
    const updated = await publish(store, { title: "Stored" });
    const draft = { url: editorApiUrl.draft(updated) };
    await send({ ...draft, method: "PUT", payload: { title: "Better" } });
    const at = new Date(clock.now() + HOUR).toISOString();
    await send({ method: "POST", url: editorApiUrl.publish(updated), payload: { at } });
    for (const id of [byRestore, byBulk, ahead, updated]) await trash(id);
    clock.advance(2 * HOUR);
    for (const id of [byRestore, ahead, updated]) await restore(id);
    await send({ method: "POST", url: editorApiUrl.bulk(), payload: { ids: [byBulk], change: { trash: false } } });
    const statusOf = async (id: number) => {
      const { status, published_date } = (await send({ method: "GET", url: apiUrl.article(id) })).body;
      return [status, published_date === null, await page(id)];
    };
    expect(await statusOf(byRestore)).toEqual(["ready", true, 404]);
    expect(await statusOf(byBulk)).toEqual(["ready", true, 404]);
    expect(await statusOf(ahead)).toEqual(["published", false, 404]);
    expect((await send({ ...draft, method: "GET" })).body).toMatchObject({ title: "Better", publish_at: null });
    expect((await send({ method: "GET", url: apiUrl.article(updated) })).body.title).toBe("Stored");
  });

  test("is listed in pages, the latest first, and emptied after 30 days or at once", async () => {
    const { clock, store, trash, list, send, expire } = await start(await open());
    const ids = [];
    for (const title of ["One", "Two", "Three"]) {
      const id = await publish(store, { title });
      await trash(id);
      ids.push(id);
      clock.advance(DAY);
    }
    const titles = async (query = "") => (await list(query)).body.map(({ title }: ArticleSummary) => title);
    expect(await titles()).toEqual(["Three", "Two", "One"]);
    expect(await titles("?limit=1&offset=1")).toEqual(["Two"]);
    expect((await list("?limit=1")).headers["x-total-count"]).toBe("3");
    expect((await list("?limit=0")).status).toBe(400);
    clock.advance(27 * DAY - 1);
    await expire();
    expect(await titles()).toEqual(["Three", "Two", "One"]);
    clock.advance(1);
    await expire();
    expect(await titles(), "30 days after it was deleted").toEqual(["Three", "Two"]);
    expect((await send({ method: "DELETE", url: editorApiUrl.trash() })).status).toBe(204);
    expect(await titles()).toEqual([]);
    expect(ids, "an id is never given twice").not.toContain(await publish(store, { title: "Later" }));
  });

  test("tells who follows articles once they are deleted for good, in the same transaction", async () => {
    const { app, store, trash, list, clock } = await start(await open());
    const told: (readonly number[])[] = [];
    let fails = true;
    const listen = on(["article.purge"], async (_cause, events) => {
      told.push(events.map(({ subject }) => Number(subject.id)));
      if (fails) throw new Error("not now");
    });
    using _listening = subscribe([listen]);
    const id = await publish(store);
    await trash(id);
    clock.advance(30 * DAY);
    const expire = () => runJob(documentJobs(store, noStreams(app)), "expired trash");
    await expect(expire()).rejects.toThrow("not now");
    expect((await list()).body).toHaveLength(1);
    fails = false;
    await expire();
    expect((await list()).body).toHaveLength(0);
    expect(told).toEqual([[id], [id]]);
  });

  test("brings an article back that is from before a field, as if the field had been left empty", async () => {
    const { store, database, list, trash, restore, send } = await start(await open());
    const { db } = database;
    const id = await publish(store, { title: "An old one", is_breaking: true, excerpt: "Of a harbour" });
    await trash(id);
    const { fields } = await db.selectFrom("trashed_document").select("fields").executeTakeFirstOrThrow();
    const { is_breaking: _flag, excerpt: _text, sources: _list, ...earlier } = JSON.parse(fields);
    await db
      .updateTable("trashed_document")
      .set({ fields: JSON.stringify(earlier) })
      .execute();
    expect((await list()).body).toMatchObject([{ id, title: "An old one" }]);
    expect((await restore(id)).status).toBe(200);
    const { body: after } = await send({ method: "GET", url: apiUrl.article(id) });
    expect(after).toMatchObject({ title: "An old one", is_breaking: false, excerpt: "", sources: [] });
  });

  test("makes a category and an author again that were deleted meanwhile", async () => {
    const { app, database, store, trash, restore, send } = await start(await open());
    const id = await publish(store, { category: "Passing fancy", authors: ["Wanjiru Kamau", "Baraka Njoroge"] });
    await trash(id);
    const categories = (await send({ method: "GET", url: apiUrl.categories() })).body;
    const { id: category } = categories.find(({ name }: { name: string }) => name === "Passing fancy");
    await deleteRecord(categoryWrites(store), operator, category);
    await database.db.deleteFrom("account").where("name", "=", "Wanjiru Kamau").execute();
    expect((await restore(id)).status).toBe(200);
    expect((await app.inject(apiUrl.article(id))).json()).toMatchObject({
      category: "Passing fancy",
      category_slug: "passing-fancy",
      author: { name: "Wanjiru Kamau" },
      byline: "Wanjiru Kamau and Baraka Njoroge",
    });
    expect(JSON.parse((await app.inject(apiUrl.categories())).body)).toContainEqual(
      expect.objectContaining({ name: "Passing fancy", count: 1 }),
    );
  });

  test("still names who deleted an article while that account exists", async () => {
    const { database, store, trash, list, clock, app } = await start(await open());
    const other = await startPatientEditor(app, database, clock, { ...EDITOR, email: "b@news.example", name: "B" });
    const [first, second] = [await publish(store), await publish(store)];
    await trash(first);
    await other({ method: "DELETE", url: apiUrl.article(second) });
    await trashArticle(store, operator, await publish(store));
    const names = async () => (await list()).body.map(({ trashed_by }: { trashed_by: string }) => trashed_by);
    expect(await names()).toEqual([null, "B", EDITOR.name]);
    await removeAccount(database, operator, "b@news.example");
    expect(await names()).toEqual([null, null, EDITOR.name]);
  });

  test("holds on to the pictures of its articles, and lets go of one that is taken down", async () => {
    const { database, store, trash, restore, send } = await start(await open());
    const [own, inText] = ["a".repeat(24), "b".repeat(24)];
    const id = await publish(store, {
      title: "Illustrated",
      image_url: `/media/${own}/800x450.jpg`,
      content: `<p><img src="/media/${inText}/800x450.jpg" alt="A map"></p>`,
    });
    const uses = (key: string) => findUses(database.db, PICTURE_USES, key);
    expect(await uses(own)).toEqual([{ type: "article", id, title: "Illustrated" }]);
    await trash(id);
    for (const key of [own, inText]) {
      const kept = [{ type: "article", id, title: "Illustrated", is_trashed: true }];
      expect(await uses(key)).toEqual(kept);
      expect((await Promise.all(SHOWN_KEYS.map((find) => find(database.db)))).flat()).toContain(key);
    }
    expect(await uses("c".repeat(24))).toEqual([]);
    await database.db.transaction().execute((trx) => emptyPictureOfTrash(trx, own));
    await restore(id);
    const { body } = await send({ method: "GET", url: apiUrl.article(id) });
    expect(body.image_url).toBe("");
    expect(await uses(inText)).toEqual([{ type: "article", id, title: "Illustrated" }]);
  });

  test("keeps versions, notes and previews of an article until it is deleted for good", async () => {
    const { database, store, trash, restore, send } = await start(await open());
    const id = await publish(store);
    const tables = ["revision", "working_copy", "working_copy_state", "note", "note_reply", "preview_link"] as const;
    const filled = async () => {
      const counts = await Promise.all(tables.map((table) => database.db.selectFrom(table).selectAll().execute()));
      return counts.map((rows) => rows.length > 0);
    };
    await send({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Not yet" } });
    const note = await send({ method: "POST", url: editorApiUrl.notes(id), payload: { text: "Why?" } });
    await send({ method: "POST", url: editorApiUrl.noteReplies(id, note.body.id), payload: { text: "Because." } });
    await send({ method: "POST", url: editorApiUrl.preview(id) });
    await trash(id);
    expect((await send({ method: "GET", url: editorApiUrl.draft(id) })).status).toBe(404);
    expect((await send({ method: "GET", url: editorApiUrl.notes(id) })).status).toBe(404);
    await restore(id);
    expect((await send({ method: "GET", url: editorApiUrl.draft(id) })).body.title).toBe("Not yet");
    expect(await filled()).toEqual(tables.map(() => true));
    await trash(id);
    await send({ method: "DELETE", url: `/api/trash/${id}/` });
    expect(await filled()).toEqual(tables.map(() => false));
  });

  test("is not counted where a category is deleted", async () => {
    const { store, trash, send } = await start(await open());
    const id = await publish(store, { category: "Tech" });
    const stays = await publish(store, { category: "Tech" });
    const { body } = await send({ method: "GET", url: apiUrl.categories() });
    const { id: category } = body.find(({ name }: { name: string }) => name === "Tech");
    await trash(id);
    await expect(deleteRecord(categoryWrites(store), operator, category)).rejects.toThrow("has 1 article,");
    await trash(stays);
    await deleteRecord(categoryWrites(store), operator, category);
  });

  test("answers 404 for ids that nothing has", async () => {
    const { send } = await start(await open());
    for (const id of ["1", "0", "abc", "99999999999"])
      for (const [method, url] of [
        ["DELETE", `/api/articles/${id}/`],
        ["POST", `/api/articles/${id}/restore/`],
        ["DELETE", `/api/trash/${id}/`],
      ] as const)
        expect((await send({ method, url })).status, `${method} ${url}`).toBe(404);
  });
});
