import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import type { Category } from "#features/categories/endpoints.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60 * 1000;

async function start(database: Database) {
  const clock = testClock();
  const site = await startTestApp(database, { clock });
  const { app } = site;
  const { headers } = await startEditor(app, database);
  const editor = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const write = async (payload: object): Promise<number> => {
    const answer = await editor("POST", apiUrl.articles(), { title: "Words", content: "<p>Words</p>", ...payload });
    expect(answer.statusCode).toBe(201);
    return answer.json().id;
  };
  const namesOf = (list: Category[]) => list.map(({ name }) => name);
  /** Where a reader sees the category `Rollups`: the lists that name it, and the response at its address. */
  const readerMeets = async () => ({
    list: namesOf((await app.inject(apiUrl.categories())).json()).includes("Rollups"),
    home: (await app.inject(pageUrl.home())).body.includes("Rollups"),
    sitemap: (await app.inject(feedUrl.sitemapPages())).body.includes("/category/rollups"),
    articles: (await app.inject(apiUrl.category("rollups"))).statusCode,
    byName: (await app.inject(apiUrl.category("Rollups"))).statusCode,
    page: (await app.inject(pageUrl.category("rollups"))).statusCode,
    feed: (await app.inject(feedUrl.rss(pageUrl.category("rollups")))).statusCode,
  });
  const forEditor = async () =>
    ((await editor("GET", apiUrl.categories())).json() as Category[]).find(({ name }) => name === "Rollups");
  return { ...site, clock, editor, write, readerMeets, forEditor };
}

const NOWHERE = { list: false, home: false, sitemap: false, articles: 404, byName: 404, page: 404, feed: 404 };
const EVERYWHERE = { list: true, home: true, sitemap: true, articles: 200, byName: 200, page: 200, feed: 200 };

describeOnSqlite("a category that an article names", (open) => {
  test("appears to readers with its first published article, and to editors at once", async () => {
    const { editor, write, readerMeets, forEditor } = await start(await open());
    const id = await write({ category: "Rollups", status: "draft" });
    expect(await readerMeets()).toEqual(NOWHERE);
    expect(await forEditor()).toMatchObject({ slug: "rollups", count: 0, is_hidden: true });
    const asEditor = await editor("GET", apiUrl.category("rollups"));
    expect([asEditor.statusCode, asEditor.json()]).toEqual([200, []]);

    await editor("PUT", apiUrl.article(id), { status: "published" });
    expect(await readerMeets()).toEqual(EVERYWHERE);
    const shown = await forEditor();
    expect(shown).toEqual({
      id: expect.any(Number),
      name: "Rollups",
      slug: "rollups",
      description: "",
      editor: "",
      image_url: "",
      accent: "",
      count: 1,
    });

    await editor("PUT", apiUrl.article(id), { status: "draft" });
    expect(await readerMeets()).toEqual(NOWHERE);
  });

  test("with a scheduled article appears once its time has come", async () => {
    const { clock, write, readerMeets } = await start(await open());
    const published_date = new Date(clock.now() + HOUR).toISOString();
    await write({ category: "Rollups", status: "published", published_date });
    expect(await readerMeets()).toEqual(NOWHERE);
    clock.advance(HOUR);
    expect(await readerMeets()).toEqual(EVERYWHERE);
  });

  test("appears at once with a published article, whether its name is close to another one or not", async () => {
    const { app, editor, write } = await start(await open());
    await editor("POST", apiUrl.categories(), { name: "Markets" });
    await write({ category: "Marktes", status: "published" });
    expect((await app.inject(apiUrl.categories())).json()).toMatchObject([{ name: "Markets" }, { name: "Marktes" }]);
  });

  test("does not take the place of a category that had its slug", async () => {
    const { app, editor, write, store } = await start(await open());
    const scaling = (await editor("POST", apiUrl.categories(), { name: "Rollups" })).json();
    await publish(store, { category: "Rollups" });
    await editor("PUT", apiUrl.category(String(scaling.id)), { name: "Scaling", slug: "scaling" });
    await write({ category: "Rollups", status: "draft" });
    const page = await app.inject(pageUrl.category("rollups"));
    expect([page.statusCode, page.headers.location]).toEqual([308, pageUrl.category("scaling")]);
    expect((await app.inject(apiUrl.category("rollups"))).json()).toHaveLength(1);
  });
});

describeOnSqlite("a category that an editor makes", (open) => {
  test("appears to readers even while nothing in it is published", async () => {
    const { editor, write, readerMeets, forEditor } = await start(await open());
    await editor("POST", apiUrl.categories(), { name: "Rollups" });
    const found = { ...EVERYWHERE, sitemap: false };
    expect(await readerMeets()).toEqual(found);
    await write({ category: "Rollups", status: "draft" });
    expect(await readerMeets()).toEqual(found);
    expect(await forEditor()).not.toHaveProperty("is_hidden");
  });
});
