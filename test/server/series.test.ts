import { expect, test } from "vitest";
import type { Series } from "#features/articles/series/endpoints.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const SERIES = "/api/series/";
const HOUR = 60 * 60_000;
type Method = "GET" | "POST" | "PUT" | "DELETE";

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, publishOne, clock } = desk;
  const ask = async (method: Method, path: string, payload?: object, ifMatch?: string) => {
    const request = { method, url: `${SERIES}${path}`, ...(payload && { payload }), ifMatch };
    const { status, body, headers } = await call(request);
    return { status, body, etag: String(headers.etag) };
  };
  const get = async (url: string) => {
    const { statusCode, headers, body } = await app.inject(url);
    return { status: statusCode, location: headers.location, body };
  };
  return {
    ...desk,
    ask,
    get,
    add: async (name: string) => (await ask("POST", "", { name })).body as Series,
    /** Articles, the first one the newest. */
    articles: async (...titles: string[]) => {
      const ids: number[] = [];
      for (const [at, title] of titles.entries())
        ids.push(await publishOne({ title, publishedAt: clock.now() - (at + 1) * HOUR }));
      return ids;
    },
    order: (slug: string, articles: number[], ifMatch?: string) => ask("PUT", `${slug}/order/`, { articles }, ifMatch),
    choose: (id: number, series: number | null) =>
      call({ method: "PUT", url: `/api/articles/${id}/series/`, payload: { series } }),
    /** The place that an article's page shows. */
    place: async (id: number) => {
      const { body } = await get(pageUrl.article(id));
      const [, box = ""] = /<nav aria-label="Series"(.*?)<\/nav>/s.exec(body) ?? [];
      const links = [
        ...box.matchAll(/href="([^"]*)" rel="(prev|next)"/g),
        ...box.matchAll(/rel="(prev|next)"[^>]*href="([^"]*)"/g),
      ];
      return {
        words: /Part \d+ of \d+/.exec(box)?.[0],
        steps: Object.fromEntries(
          links.map(([, one = "", other = ""]) => (one.startsWith("/") ? [other, one] : [one, other])),
        ),
      };
    },
  };
}

const titlesIn = (html: string) =>
  [...html.matchAll(/class="link-quiet stretch"[^>]*>([^<]*)</g)].map(([, title]) => title);

