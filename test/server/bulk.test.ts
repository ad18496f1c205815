import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { DEFAULT_AUTHOR } from "#features/articles/rules.ts";
import type { BulkResult, ListedArticle } from "#features/articles/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startPatientEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60_000;

async function start(database: Database) {
  const clock = testClock();
  const site = await startTestApp(database, { clock });
  const send = await startPatientEditor(site.app, database, clock);
  const bulk = async (ids: unknown, change: unknown) => {
    const { status, body } = await send({ method: "POST", url: editorApiUrl.bulk(), payload: { ids, change } });
    return { status, ...(body as BulkResult & { errors?: Record<string, string> }) };
  };
  const rows = async (): Promise<ListedArticle[]> =>
    (await send({ method: "GET", url: `${apiUrl.articles()}?limit=100` })).body;
  const row = async (id: number) => (await rows()).find((one) => one.id === id);
  return { ...site, clock, database, send, bulk, rows, row };
}

describeOnSqlite("articles/bulk/", (open) => {
  test("changes what is given of each article, and says which ones it could not", async () => {
    const { app, store, bulk, row } = await start(await open());
    const first = await publish(store, { title: "First", tags: ["kept", "Old"], is_featured: true });
    const second = await publish(store, { title: "Second", tags: ["new"] });
    const other = await publish(store, { title: "Other" });
    // Cached, so that what was not expired would show.
    for (const url of [pageUrl.home(), apiUrl.category("blockchain")]) await app.inject(url);
    const change = { category: "Fresh", is_editors_pick: true, tags_add: ["New", "more"], tags_remove: ["old"] };
    expect(await bulk([second, 999, first, second], change)).toEqual({
      status: 200,
      changed: [first, second],
      failed: [{ id: 999, detail: expect.stringContaining("does not exist") }],
    });
    expect(await row(first)).toMatchObject({
      category: "Fresh",
      is_featured: true,
      is_editors_pick: true,
      tags: ["kept", "new", "more"],
      last_edited_by: EDITOR.name,
    });
    expect(await row(second)).toMatchObject({ category: "Fresh", is_featured: false, tags: ["new", "more"] });
    expect(await row(other)).toMatchObject({ category: "Blockchain", is_editors_pick: false, last_edited_by: null });
    expect((await app.inject(pageUrl.category("fresh"))).body).toContain("Second");
    expect((await app.inject(apiUrl.category("blockchain"))).body).not.toContain("Second");
    const { body } = await app.inject(apiUrl.categories());
    expect(JSON.parse(body)).toContainEqual(expect.objectContaining({ name: "Fresh", count: 2 }));
  });

  test("publishes, takes back, trashes and restores", async () => {
    const { clock, store, bulk, row, send } = await start(await open());
    const draft = await publish(store, { status: "draft", publishedAt: null });
    const live = await publish(store);
    expect((await bulk([draft, live], { status: "published" })).changed).toEqual([draft, live]);
    expect(await row(draft)).toMatchObject({
      status: "published",
      published_date: new Date(clock.now()).toISOString(),
    });
    expect(await row(live)).toMatchObject({ published_date: new Date(clock.now() - HOUR).toISOString() });
    await bulk([live], { status: "draft" });
    expect(await row(live)).toMatchObject({ status: "draft" });

    expect(await bulk([draft, live], { trash: true })).toMatchObject({ changed: [draft, live], failed: [] });
    expect(await row(draft)).toBeUndefined();
    expect((await bulk([draft], { trash: true })).failed).toHaveLength(1);
    expect((await bulk([draft], { is_featured: true })).failed).toHaveLength(1);
    expect((await send({ method: "GET", url: editorApiUrl.trash() })).body).toHaveLength(2);
    expect(await bulk([draft, live], { trash: false })).toMatchObject({ changed: [draft, live], failed: [] });
    expect(await row(draft)).toMatchObject({ status: "published" });
    expect((await bulk([draft], { trash: false })).failed).toEqual([
      { id: draft, detail: expect.stringContaining("trash") },
    ]);
  });

  test("publishes working copies, and leaves them alone with any other change", async () => {
    const { app, clock, store, bulk, row, send } = await start(await open());
    const ids = [await publish(store, { title: "One" }), await publish(store, { title: "Two" })];
    for (const id of ids)
      await send({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: `Better ${id}`, category: "Tech" } });
    expect(await row(ids[0] ?? 0)).toMatchObject({ title: "One", last_edited_by: EDITOR.name });
    const titles = async () =>
      Promise.all(ids.map(async (id) => (await app.inject(apiUrl.article(id))).json<{ title: string }>().title));
    await bulk(ids, { is_featured: true, tags_add: ["x"] });
    expect(await titles()).toEqual(["One", "Two"]);
    const before = await row(ids[0] ?? 0);
    clock.advance(HOUR);
    expect((await bulk(ids, { status: "published", is_editors_pick: true })).changed).toEqual(ids);
    expect(await titles()).toEqual(ids.map((id) => `Better ${id}`));
    for (const id of ids) expect((await send({ method: "GET", url: editorApiUrl.draft(id) })).status).toBe(404);
    expect(await row(ids[0] ?? 0)).toMatchObject({
      is_featured: true,
      is_editors_pick: true,
      category: "Tech",
      tags: ["x"],
      published_date: before?.published_date,
      last_updated: new Date(clock.now()).toISOString(),
    });
  });

  test("saves a draft as its working copy has it, and leaves that of a scheduled article unpublished", async () => {
    const { clock, store, bulk, send, row } = await start(await open());
    const draft = await publish(store, { status: "draft", publishedAt: null, title: "Stored", tags: ["Old"] });
    const scheduled = await publish(store, { title: "Approved", publishedAt: clock.now() + HOUR });
    const typed = { title: "Typed", category: "Crypto", tags: ["New"] };
    for (const id of [draft, scheduled]) await send({ method: "PUT", url: editorApiUrl.draft(id), payload: typed });
    await bulk([draft], { tags_add: ["More"], is_featured: true });
    expect(await row(draft)).toMatchObject({ ...typed, tags: ["New", "More"], is_featured: true, status: "draft" });
    await bulk([draft, scheduled], { status: "published" });
    expect(await row(draft)).toMatchObject({ title: "Typed", category: "Crypto", status: "published" });
    expect(await row(scheduled)).toMatchObject({ title: "Approved" });
    expect((await send({ method: "GET", url: editorApiUrl.draft(scheduled) })).body.title).toBe("Typed");
  });

  test("does not publish what lacks a title, and takes a scheduled update back with its article", async () => {
    const { app, clock, store, bulk, send } = await start(await open());
    const id = await publish(store, { title: "Stays" });
    await send({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "" } });
    expect(await bulk([id], { status: "published" })).toMatchObject({
      changed: [],
      failed: [{ id, detail: expect.stringContaining("Title") }],
    });
    await send({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Later" } });
    const at = new Date(clock.now() + HOUR).toISOString();
    expect((await send({ method: "POST", url: editorApiUrl.publish(id), payload: { at } })).status).toBe(200);
    await bulk([id], { status: "draft" });
    expect((await send({ method: "GET", url: editorApiUrl.draft(id) })).body.publish_at).toBeNull();
    expect((await app.inject(apiUrl.article(id))).statusCode).toBe(404);
  });

  test("takes authors by name or profile id, or takes them off", async () => {
    const { store, bulk, row, send } = await start(await open());
    const id = await publish(store);
    await bulk([id], { authors: ["Wanjiru Kamau"] });
    expect(await row(id)).toMatchObject({ author: "Wanjiru Kamau" });
    const editor = await store.database.db
      .selectFrom("account")
      .select("id")
      .where("email", "=", EDITOR.email)
      .executeTakeFirstOrThrow();
    await bulk([id], { authors: [editor.id] });
    expect(await row(id)).toMatchObject({ author: EDITOR.name });
    for (const authors of [[4_000], [""], [true], 7])
      expect((await bulk([id], { authors })).status, JSON.stringify(authors)).toBe(400);
    expect((await send({ method: "GET", url: apiUrl.article(id) })).body.author.name).toBe(EDITOR.name);
    await bulk([id], { authors: [editor.id, "Wanjiru Kamau"] });
    expect(await row(id)).toMatchObject({ authors: [EDITOR.name, "Wanjiru Kamau"] });
    await bulk([id], { authors: [] });
    expect(await row(id)).toMatchObject({ author: DEFAULT_AUTHOR.name });
  });

  test("leaves an article alone that would have too many tags, and changes the others", async () => {
    const { store, bulk, row } = await start(await open());
    const tags = Array.from({ length: 30 }, (_, number) => `tag ${number}`);
    const full = await publish(store, { tags });
    const free = await publish(store, { tags: ["one"] });
    const outcome = await bulk([full, free], { tags_add: ["more"], is_featured: true });
    expect(outcome).toMatchObject({
      changed: [free],
      failed: [{ id: full, detail: expect.stringContaining("30 tags") }],
    });
    expect(await row(full)).toMatchObject({ is_featured: false, tags });
  });

  test("refuses more than 500 ids, no ids and no change, with nothing changed", async () => {
    const { store, bulk, row } = await start(await open());
    const id = await publish(store);
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    for (const [ids, change] of [
      [many, { is_featured: true }],
      [[], { is_featured: true }],
      [["1"], { is_featured: true }],
      [[0], { is_featured: true }],
      [[1.5], { is_featured: true }],
      [[2 ** 31], { is_featured: true }],
      [[id], {}],
      [[id], { unknown: true }],
      [[id], { status: "archived" }],
      [[id], { trash: "yes" }],
      [[id], { trash: false, is_featured: true }],
      [[id], { category: " " }],
      [[id], null],
      [null, { is_featured: true }],
    ] as const)
      expect((await bulk(ids, change)).status, JSON.stringify([ids?.length, change])).toBe(400);
    expect(await row(id)).toMatchObject({ is_featured: false });
    expect((await bulk(many.slice(0, 500), { is_featured: true })).changed).toEqual([id]);
  });

  test("changes all of them or none", async () => {
    const { store, bulk, row, database } = await start(await open());
    const [first, second] = [await publish(store), await publish(store)];
    // The entry of the second in the editors' list cannot be written.
    await database.db.schema.alterTable("article_list_entry").renameTo("elsewhere").execute();
    expect((await bulk([first, second], { is_featured: true })).status).toBe(500);
    await database.db.schema.alterTable("elsewhere").renameTo("article_list_entry").execute();
    expect(await row(first)).toMatchObject({ is_featured: false });
  });
});

