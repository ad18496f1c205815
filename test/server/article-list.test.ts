import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { articleListPage } from "#features/articles/admin/calls.ts";
import type { ArticleDraft } from "#features/articles/drafts.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { resolveAuthors } from "#features/identity/accounts/authors.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { up as create } from "../../migrations/0005-desk.ts";
import { up as rename } from "../../migrations/0020-article-list.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

/** An editor's view of a publication with the given articles; tests identify an article by its title. */
async function start(database: Database, drafts: Partial<ArticleDraft>[] = []) {
  const clock = testClock();
  const { app, store } = await startTestApp(database, { clock });
  const { headers } = await startEditor(app, database);
  for (const draft of drafts) await publish(store, draft);
  const get = (query: string) => app.inject({ url: `${apiUrl.articles()}?${query}`, headers });
  const list = async (query: string) => {
    const response = await get(query);
    expect(response.statusCode, response.body).toBe(200);
    const titles = response.json<ArticleSummary[]>().map(({ title }) => title);
    return { titles, total: Number(response.headers["x-total-count"]) };
  };
  const titles = async (query: string) => (await list(query)).titles;
  return { app, store, clock, headers, get, list, titles };
}

describeOnEngines("the editors' list", (open) => {
  test("has every article, newest first; a draft is dated by its creation", async () => {
    const now = testClock().now();
    const { list } = await start(await open(), [
      { title: "Old", publishedAt: now - 48 * HOUR },
      { title: "Draft", status: "draft", publishedAt: null },
      { title: "Scheduled", publishedAt: now + HOUR },
      { title: "New", publishedAt: now - HOUR },
    ]);
    expect(await list("")).toEqual({ titles: ["Scheduled", "Draft", "New", "Old"], total: 4 });
    expect(await list("order=asc")).toEqual({ titles: ["Old", "New", "Draft", "Scheduled"], total: 4 });
    expect(await list("limit=2&offset=1")).toEqual({ titles: ["Draft", "New"], total: 4 });
    expect(await list("offset=4")).toEqual({ titles: [], total: 4 });
  });

  test("filters by status; the clock alone turns scheduled into published", async () => {
    const now = testClock().now();
    const { list, titles, clock } = await start(await open(), [
      { title: "Draft", status: "draft", publishedAt: null },
      { title: "Scheduled", publishedAt: now + MINUTE },
      { title: "Draft with a date", status: "draft", publishedAt: now + HOUR },
      { title: "Published", publishedAt: now - HOUR },
    ]);
    expect(await list("status=published")).toEqual({ titles: ["Published"], total: 1 });
    expect(await list("status=scheduled")).toEqual({ titles: ["Scheduled"], total: 1 });
    expect(await titles("status=draft&sort=title")).toEqual(["Draft", "Draft with a date"]);
    expect(await titles("sort=status")).toEqual(["Draft with a date", "Draft", "Published", "Scheduled"]);
    expect(await titles("sort=status&order=desc")).toEqual(["Scheduled", "Published", "Draft with a date", "Draft"]);
    clock.advance(MINUTE);
    expect(await titles("status=scheduled")).toEqual([]);
    expect(await titles("status=published")).toEqual(["Scheduled", "Published"]);
  });

  test("filters by category: slug, name or former slug", async () => {
    const { app, list, headers } = await start(await open(), [
      { title: "One", category: "Deep Tech" },
      { title: "Two", category: "Markets" },
    ]);
    for (const category of ["deep-tech", "Deep Tech", "DEEP TECH"])
      expect(await list(`category=${encodeURIComponent(category)}`)).toEqual({ titles: ["One"], total: 1 });
    const { id } = (await app.inject(apiUrl.categories()))
      .json()
      .find(({ slug }: { slug: string }) => slug === "deep-tech");
    const payload = { name: "Hard Tech", slug: "hard-tech" };
    await app.inject({ method: "PUT", url: `${apiUrl.categories()}${id}/`, headers, payload });
    expect((await list("category=deep-tech")).titles).toEqual(["One"]);
    expect((await list("query=hard")).titles).toEqual(["One"]);
    expect((await list("query=deep")).titles).toEqual([]);
  });

  test("filters by each switch, both ways, and combines filters", async () => {
    const { titles } = await start(await open(), [
      { title: "Plain" },
      { title: "Featured", is_featured: true },
      { title: "Pick", is_editors_pick: true, category: "Markets" },
      { title: "Auto", is_auto_update: true },
      { title: "Featured pick", is_featured: true, is_editors_pick: true, status: "draft" },
    ]);
    expect(await titles("featured=true&sort=title")).toEqual(["Featured", "Featured pick"]);
    expect(await titles("featured=false&sort=title")).toEqual(["Auto", "Pick", "Plain"]);
    expect(await titles("editors_pick=true&sort=title")).toEqual(["Featured pick", "Pick"]);
    expect(await titles("editors_pick=false&sort=title")).toEqual(["Auto", "Featured", "Plain"]);
    expect(await titles("auto_update=true")).toEqual(["Auto"]);
    expect(await titles("auto_update=false&editors_pick=true&category=markets&status=published")).toEqual(["Pick"]);
    expect(await titles("featured=true&status=draft&query=pick")).toEqual(["Featured pick"]);
  });

  test("searches title, author, category and tags, drafts included, ignoring case and accents", async () => {
    const { list, titles } = await start(await open(), [
      { title: "Zażółć gęślą jaźń", authors: ["Wanjiru Kamau"] },
      { title: "A draft on wallets", status: "draft", publishedAt: null, authors: ["Łukasz Zieliński"] },
      { title: "Plain", category: "Économie", tags: ["Proof of Stake", "ETH 2.0"] },
    ]);
    const found: Record<string, string> = {
      "zazolc JAZN": "Zażółć gęślą jaźń",
      GESLA: "Zażółć gęślą jaźń",
      wallet: "A draft on wallets",
      "zielinski draft": "A draft on wallets",
      łukasz: "A draft on wallets",
      economie: "Plain",
      "stake economie plain": "Plain",
      "eth 2": "Plain",
      founding: "Plain",
    };
    for (const [query, title] of Object.entries(found))
      expect(await list(`query=${encodeURIComponent(query)}`), query).toEqual({ titles: [title], total: 1 });
    for (const query of ["wallets kamau", "llets", "content", "!!!", "%", "_", "' or 1=1 --", '" OR *'])
      expect(await titles(`query=${encodeURIComponent(query)}`), query).toEqual([]);
    for (const query of ["", "%20", "a"])
      expect((await list(`query=${query}`)).total, query).toBe(query === "a" ? 1 : 3);
  });

  test("sorts by each column, both ways, page by page", async () => {
    const now = testClock().now();
    const { list, titles } = await start(await open(), [
      { title: "émile", category: "markets", authors: ["Zoë"], publishedAt: now - 3 * HOUR },
      { title: "Adam", category: "AI", authors: ["aaron"], publishedAt: now - 2 * HOUR },
      { title: "Zara", category: "Blockchain", publishedAt: now - HOUR },
      { title: "eva", category: "AI", authors: ["Ángel"], publishedAt: now - 4 * HOUR },
    ]);
    const orders: Record<string, string[]> = {
      date: ["eva", "émile", "Adam", "Zara"],
      title: ["Adam", "émile", "eva", "Zara"],
      category: ["Adam", "eva", "Zara", "émile"],
      author: ["Adam", "eva", "Zara", "émile"],
    };
    for (const [sort, expected] of Object.entries(orders)) {
      expect(await titles(`sort=${sort}&order=asc`), sort).toEqual(expected);
      const pages = [];
      for (const offset of [0, 1, 2, 3])
        pages.push(...(await titles(`sort=${sort}&order=asc&limit=1&offset=${offset}`)));
      expect(pages, sort).toEqual(expected);
    }
    expect(await titles("sort=title&order=desc")).toEqual(["Zara", "eva", "émile", "Adam"]);
    // The groups are reversed, and the newest comes first in each.
    expect(await titles("sort=category&order=desc")).toEqual(["émile", "Zara", "Adam", "eva"]);
    expect(await titles("sort=author&order=desc")).toEqual(["émile", "Zara", "eva", "Adam"]);
    expect(await list("sort=category&query=a")).toEqual({ titles: ["Adam", "eva"], total: 2 });
  });

  test("is what the browser's client requests", async () => {
    const { app, headers } = await start(await open(), [
      { title: "Plain" },
      { title: "Fast & new", is_featured: true },
    ]);
    const ask = async (...asked: Parameters<typeof articleListPage>) =>
      (await app.inject({ url: articleListPage(...asked).queryKey[0], headers })).json<ArticleSummary[]>();
    expect(await ask({ query: "", category: "blockchain", sort: "title" }, 1)).toHaveLength(2);
    expect(await ask({ query: "new & f", featured: true, status: "published" }, 1)).toMatchObject([
      { title: "Fast & new" },
    ]);
    expect(await ask({}, 2)).toEqual([]);
  });

  test("tolerates one typing error in title, tags, author and category, drafts included, if nothing else is found", async () => {
    const { titles, list, store } = await start(await open(), [
      { title: "Stablecoin rules", status: "draft", publishedAt: null },
      { title: "A wallet", tags: ["Custody"] },
      { title: "A ballet", category: "Infrastructure" },
    ]);
    await publish(store, { title: "Signed", authors: ["Zofia Zielińska"] });
    for (const query of ["stabelcoin", "tsablecoin", "stablecoinx"])
      expect(await titles(`query=${query}`), query).toEqual(["Stablecoin rules"]);
    expect(await titles("query=stabelcoin+ruels&status=draft")).toEqual(["Stablecoin rules"]);
    expect(await titles("query=wallet"), "the word itself is there").toEqual(["A wallet"]);
    expect(await titles("query=custdoy")).toEqual(["A wallet"]);
    expect(await titles("query=zielinksa")).toEqual(["Signed"]);
    expect(await titles("query=infrastrcuture")).toEqual(["A ballet"]);
    expect(await list("query=blokchian+nothing")).toEqual({ titles: [], total: 0 });
    expect(await titles("query=stabelcoin&status=published")).toEqual([]);
  });

  test("follows every change of an article, and drops a deleted one", async () => {
    const { app, clock, headers, list, titles } = await start(await open(), [{ title: "First" }, { title: "Second" }]);
    const [second, first] = (await app.inject({ url: apiUrl.articles(), headers })).json();
    clock.advance(MINUTE);
    const payload = {
      title: "Renamed",
      tags: "gold",
      category: "Markets",
      status: "draft",
      is_featured: true,
      author_name: "Noor",
    };
    await app.inject({ method: "PUT", url: apiUrl.article(first.id), headers, payload });
    expect(await titles("sort=updated")).toEqual(["Renamed", "Second"]);
    expect(await titles("sort=updated&order=asc")).toEqual(["Second", "Renamed"]);
    expect(await titles("query=first")).toEqual([]);
    expect(await titles("query=noor%20renamed%20gold%20markets&featured=true&status=draft&category=markets")).toEqual([
      "Renamed",
    ]);
    await app.inject({ method: "DELETE", url: apiUrl.article(first.id), headers });
    expect(await list("")).toEqual({ titles: [second.title], total: 1 });
  });

  test("text that no database can store is rejected, whoever sends it", async () => {
    const { app, get } = await start(await open());
    for (const answer of [await get("tag=%00"), await app.inject(`${apiUrl.articles()}?tag=%00`)])
      expect(answer.json()).toMatchObject({ code: "invalid_input", errors: { tag: expect.any(String) } });
  });

  test("accepts titles, tags and words of any size", async () => {
    const long = "\u{FDFA}".repeat(300);
    const tags = Array.from({ length: 30 }, (_, index) => `${index}${"\u{FDFA}".repeat(58)}`);
    const { list } = await start(await open(), [{ title: long, tags }]);
    const words = Array.from({ length: 100 }, (_, index) => `w${index}`).join(" ");
    expect((await list("sort=title")).total).toBe(1);
    expect((await list(`query=${encodeURIComponent(words.slice(0, 300))}`)).total).toBe(0);
  });

  test("includes articles from before the list existed, and updates authors when accounts are deleted", async () => {
    const database = await open();
    const { clock, list, titles } = await start(database, [{ title: "Éclair", tags: ["gold"], status: "draft" }]);
    await database.db.schema.dropTable("article_list_entry").execute();
    await database.db.schema.createIndex("article_by_recency").on("article").column("published_at").execute();
    for (const migrate of [create, rename]) await migrate(database.db as unknown as Kysely<unknown>, database.engine);
    expect(await list("query=eclair%20gold&status=draft")).toEqual({ titles: ["Éclair"], total: 1 });
    const [leaver] = await database.db.transaction().execute((trx) => resolveAuthors(trx, clock, ["Leaver"]));
    const author = leaver?.id ?? 0;
    for (const table of ["article", "article_list_entry"] as const)
      await database.db.updateTable(table).set({ author_id: author }).execute();
    await database.db.deleteFrom("account").where("id", "=", author).execute();
    expect(await titles("query=founding")).toEqual(["Éclair"]);
  });
});

