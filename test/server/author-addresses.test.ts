import { expect, test } from "vitest";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call } = desk;
  return {
    ...desk,
    get: async (url: string) => {
      const { statusCode, headers, body } = await app.inject(url);
      return { status: statusCode, location: headers.location, body };
    },
    rename: (name: string) => call({ method: "PUT", url: editorApiUrl.profile(), payload: { name } }),
    idOf: async (article: number, name: string) =>
      (
        (await call({ method: "GET", url: apiUrl.article(article) })).body.authors as { id: number; name: string }[]
      ).find((author) => author.name === name)?.id ?? 0,
  };
}

describeOnEngines("the address of an author", (open) => {
  test("is a slug of the name; the number and every former slug redirect to it", async () => {
    const { get, publishOne, idOf, rename } = await start(open);
    const article = await publishOne({ title: "Seen", authors: ["Amina Otieno"] });
    const id = await idOf(article, "Amina Otieno");
    expect(await get(documentUrl.author(id))).toMatchObject({ status: 301, location: "/authors/amina-otieno" });
    expect((await get(pageUrl.article(article))).body).toContain('href="/authors/amina-otieno"');
    expect((await rename("Amina Wanjiru")).status).toBe(200);
    for (const former of [id, "amina-otieno"])
      expect(await get(documentUrl.author(former)), String(former)).toMatchObject({
        status: 301,
        location: "/authors/amina-wanjiru",
      });
    expect((await get("/authors/amina-wanjiru")).body).toContain(
      'rel="canonical" href="https://news.example/authors/amina-wanjiru"',
    );
    expect((await get(pageUrl.article(article))).body).toContain('href="/authors/amina-wanjiru"');
    expect(await get("/authors/AMINA-Wanjiru")).toMatchObject({ status: 308, location: "/authors/amina-wanjiru" });
    // The former slug returns to the same author.
    await rename("Amina Otieno");
    expect((await get("/authors/amina-otieno")).status).toBe(200);
    expect(await get("/authors/amina-wanjiru")).toMatchObject({ status: 301, location: "/authors/amina-otieno" });
  });

  test("is unique, also among former ones and for names without letters", async () => {
    const { get, publishOne, rename } = await start(open);
    await publishOne({ authors: ["Zoë Ålund", "Zoe Alund", "!!!", "2026"] });
    for (const slug of ["zoe-alund", "zoe-alund-2", "author", "author-2026"])
      expect((await get(documentUrl.author(slug))).status, slug).toBe(200);
    await rename("Amina Wanjiru");
    await publishOne({ authors: ["Amina Otieno"] });
    expect((await get("/authors/amina-otieno-2")).status).toBe(200);
  });

  test("is not found for hostile paths", async () => {
    const { get } = await start(open);
    for (const path of [
      "%00",
      "a%00b",
      "%2e%2e%2f",
      "%F0%9F%98%80",
      "-",
      "x".repeat(5_000),
      "%25",
      "1%27%20or%201=1",
    ]) {
      const { status, body } = await get(`/authors/${path}`);
      expect(status, path.slice(0, 20)).toBe(404);
      expect(body).not.toMatch(/\bat .+\.ts:/);
    }
    for (const path of ["%00", "nobody"]) expect((await get(feedUrl.json(`/authors/${path}`))).status, path).toBe(404);
  });

  test("has feeds, which the page names, and which follow the author", async () => {
    const { get, publishOne, rename, clock, call } = await start(open);
    const mine = await publishOne({ title: "Mine & ours", authors: ["Zuri Achieng", "Amina Otieno"] });
    await publishOne({ title: "Of another", authors: ["Zuri Achieng"] });
    await publishOne({ title: "Planned", authors: ["Amina Otieno"], publishedAt: clock.now() + 60_000 });
    const rss = await get(feedUrl.rss("/authors/amina-otieno"));
    expect(rss.body.match(/<guid[^>]*>[^<]*/g)).toEqual([
      `<guid isPermaLink="true">https://news.example/article/${mine}`,
    ]);
    const json = JSON.parse((await get(feedUrl.json("/authors/amina-otieno"))).body);
    expect(json).toMatchObject({ title: "Amina Otieno - Jarida", items: [{ title: "Mine & ours" }] });
    const page = (await get("/authors/amina-otieno")).body;
    for (const path of ["rss.xml", "feed.json"])
      expect(page).toMatch(new RegExp(`rel="alternate"[^>]*href="https://news.example/authors/amina-otieno/${path}"`));
    await rename("Amina Wanjiru");
    expect(await get(feedUrl.rss("/authors/amina-otieno"))).toMatchObject({
      status: 308,
      location: "/authors/amina-wanjiru/rss.xml",
    });
    await call({ method: "POST", url: editorApiUrl.unpublish(mine) });
    expect((await get(feedUrl.rss("/authors/amina-wanjiru"))).status).toBe(404);
  });
});

describeOnEngines("the list of authors", (open) => {
  test("names everyone who has published, by name, with the beginning of the biography", async () => {
    const { get, publishOne, call, clock } = await start(open);
    const names = async () =>
      [...(await get("/authors")).body.matchAll(/class="link-quiet stretch"[^>]*>([^<]*)</g)].map(([, name]) => name);
    expect([(await get("/authors")).status, await names()]).toEqual([200, []]);
    expect((await get("/authors")).body).toContain('name="robots" content="noindex"');
    await publishOne({ authors: ["Zuri Achieng", "Amina Otieno"] });
    await publishOne({ authors: ["Never Seen"], publishedAt: clock.now() + 60_000 });
    expect(await names()).toEqual(["Amina Otieno", "Zuri Achieng"]);
    await call({ method: "PUT", url: editorApiUrl.profile(), payload: { bio: "Covers <b>exchanges</b>." } });
    expect((await get("/authors")).body).toContain("Covers &lt;b&gt;exchanges&lt;/b&gt;.");
    expect((await get(feedUrl.sitemapPages())).body).toContain("<loc>https://news.example/authors</loc>");
  });
});