describeOnEngines("a series", (open) => {
  test("shows its published articles in their order, and each of them its part and its neighbours", async () => {
    const { add, articles, order, get, place, ask } = await start(open);
    const { slug } = await add("How money works");
    expect((await get("/series/how-money-works")).status).toBe(404);
    const [third = 0, first = 0, second = 0] = await articles("Third", "First", "Second");
    expect((await place(first)).words).toBeUndefined();
    expect((await order(slug, [first, second, third])).status).toBe(200);
    const { status, body } = await get("/series/how-money-works");
    expect([status, titlesIn(body)]).toEqual([200, ["First", "Second", "Third"]]);
    expect(body).toContain('rel="canonical" href="https://news.example/series/how-money-works"');
    expect(body).toContain('"@type":"CreativeWorkSeries"');
    expect(await place(first)).toEqual({ words: "Part 1 of 3", steps: { next: `/article/${second}` } });
    expect(await place(second)).toEqual({
      words: "Part 2 of 3",
      steps: { prev: `/article/${first}`, next: `/article/${third}` },
    });
    await order(slug, [third, first]);
    expect(await place(first)).toEqual({ words: "Part 2 of 2", steps: { prev: `/article/${third}` } });
    expect((await place(second)).words).toBeUndefined();
    const listed = await ask("GET", `${slug}/articles/`);
    expect(listed.body.map(({ id }: { id: number }) => id)).toEqual([third, first]);
  });

  test("never shows drafts, scheduled and trashed articles, and follows their publication", async () => {
    const { add, articles, order, place, get, call, publishOne, clock, choose } = await start(open);
    const series = await add("Parts");
    const [one = 0, two = 0] = await articles("One", "Two");
    const draft = await publishOne({ title: "A secret draft", status: "draft", publishedAt: null });
    const planned = await publishOne({ title: "A planned part", publishedAt: clock.now() + HOUR });
    await order("parts", [one, draft, planned, two]);
    const shown = async () => titlesIn((await get("/series/parts")).body);
    expect(await shown()).toEqual(["One", "Two"]);
    expect(await place(two)).toEqual({ words: "Part 2 of 2", steps: { prev: `/article/${one}` } });
    for (const url of [
      "/series/parts",
      feedUrl.rss("/series/parts"),
      "/api/series/parts/articles/",
      pageUrl.article(one),
    ])
      expect((await get(url)).body, url).not.toMatch(/secret draft|planned part/);
    clock.advance(HOUR);
    expect(await shown()).toEqual(["One", "A planned part", "Two"]);
    await call({ method: "PUT", url: apiUrl.article(draft), payload: { status: "published" } });
    expect(await shown()).toEqual(["One", "A secret draft", "A planned part", "Two"]);
    expect((await place(two)).words).toBe("Part 4 of 4");
    await call({ method: "PUT", url: apiUrl.article(draft), payload: { title: "No secret" } });
    expect((await get(pageUrl.article(one))).body).toContain("No secret");
    await call({ method: "POST", url: editorApiUrl.unpublish(planned) });
    await call({ method: "DELETE", url: apiUrl.article(draft) });
    expect((await place(two)).words).toBe("Part 2 of 2");
    // An article comes back from the trash into its place.
    await call({ method: "POST", url: editorApiUrl.restore(draft) });
    expect(await shown()).toEqual(["One", "No secret", "Two"]);
    await choose(one, null);
    expect(await shown()).toEqual(["No secret", "Two"]);
    expect(series.count).toBe(0);
  });

  test("keeps articles in the trash when it is arranged, and loses permanently deleted ones", async () => {
    const { add, articles, order, call, ask, database } = await start(open);
    await add("Parts");
    const [one = 0, two = 0, three = 0] = await articles("One", "Two", "Three");
    await order("parts", [one, two, three]);
    for (const id of [one, two]) await call({ method: "DELETE", url: apiUrl.article(id) });
    expect((await order("parts", [three])).body.articles).toMatchObject([{ id: three }]);
    await call({ method: "POST", url: editorApiUrl.restore(one) });
    const ids = async () => (await ask("GET", "parts/order/")).body.articles.map(({ id }: { id: number }) => id);
    expect(await ids()).toEqual([three, one]);
    await call({ method: "DELETE", url: `/api/trash/${two}/` });
    expect(await database.db.selectFrom("series_article").selectAll().execute()).toHaveLength(2);
  });

  test("has a name and a slug of its own, redirects from former slugs, and is rejected otherwise", async () => {
    const { add, articles, order, ask, get } = await start(open);
    const one = await add("Étude");
    const [id = 0] = await articles("One");
    await order("etude", [id]);
    const changed = await ask("PUT", "etude/", { name: "Studies", slug: "", description: "In three parts." });
    expect(changed.body).toMatchObject({ slug: "studies", description: "In three parts.", count: 1 });
    for (const former of ["etude", String(one.id)])
      expect(await get(`/series/${former}`)).toMatchObject({ status: 301, location: "/series/studies" });
    expect((await get(pageUrl.article(id))).body).toContain('href="/series/studies"');
    expect(await ask("POST", "", { name: "STUDIES" })).toMatchObject({ status: 409, body: { code: "name_taken" } });
    expect(await ask("POST", "", { name: "B", slug: "studies" })).toMatchObject({
      status: 409,
      body: { code: "slug_taken" },
    });
    for (const wrong of [{ name: "" }, { name: "A", slug: "1" }, { name: "A", image_url: "javascript:1" }])
      expect((await ask("POST", "", wrong)).status).toBe(400);
    const { etag } = await ask("GET", "studies/");
    expect((await ask("PUT", "studies/", { name: "Studies", description: "" }, etag)).status).toBe(200);
    expect((await ask("PUT", "studies/", { name: "Others" }, etag)).body.code).toBe("stale_version");
    for (const path of ["%00", "%2e%2e%2f", "-", "nobody", "x".repeat(3_000)])
      expect((await get(`/series/${path}`)).status, path.slice(0, 10)).toBe(404);
    expect((await ask("DELETE", "studies/")).status).toBe(204);
    expect((await get("/series/studies")).status).toBe(404);
    expect((await get(pageUrl.article(id))).status).toBe(200);
  });

  test("is arranged against the order that was read, with known articles, which leave another series", async () => {
    const { add, articles, order, ask, place } = await start(open);
    await add("First series");
    await add("Second series");
    const [one = 0, two = 0] = await articles("One", "Two");
    const { etag } = await ask("GET", "first-series/order/");
    expect((await order("first-series", [one, two], etag)).status).toBe(200);
    expect(await order("first-series", [two], etag)).toMatchObject({ status: 409, body: { code: "stale_version" } });
    expect(await order("first-series", [one, 9_999])).toMatchObject({ status: 400, body: { code: "unknown_article" } });
    expect(
      (
        await order(
          "first-series",
          Array.from({ length: 201 }, (_, at) => at + 1),
        )
      ).status,
    ).toBe(400);
    await order("second-series", [two]);
    expect([(await place(one)).words, (await place(two)).words]).toEqual(["Part 1 of 1", "Part 1 of 1"]);
    expect((await ask("GET", "first-series/order/")).body.articles).toMatchObject([{ id: one }]);
  });

  test("is chosen in an article, at the end of the order", async () => {
    const { add, articles, choose, call, callAsColleague, place, publishOne } = await start(open);
    const series = await add("Parts");
    const [one = 0] = await articles("One");
    const two = await publishOne({ title: "Two" });
    for (const id of [one, two])
      expect((await choose(id, series.id)).body.series).toEqual({ id: series.id, name: "Parts" });
    expect((await place(two)).words).toBe("Part 2 of 2");
    expect((await call({ method: "GET", url: `/api/articles/${two}/series/` })).body.series.name).toBe("Parts");
    expect((await choose(two, 999)).body.code).toBe("series_not_found");
    expect((await choose(999, series.id)).status).toBe(404);
    expect((await choose(two, null)).body).toEqual({ series: null });
    expect((await place(one)).words).toBe("Part 1 of 1");
    expect(callAsColleague).toBeDefined();
  });

  test("has feeds with the newest first, which the page names, and is in the sitemap", async () => {
    const { add, articles, order, get } = await start(open);
    await add("Parts");
    expect((await get(feedUrl.rss("/series/parts"))).status).toBe(404);
    const [newest = 0, oldest = 0] = await articles("Newest", "Oldest");
    await order("parts", [oldest, newest]);
    const json = JSON.parse((await get(feedUrl.json("/series/parts"))).body);
    expect(json.items.map(({ title }: { title: string }) => title)).toEqual(["Newest", "Oldest"]);
    const page = (await get("/series/parts")).body;
    for (const path of ["rss.xml", "feed.json"])
      expect(page).toMatch(new RegExp(`rel="alternate"[^>]*href="https://news.example/series/parts/${path}"`));
    expect((await get(feedUrl.sitemapPages())).body).toContain("<loc>https://news.example/series/parts</loc>");
  });
});
