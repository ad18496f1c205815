import { type Kysely, sql } from "kysely";
import { expect, inject, test } from "vitest";
import type { Database } from "#db/open.ts";
import type { ArticleDraft } from "#features/articles/drafts.ts";
import { trashArticle } from "#features/articles/type.ts";
import type { Topic } from "#features/topics/endpoints.ts";
import { operator } from "#shared/actor.ts";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import {
  createPostgresDatabase,
  createSqliteDatabase,
  describeOnEngines,
  describeOnSqlite,
  type OpenTestDatabase,
} from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";
import { up } from "../../migrations/0104-topics.ts";

const HOUR = 60 * 60_000;

async function start(open: OpenTestDatabase, drafts: Partial<ArticleDraft>[] = []) {
  const database = await open();
  const clock = testClock();
  const { app, store, retagTopics } = await startTestApp(database, { clock });
  const { headers } = await startEditor(app, database);
  const ids: number[] = [];
  for (const [at, draft] of drafts.entries())
    ids.push(await publish(store, { publishedAt: clock.now() - (drafts.length - at) * HOUR, ...draft }));
  const call = async (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) => {
    const response = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.body === "" ? null : response.json() };
  };
  const tagsOf = async (id: number) => (await call("GET", `/articles/${id}/`)).body.tags as string[];
  const read = async (url: string) => {
    const { statusCode, headers: own, body } = await app.inject(url);
    return { status: statusCode, location: own.location, body };
  };
  const find = async (query: string) =>
    (await app.inject(`/api/articles/search/?query=${encodeURIComponent(query)}`)).json<{ id: number }[]>();
  return { app, database, store, clock, headers, ids, call, tagsOf, read, find, retagTopics };
}

const titlesIn = (html: string) =>
  [...html.matchAll(/class="link-quiet stretch"[^>]*>([^<]*)</g)].map(([, title]) => title);