describeOnSqlite("the editors' list", (open) => {
  test("has drafts as their working copies have them, and says which published articles have changes waiting", async () => {
    const { store, send } = await start(await open());
    const draft = await publish(store, { status: "draft", publishedAt: null, title: "Stored", category: "Tech" });
    const live = await publish(store, { title: "Public" });
    const typed = { title: "Étoile retyped", category: "Crypto", tags: ["Fresh"], authors: ["Zuri Achieng"] };
    for (const id of [draft, live]) await send({ method: "PUT", url: editorApiUrl.draft(id), payload: typed });
    const list = async (query: string): Promise<ListedArticle[]> =>
      (await send({ method: "GET", url: `${apiUrl.articles()}?${query}` })).body;
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    const [row] = await list("status=draft");
    expect(row).toMatchObject({ id: draft, ...typed, byline: "Zuri Achieng", has_changes: false });
    for (const query of ["etoile retyped", "fresh", "crypto", "zuri"])
      expect(await ids(`query=${query}`), query).toEqual([draft]);
    expect(await ids("query=stored")).toEqual([]);
    expect(await list("query=public")).toMatchObject([{ id: live, title: "Public", has_changes: true }]);
    expect(await ids("waiting=true")).toEqual([live]);
    await send({ method: "DELETE", url: editorApiUrl.draft(live) });
    expect(await ids("waiting=true")).toEqual([]);
    await send({ method: "DELETE", url: editorApiUrl.draft(draft) });
    expect([await ids("query=stored"), await ids("query=etoile")]).toEqual([[draft], []]);
    await publish(store, { category: "AI" });
    await send({ method: "PUT", url: editorApiUrl.draft(draft), payload: { category: "AI" } });
    expect((await ids("category=ai&status=draft")).concat(await ids("category=tech&status=draft"))).toEqual([draft]);
  });

  test("says how often each article was read, and when and by whom it was last changed", async () => {
    const { app, clock, store, send, views, rows } = await start(await open());
    const id = await publish(store);
    views.record({ id, address: "192.0.2.7", userAgent: "Mozilla/5.0 Firefox/140.0" });
    await views.flush();
    const written = new Date(clock.now()).toISOString();
    expect(await rows()).toMatchObject([{ id, views: 1, last_edited: written, last_edited_by: null }]);
    clock.advance(HOUR);
    await send({ method: "PUT", url: apiUrl.article(id), payload: { excerpt: "Another" } });
    const edited = new Date(clock.now()).toISOString();
    expect(await rows()).toMatchObject([{ id, views: 1, last_edited: edited, last_edited_by: EDITOR.name }]);
    const [forReaders] = JSON.parse((await app.inject(apiUrl.articles())).body);
    for (const field of ["views", "last_edited", "last_edited_by"]) expect(forReaders).not.toHaveProperty(field);
  });
});