describeOnSqlite("parameters of the editors' list", (open) => {
  const REJECTED = [
    ["status=archived", "status"],
    ["category=nowhere", "category"],
    ["featured=yes", "featured"],
    ["editors_pick=1", "editors_pick"],
    ["auto_update=", "auto_update"],
    ["sort=views", "sort"],
    ["sort=title&sort=date", "sort"],
    ["order=up", "order"],
    [`query=${"x".repeat(301)}`, "query"],
  ] as const;
  test("rejects invalid parameters with a message, and readers' use of them", async () => {
    const { app, get } = await start(await open(), [{ title: "Seen" }, { title: "Hidden", status: "draft" }]);
    for (const [query, field] of REJECTED) {
      const rejected = await get(query);
      expect([rejected.statusCode, Object.keys(rejected.json().errors)], query).toEqual([400, [field]]);
      expect((await app.inject(`${apiUrl.articles()}?${query}`)).statusCode, query).toBe(400);
    }
  });

  test("readers may not use editors' parameters", async () => {
    const { app } = await start(await open(), [
      { title: "B", is_featured: true },
      { title: "A" },
      { title: "C", status: "draft" },
    ]);
    for (const query of ["sort=title", "status=draft", "featured=true", "query=b"])
      expect((await app.inject(`${apiUrl.articles()}?${query}`)).statusCode, query).toBe(400);
    const reader = await app.inject(apiUrl.articles());
    expect(reader.json<ArticleSummary[]>().map(({ title }) => title)).toEqual(["A", "B"]);
    expect(reader.headers["x-total-count"]).toBe("2");
  });
});

describeOnEngines("tags/", (open) => {
  test("counts the tags of articles, the most used first, and finds those that begin with a text", async () => {
    const { app, headers } = await start(await open(), [
      { tags: ["Bitcoin", "Éther"] },
      { tags: ["bitcoin", "AI"], status: "draft", publishedAt: null },
      { tags: ["Bitcoin ETF", "100%_sure"] },
    ]);
    const tags = async (query: string) => (await app.inject({ url: `/api/tags/?${query}`, headers })).json();
    expect(await tags("query=bit")).toEqual([
      { name: "Bitcoin", count: 2 },
      { name: "Bitcoin ETF", count: 1 },
    ]);
    expect(await tags("query=ETH")).toEqual([{ name: "Éther", count: 1 }]);
    expect(await tags("query=100%25_")).toEqual([{ name: "100%_sure", count: 1 }]);
    expect(await tags("query=%25")).toEqual([]);
    expect(await tags("limit=1")).toEqual([{ name: "Bitcoin", count: 2 }]);
    expect((await app.inject("/api/tags/")).statusCode).toBe(401);
  });
});