describeOnEngines("topics", (open) => {
  test("are an empty list where none exists or none fits", async () => {
    const { call } = await start(open);
    expect(await call("GET", "/topics/")).toMatchObject({ status: 200, body: [] });
    expect(await call("GET", "/topics/?query=nothing")).toMatchObject({ status: 200, body: [] });
  });

  test.each([
    ["ガス", "カス"],
    ["パパ", "ハハ"],
    ["राम", "रमा"],
    ["कल", "काल"],
    ["résumé", "resume"],
    ["мой", "мои"],
    ["מָה", "מה"],
  ])("%s and %s stay two topics: a mark may be a letter", async (one, other) => {
    const { call, tagsOf, ids } = await start(open, [{ tags: [one] }, { tags: [other] }]);
    expect(await Promise.all(ids.map((id) => tagsOf(id)))).toEqual([[one], [other]]);
    const found = await call("GET", `/topics/?query=${encodeURIComponent(one)}`);
    expect(found.body.map(({ name }: Topic) => name)).toContain(one);
  });

  test("names that differ in case, width, spaces or invisible marks are one topic", async () => {
    const names = ["Web 3", "ＷＥＢ　３", "we\u200Bb\u00A03", "\uFEFFWEB  3"];
    const { tagsOf, ids } = await start(
      open,
      names.map((name) => ({ tags: [name] })),
    );
    expect(await Promise.all(ids.map((id) => tagsOf(id)))).toEqual(names.map(() => ["Web 3"]));
  });

  test("a search of topics still ignores accents", async () => {
    const { call } = await start(open, [{ tags: ["Éther"] }]);
    for (const path of ["/topics/?query=ether", "/tags/?query=ether"])
      expect((await call("GET", path)).body, path).toMatchObject([{ name: "Éther" }]);
  });

  test("a tag names a topic without regard to case and aliases, and an unknown one makes a topic", async () => {
    const { call, tagsOf, ids } = await start(open, [{ tags: ["Bitcoin", "Éther"] }]);
    const made = await call("POST", "/topics/", { name: "Securities Commission", kind: "company", aliases: ["SEC"] });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "Securities Commission",
        slug: "securities-commission",
        kind: "company",
        aliases: ["SEC"],
        description: "",
        image_url: "",
        count: 0,
        is_hidden: true,
      },
    ]);
    const [id = 0] = ids;
    const saved = await call("PUT", `/articles/${id}/`, { tags: ["bitcoin", "ÉTHER", "sec", "SEC", "New one"] });
    expect(saved.body.tags).toEqual(["Bitcoin", "Éther", "Securities Commission", "New one"]);
    expect(await tagsOf(id)).toEqual(saved.body.tags);
    const { body } = await call("GET", "/topics/?sort=name");
    expect(body.map(({ name, kind, count }: Topic) => [name, kind, count])).toEqual([
      ["Bitcoin", "topic", 1],
      ["Éther", "topic", 1],
      ["New one", "topic", 1],
      ["Securities Commission", "company", 1],
    ]);
    expect((await call("GET", "/topics/?query=sec&kind=company")).body).toHaveLength(1);
  });

  test("a new name changes articles, search and pages together, and the former name and address lead to it", async () => {
    const { call, tagsOf, ids, read, find } = await start(open, [{ tags: ["Twitter", "Media"] }, { tags: ["Media"] }]);
    const [id = 0] = ids;
    expect(titlesIn((await read("/topics/twitter")).body)).toHaveLength(1);
    const renamed = await call("PUT", "/topics/twitter/", { name: "Quasar", slug: "" });
    expect([renamed.body.slug, renamed.body.aliases]).toEqual(["quasar", ["Twitter"]]);
    expect(await tagsOf(id)).toEqual(["Quasar", "Media"]);
    expect((await read(`/article/${id}`)).body).toContain('href="/topics/quasar"');
    expect((await find("quasar")).map((found) => found.id)).toEqual([id]);
    expect(await find("twitter")).toEqual([]);
    expect(await read("/topics/twitter")).toMatchObject({ status: 301, location: "/topics/quasar" });
    expect((await read("/topics/quasar")).status).toBe(200);
    expect((await call("PUT", `/articles/${id}/`, { tags: ["twitter"] })).body.tags).toEqual(["Quasar"]);
    expect((await call("PUT", "/topics/quasar/", { name: "Quasar", slug: "" })).body.slug).toBe("quasar");
    const back = await call("PUT", "/topics/quasar/", { name: "Twitter", slug: "twitter" });
    expect([back.body.slug, back.body.aliases]).toEqual(["twitter", ["Quasar"]]);
    expect(await read("/topics/quasar")).toMatchObject({ status: 301, location: "/topics/twitter" });
  });

  test("a new name reaches the first articles immediately and all others by a task, without a gap", async () => {
    const drafts = Array.from({ length: 90 }, (_, n) => ({ title: `No. ${n}`, tags: ["BTC", "Mining"] }));
    const { call, tagsOf, ids, read, retagTopics } = await start(open, drafts);
    const last = ids.at(-1) ?? 0;
    expect((await call("PUT", "/topics/btc/", { name: "Bitcoin", slug: "bitcoin" })).body.count).toBe(90);
    expect([await tagsOf(ids[0] ?? 0), await tagsOf(last)]).toEqual([
      ["Bitcoin", "Mining"],
      ["BTC", "Mining"],
    ]);
    expect((await read(pageUrl.article(last))).body).toContain('href="/topics/bitcoin"');
    expect((await call("PUT", `/articles/${last}/`, { title: "Changed" })).status).toBe(200);
    expect((await call("POST", "/topics/merge/", { from: "bitcoin", into: "mining" })).body.count).toBe(90);
    await retagTopics();
    expect(await Promise.all(ids.map(tagsOf))).toEqual(ids.map(() => ["Mining"]));
  });

  test("merging moves articles, names and addresses to the other topic, each article once", async () => {
    const { call, tagsOf, ids, read, find, app } = await start(open, [
      { title: "Both", tags: ["BTC", "Mining", "Bitcoin"] },
      { title: "Old", tags: ["BTC"] },
      { title: "Draft", tags: ["BTC"], status: "draft", publishedAt: null },
    ]);
    await call("PUT", "/topics/btc/", { name: "BTC", aliases: ["XBT"] });
    expect((await call("POST", "/topics/merge/", { from: "btc", into: "btc" })).body).toMatchObject({
      code: "same_topic",
    });
    const merged = await call("POST", "/topics/merge/", { from: "btc", into: "bitcoin" });
    expect(merged.body).toMatchObject({ name: "Bitcoin", aliases: ["BTC", "XBT"], count: 2 });
    expect(await Promise.all(ids.map(tagsOf))).toEqual([["Bitcoin", "Mining"], ["Bitcoin"], ["Bitcoin"]]);
    expect(titlesIn((await read("/topics/bitcoin")).body)).toEqual(["Old", "Both"]);
    expect((await read("/topics/btc")).location).toBe("/topics/bitcoin");
    expect((await app.inject("/api/topics/btc/")).headers["content-location"]).toBe("/api/topics/bitcoin/");
    expect((await find("bitcoin")).map(({ id }) => id).sort()).toEqual(ids.slice(0, 2));
    const names = (await call("GET", "/topics/")).body.map(({ name }: Topic) => name);
    expect(names).toEqual(["Bitcoin", "Mining"]);
    const log = (await call("GET", "/audit/?action=topic.merge")).body;
    expect(log[0]?.changes ?? log.entries?.[0]?.changes).toBeTruthy();
  });

  test("a topic with more aliases than an editor can give it, after a merge, can be changed", async () => {
    const { call } = await start(open, []);
    const aliases = (of: string) => Array.from({ length: 30 }, (_, at) => `${of} ${at}`);
    for (const name of ["Ports", "Harbours"])
      expect((await call("POST", "/topics/", { name, aliases: aliases(name) })).status).toBe(201);
    const { body } = await call("POST", "/topics/merge/", { from: "harbours", into: "ports" });
    expect(body.aliases).toHaveLength(61);
    const { id: _id, count: _count, is_hidden: _hidden, ...given } = body;
    const changed = await call("PUT", "/topics/ports/", { ...given, description: "Where ships are." });
    expect(changed.body).toMatchObject({ description: "Where ships are.", aliases: body.aliases });
    const more = await call("PUT", "/topics/ports/", { name: "Ports", aliases: [...body.aliases, "Quays"] });
    expect([more.status, Object.keys(more.body.errors)]).toEqual([400, ["aliases"]]);
    expect((await call("POST", "/topics/", { name: "Quays", aliases: aliases("Quay").concat("Pier") })).status).toBe(
      400,
    );
  });

  test("names and slugs are unique among topics and aliases, and a used topic is not deleted", async () => {
    const { call } = await start(open, [{ tags: ["Bitcoin"] }, { tags: ["Ether"] }]);
    await call("PUT", "/topics/bitcoin/", { name: "Bitcoin", aliases: ["BTC"] });
    const taken = async (method: "POST" | "PUT", path: string, payload: object) => {
      const { status, body } = await call(method, path, payload);
      return [status, body.code, Object.keys(body.errors ?? {}).join()];
    };
    expect(await taken("POST", "/topics/", { name: "btc" })).toEqual([409, "name_taken", "name"]);
    expect(await taken("PUT", "/topics/ether/", { name: "BITCOIN" })).toEqual([409, "name_taken", "name"]);
    expect(await taken("PUT", "/topics/ether/", { name: "Ether", aliases: ["Btc"] })).toEqual([
      ...[409, "name_taken", "aliases"],
    ]);
    expect(await taken("POST", "/topics/", { name: "New", slug: "ether" })).toEqual([409, "slug_taken", "slug"]);
    expect((await call("DELETE", "/topics/ether/")).body).toMatchObject({
      code: "topic_in_use",
      detail: "This topic has 1 article, including drafts. Merge it into another topic instead.",
    });
    await call("POST", "/topics/", { name: "Unused" });
    expect((await call("DELETE", "/topics/unused/")).status).toBe(204);
    expect((await call("GET", "/topics/unused/")).status).toBe(404);
  });

  test("a restored article has the topic that its tag means now", async () => {
    const { call, ids, store, tagsOf } = await start(open, [{ tags: ["BTC"] }, { tags: ["Bitcoin"] }]);
    const [id = 0] = ids;
    await trashArticle(store, operator, id);
    await call("POST", "/topics/merge/", { from: "btc", into: "bitcoin" });
    expect((await call("POST", `/articles/${id}/restore/`)).status).toBe(200);
    expect(await tagsOf(id)).toEqual(["Bitcoin"]);
    expect((await call("GET", "/topics/bitcoin/")).body.count).toBe(2);
  });
});

describeOnSqlite("the page of a topic", (open) => {
  test("its aliases redirect to it in any case, on pages, in feeds and in the API, until another topic has the slug", async () => {
    const { call, read, app, store } = await start(open, [{ tags: ["Bitcoin"] }]);
    await call("PUT", "/topics/bitcoin/", { name: "Bitcoin", aliases: ["BTC", "Digital Gold", "\u0411\u0422\u0426"] });
    for (const alias of ["btc", "BTC", "Btc", "digital-gold", "Digital-Gold", "digital%20gold", "%D0%B1%D1%82%D1%86"])
      expect(await read(`/topics/${alias}`), alias).toMatchObject({ status: 301, location: "/topics/bitcoin" });
    expect((await read("/topics/BTC/rss.xml")).location).toBe("/topics/bitcoin/rss.xml");
    expect((await read("/topics/btc/feed.json?a=1")).location).toBe("/topics/bitcoin/feed.json?a=1");
    expect((await app.inject("/api/topics/btc/")).headers["content-location"]).toBe("/api/topics/bitcoin/");
    expect((await call("DELETE", "/topics/btc/")).status).toBe(404);
    await call("PUT", "/topics/bitcoin/", { name: "Bitcoin", aliases: ["Digital Gold"] });
    expect((await read("/topics/btc")).status).toBe(404);
    await publish(store, { tags: ["BTC"] });
    expect((await read("/topics/btc")).status).toBe(200);
  });

  test("an editor's redirect from an alias comes before the topic, until it is deleted", async () => {
    const { call, read } = await start(open, [{ tags: ["Bitcoin"] }]);
    await call("PUT", "/topics/bitcoin/", { name: "Bitcoin", aliases: ["BTC"] });
    expect((await read("/topics/BTC")).location).toBe("/topics/bitcoin");
    const made = await call("POST", "/redirects/", { from: "/topics/btc", to: "/about", code: 301 });
    expect(made.status).toBe(201);
    expect(await read("/topics/btc")).toMatchObject({ status: 301, location: "/about" });
    expect((await read("/topics/BTC")).location).toBe("/topics/btc");
    expect((await call("DELETE", `/redirects/${made.body.id}/`)).status).toBe(204);
    expect((await read("/topics/btc")).location).toBe("/topics/bitcoin");
  });

  test("is shared with its own picture, which is named", async () => {
    const { call, read } = await start(open, [{ tags: ["Bitcoin"] }]);
    expect((await read("/topics/bitcoin")).body).toContain(`${TEST_SITE}/social-card/topics/bitcoin.png?v=`);
    const image_url = "/media/abcdefgh/800x450.jpg";
    await call("PUT", "/topics/bitcoin/", { name: "Bitcoin", image_url });
    const { body } = await read("/topics/bitcoin");
    expect(body).toMatch(`property="og:image" content="${TEST_SITE}${image_url}"`);
    for (const [name, content] of [
      ["image:width", "800"],
      ["image:height", "450"],
      ["image:alt", "Bitcoin"],
    ])
      expect(body).toContain(`property="og:${name}" content="${content}"`);
  });

  test("has a headline with a capital, where its name has none; the name stays", async () => {
    const { call, read } = await start(open, [
      { tags: ["fees"] },
      { tags: ["fees"] },
      { tags: ["\u00e9tats"] },
      { tags: ["iPhone"] },
    ]);
    const headline = async (slug: string) => (await read(`/topics/${slug}`)).body.match(/<h1[^>]*>([^<]*)</)?.[1];
    expect([await headline("fees"), await headline("etats"), await headline("iphone")]).toEqual([
      ...["Fees", "\u00c9tats", "iPhone"],
    ]);
    const { body } = await read("/topics/fees");
    expect(body).toMatch(/<title>Fees \|/);
    expect(body).toContain("More on fees");
    expect((await call("GET", "/topics/fees/")).body.name).toBe("fees");
  });

  test("shows readers what it is and its published articles by page, with feeds", async () => {
    const many = Array.from({ length: 26 }, (_, at) => ({ title: `Story ${at + 1}`, tags: ["Bitcoin"] }));
    const { call, read, clock, store, app } = await start(open, [
      ...many,
      { title: "Another", tags: ["Ether"] },
      { title: "Draft", tags: ["Bitcoin"], status: "draft", publishedAt: null },
    ]);
    await call("PUT", "/topics/bitcoin/", { name: "Bitcoin", kind: "coin", description: "Digital <gold>." });
    const first = await read(documentUrl.topic("bitcoin"));
    for (const part of ["Coin", "Digital &lt;gold&gt;.", "26 articles", 'rel="canonical"', "/topics/bitcoin/feed.json"])
      expect(first.body).toContain(part);
    expect(first.body).not.toContain('content="noindex"');
    expect(titlesIn(first.body)).toHaveLength(24);
    expect(titlesIn((await read(documentUrl.topic("bitcoin", 2))).body)).toEqual(["Story 2", "Story 1"]);
    expect((await read(documentUrl.topic("bitcoin", 3))).status).toBe(404);
    expect((await read("/topics/a%00b")).status).toBe(404);
    expect(await read("/topics/Bitcoin")).toMatchObject({ location: "/topics/bitcoin" });
    const later = { title: "Next", tags: ["Bitcoin"], publishedAt: clock.now() + HOUR };
    await publish(store, later);
    expect(titlesIn((await read("/topics/bitcoin")).body)[0]).toBe("Story 26");
    clock.advance(2 * HOUR);
    expect(titlesIn((await read("/topics/bitcoin")).body)[0]).toBe("Next");
    const api = await app.inject("/api/topics/bitcoin/articles/?limit=2");
    expect([api.headers["x-total-count"], api.json().map(({ title }: { title: string }) => title)]).toEqual([
      ...["27", ["Next", "Story 26"]],
    ]);
    const feed = JSON.parse((await read(feedUrl.json(documentUrl.topic("bitcoin")))).body);
    expect([feed.title, feed.home_page_url, feed.items.length]).toEqual([
      ...[expect.stringContaining("Bitcoin"), `${TEST_SITE}/topics/bitcoin`, 20],
    ]);
    expect(feed.items[0].url).toBe(`${TEST_SITE}${pageUrl.article(feed.items[0].url.split("/").at(-1))}`);
    expect((await read("/topics/Bitcoin/rss.xml")).location).toBe("/topics/bitcoin/rss.xml");
  });

  test("is hidden while only drafts name it, and is in sitemaps and search engines from three articles", async () => {
    const { call, read, store, ids } = await start(open, [
      { tags: ["Secret"], status: "draft", publishedAt: null },
      { tags: ["Rare"] },
      ...Array.from({ length: 3 }, () => ({ tags: ["Common"] })),
    ]);
    expect([(await read("/topics/secret")).status, (await read("/api/topics/secret/")).status]).toEqual([404, 404]);
    expect(JSON.parse((await read("/api/topics/")).body).map(({ name }: Topic) => name)).toEqual(["Common", "Rare"]);
    expect((await read("/topics/rare")).body).toContain('content="noindex"');
    expect((await read("/topics/common")).body).not.toContain('content="noindex"');
    const listed = (await read(feedUrl.sitemapPages())).body.match(/\/topics\/[^<]*/g);
    expect(listed).toEqual(["/topics/common"]);
    await call("PUT", `/articles/${ids[0]}/`, { status: "published" });
    expect((await read("/topics/secret")).status).toBe(200);
    await trashArticle(store, operator, ids[0] ?? 0);
    expect((await read("/topics/secret")).status).toBe(404);
  });
});

/** Articles with tags that are spelt differently become articles with the same topics, named as most of them spell it. */
async function migrateTags(database: Database): Promise<void> {
  const { db } = database;
  await sql`insert into category (name, name_key, slug) values ('Tech', 'tech', 'tech')`.execute(db);
  for (const [tags, status] of [
    ['["bitcoin","C++","2024"]', "published"],
    ['["Bitcoin"]', "published"],
    ['["Bitcoin","C"]', "draft"],
    ["[]", "published"],
  ])
    await sql`insert into article (title, content, category_id, status, published_at, tags, created_at, updated_at)
      values ('A title', '', 1, ${status}, 5, ${tags}, 1, 1)`.execute(db);
  await db.transaction().execute((trx) => up(trx as unknown as Kysely<unknown>, database.engine));
  const topics = await db.selectFrom("topic").select(["name", "name_key", "slug"]).orderBy("name_key").execute();
  expect(topics).toEqual([
    { name: "2024", name_key: "2024", slug: "topic-2024" },
    { name: "Bitcoin", name_key: "bitcoin", slug: "bitcoin" },
    { name: "C", name_key: "c", slug: expect.stringMatching(/^c(-2)?$/) },
    { name: "C++", name_key: "c++", slug: expect.stringMatching(/^c(-2)?$/) },
  ]);
  const articles = await db.selectFrom("article").select("tags").orderBy("id").execute();
  expect(articles.map(({ tags }) => tags)).toEqual([
    '["Bitcoin","C++","2024"]',
    '["Bitcoin"]',
    '["Bitcoin","C"]',
    "[]",
  ]);
  const links = await db
    .selectFrom("article_topic")
    .select(["article_id", "published_at"])
    .orderBy("article_id")
    .execute();
  expect(links.map(({ article_id, published_at }) => [article_id, published_at])).toEqual([
    ...[
      [1, 5],
      [1, 5],
      [1, 5],
      [2, 5],
      [3, null],
      [3, null],
    ],
  ]);
}

const NAME = "0104-topics";
test("tags become topics (sqlite)", async () => migrateTags(await openBefore(NAME, await createSqliteDatabase())));
test.skipIf(inject("postgres") === null)("tags become topics (postgres)", async () =>
  migrateTags(await openBefore(NAME, { engine: "postgres", url: await createPostgresDatabase() })),
);
