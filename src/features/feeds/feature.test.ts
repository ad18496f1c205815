import Fastify from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { createResponseCache } from "#platform/response-cache.ts";
import { operator } from "#shared/actor.ts";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startDesk } from "#test/support/desk.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { CONTACT_EMAIL, startTestApp, TEST_SITE } from "#test/support/test-app.ts";
import { discoveryRoutes } from "./feature.ts";

const HOUR = 60 * 60 * 1000;
/** A title with unusual characters, and what XML can represent of it. */
const UNFIT_FOR_XML = "\u0008\uFFFF";
const ODD_TEXT = `Tom & "Jerry" <script>alert('x')</script> ]]> ${UNFIT_FOR_XML} 🚀 é`;
const ODD_XML = ODD_TEXT.replace(UNFIT_FOR_XML, "");

type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };

/** A strict parser for the XML we write: it throws if that is not well-formed. */
function readXml(source: string): XmlElement {
  if (!/^<\?xml version="1\.0" encoding="UTF-8"\?>\n</.test(source)) throw new Error("no declaration");
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(source)) throw new Error("forbidden character");
  if (/&(?!(amp|lt|gt|quot|apos);)/.test(source)) throw new Error("bare ampersand");
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const TOKEN = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  TOKEN.lastIndex = source.indexOf("\n") + 1;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    const parent = open.at(-1);
    if (!match || !parent) throw new Error(`not well formed: ${source.slice(at, at + 60)}`);
    const [, closing, name = "", attributes = "", empty, text] = match;
    if (text !== undefined) parent.text += unescapeXml(text);
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`wrong end: ${name}`);
    } else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
        key,
        unescapeXml(value),
      ]);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: "" };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [top, ...others] = root.children;
  if (open.length > 1 || !top || others.length > 0) throw new Error("not one closed root");
  return top;
}

function unescapeXml(text: string): string {
  const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(\w+);/g, (_whole, name: string) => names[name] ?? "");
}

const all = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
const texts = (element: XmlElement, name: string) => all(element, name).map((found) => found.text);

const openSite = async () => {
  const clock = testClock();
  return { ...(await startTestApp(await openSqliteForTest(), { clock })), clock };
};

describe("security.txt", () => {
  it("has the contact address, expires within a year, and names its own address", async () => {
    const { app, clock } = await openSite();
    const answer = await app.inject("/.well-known/security.txt");
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    const fields = new Map(
      answer.body
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/) as [string, string]),
    );
    expect(fields.get("Contact")).toBe(`mailto:${CONTACT_EMAIL}`);
    expect(fields.get("Canonical")).toBe(`${TEST_SITE}/.well-known/security.txt`);
    const left = Date.parse(fields.get("Expires") ?? "") - clock.now();
    expect(left).toBeGreaterThan(100 * 86_400_000);
    expect(left).toBeLessThan(365 * 86_400_000);
  });

  it("follows the newsroom's address, and is missing without one that receives mail", async () => {
    const { app, call } = await startDesk(openSqliteForTest);
    const site = { method: "PUT", url: "/api/settings/site/" } as const;
    const read = async () => {
      const { statusCode, body } = await app.inject("/.well-known/security.txt");
      return statusCode === 200 ? body.split("\n")[0] : statusCode;
    };
    await call({ ...site, payload: { contact_email: "tips+security@courier.example" } });
    expect(await read()).toBe("Contact: mailto:tips%2Bsecurity@courier.example");
    await call({ ...site, payload: { contact_email: "" } });
    expect(await read()).toBe(404);
    const unnamed = await startTestApp(await openSqliteForTest(), { defaultContact: "" });
    expect((await unnamed.app.inject("/.well-known/security.txt")).statusCode).toBe(404);
  });
});

describe("robots.txt", () => {
  it("allows the pages, disallows admin and API, and names the sitemaps", async () => {
    const { app } = await openSite();
    const answer = await app.inject(feedUrl.robots());
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.body.split("\n")).toEqual([
      "User-agent: *",
      "Disallow: /admin",
      "Disallow: /api/",
      "Disallow: /go/",
      "Disallow: /r/",
      "",
      `Sitemap: ${TEST_SITE}/sitemap.xml`,
      `Sitemap: ${TEST_SITE}/news-sitemap.xml`,
      "",
    ]);
  });
});

describe("sitemaps", () => {
  it("lead from the index to every page and visible article", async () => {
    const { app, store, clock } = await openSite();
    const id = await publish(store, { category: "Blockchain" });
    await publish(store, { category: "Nobody's", status: "draft" });
    await publish(store, { publishedAt: clock.now() + HOUR });
    const index = await app.inject(feedUrl.sitemapIndex());
    expect(index.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const files = texts(readXml(index.body), "loc");
    expect(files).toEqual([`${TEST_SITE}/sitemaps/pages.xml`, `${TEST_SITE}/sitemaps/articles-1.xml`]);
    const found: string[] = [];
    for (const file of files) {
      const answer = await app.inject(file.slice(TEST_SITE.length));
      expect(answer.statusCode).toBe(200);
      found.push(...texts(readXml(answer.body), "loc"));
    }
    const paths = [
      "/",
      "/category/blockchain",
      "/about",
      "/contact",
      "/advertise",
      "/privacy-policy",
      "/corrections",
      `/article/${id}`,
    ];
    expect(found.sort()).toEqual(paths.map((path) => TEST_SITE + path).sort());
  });

  it("date each page by the newest that it lists, or by its own change", async () => {
    const { app, store, clock } = await openSite();
    const [newest, older] = [clock.now() - HOUR, clock.now() - 2 * HOUR];
    for (const publishedAt of [newest, older, older])
      await publish(store, { category: "Blockchain", tags: ["Bitcoin"], publishedAt });
    await publish(store, { category: "Rollups", publishedAt: older });
    const entries = all(readXml((await app.inject(feedUrl.sitemapPages())).body), "url");
    const dates = new Map(
      entries.map((entry) => [texts(entry, "loc")[0]?.slice(TEST_SITE.length), texts(entry, "lastmod")[0]]),
    );
    const month = new Date(newest).toISOString().slice(0, 7);
    for (const path of ["/", "/category/blockchain", documentUrl.topic("bitcoin"), documentUrl.month(month)])
      expect(dates.get(path), path).toBe(new Date(newest).toISOString());
    expect(dates.get("/category/rollups")).toBe(new Date(older).toISOString());
    expect([dates.has("/corrections"), dates.get("/corrections")]).toEqual([true, undefined]);
  });

  it("split the articles into files of the configured size", async () => {
    const { store, clock } = await openSite();
    for (let count = 0; count < 5; count++) await publish(store);
    const app = Fastify();
    onTestFinished(() => app.close());
    const { database } = store;
    app.decorate(
      "responses",
      createResponseCache({
        clock,
        database,
        nextPublication: async () => null,
        maxBytes: 1024 * 1024,
        maxConcurrent: 2,
      }),
    );
    app.decorateRequest("viewer");
    app.addHook("onRequest", async (request) => {
      request.viewer = ANYBODY;
    });
    await app.register(
      discoveryRoutes({
        contactEmail: "",
        database: store.database,
        clock,
        secretKey: "k",
        siteUrl: TEST_SITE,
        readSite: async () => ({ name: "J", url: TEST_SITE, description: "" }),
        content: store.content,
        listPages: async () => [],
        sitemapSize: 2,
      }),
    );
    const files = texts(readXml((await app.inject(feedUrl.sitemapIndex())).body), "loc");
    expect(files).toHaveLength(4);
    const counts = await Promise.all(
      [1, 2, 3].map(
        async (part) => texts(readXml((await app.inject(feedUrl.sitemapArticles(part))).body), "loc").length,
      ),
    );
    expect(counts).toEqual([2, 2, 1]);
  });

  it("return 404 for a file that does not exist", async () => {
    const { app, store } = await openSite();
    await publish(store);
    for (const file of [
      "articles-0.xml",
      "articles-2.xml",
      "articles-x.xml",
      "articles-01.xml",
      "other.xml",
      "articles-1",
    ]) {
      const answer = await app.inject(`/sitemaps/${file}`);
      expect([answer.statusCode, typeof answer.json().detail], file).toEqual([404, "string"]);
    }
  });

  it("date an article by its last change, and return 304 until the next", async () => {
    const { app, store, clock } = await openSite();
    const id = await publish(store);
    const read = (headers = {}) => app.inject({ url: feedUrl.sitemapArticles(1), headers });
    const first = await read();
    expect(texts(readXml(first.body), "lastmod")).toEqual([new Date(clock.now() - HOUR).toISOString()]);
    const known = { "if-none-match": String(first.headers.etag) };
    expect((await read(known)).statusCode).toBe(304);
    clock.advance(HOUR);
    await updateArticle(store, operator, id, { title: "Changed" });
    const second = await read(known);
    expect(second.statusCode).toBe(200);
    expect(texts(readXml(second.body), "lastmod")).toEqual([new Date(clock.now()).toISOString()]);
  });

  it("list only the last 48 hours for news", async () => {
    const { app, store, clock } = await openSite();
    await publish(store, { title: "Too old", publishedAt: clock.now() - 48 * HOUR });
    await publish(store, { title: "Not yet", publishedAt: clock.now() + HOUR });
    const id = await publish(store, { title: ODD_TEXT, publishedAt: clock.now() - 47 * HOUR });
    const answer = await app.inject(feedUrl.newsSitemap());
    const map = readXml(answer.body);
    expect(texts(map, "loc")).toEqual([`${TEST_SITE}/article/${id}`]);
    expect(texts(map, "news:title")).toEqual([ODD_XML]);
    expect([texts(map, "news:name"), texts(map, "news:language")]).toEqual([["Jarida"], ["en"]]);
    expect(texts(map, "news:publication_date")).toEqual([new Date(clock.now() - 47 * HOUR).toISOString()]);
  });
});

describe("feeds", () => {
  it("contain the newest 20 in RSS, with full content and absolute addresses", async () => {
    const { app, store, clock } = await openSite();
    for (let count = 0; count < 21; count++) await publish(store, { publishedAt: clock.now() - 100 * HOUR });
    const content =
      '<p><a href="/article/1">one</a> <a href="#top">up</a> src="/x"</p><img src="/media/a.jpg" alt="" />';
    const id = await publish(store, { title: ODD_TEXT, excerpt: ODD_TEXT, tags: ["A & B"], content });
    const answer = await app.inject(feedUrl.rss());
    expect(answer.headers["content-type"]).toBe("application/rss+xml; charset=utf-8");
    const feed = readXml(answer.body);
    const items = all(feed, "item");
    const [item] = items;
    if (!item) throw new Error("no item");
    const url = `${TEST_SITE}/article/${id}`;
    expect(items).toHaveLength(20);
    expect(all(feed, "atom:link")[0]?.attributes).toMatchObject({ href: `${TEST_SITE}/rss.xml`, rel: "self" });
    expect(texts(item, "title")).toEqual([ODD_XML]);
    expect([texts(item, "link"), texts(item, "guid")]).toEqual([[url], [url]]);
    expect(texts(item, "pubDate")).toEqual(["Fri, 20 Nov 2026 11:00:00 GMT"]);
    expect(texts(item, "category")).toEqual(["Blockchain", "A & B"]);
    expect(texts(item, "dc:creator")).toHaveLength(1);
    expect(all(item, "media:content")[0]?.attributes.url).toBe(`${TEST_SITE}/media/a.jpg`);
    const [html = ""] = texts(item, "content:encoded");
    expect(html).toContain(`href="${TEST_SITE}/article/1"`);
    expect(html).toContain(`href="${url}#top"`);
    expect(html).toContain(`src="${TEST_SITE}/media/a.jpg"`);
    expect(html).toContain(' src="/x"</p>');
  });

  it("can be read by scripts of any site", async () => {
    const { app, store } = await openSite();
    await publish(store);
    for (const url of [feedUrl.rss(), feedUrl.json(), feedUrl.rss(pageUrl.category("blockchain"))]) {
      const { headers } = await app.inject({ url, headers: { origin: "https://reader.example" } });
      expect(headers["access-control-allow-origin"]).toBe("*");
    }
  });

  it("contain the same in JSON Feed 1.1", async () => {
    const { app, store, clock } = await openSite();
    const id = await publish(store, {
      title: ODD_TEXT,
      tags: ["A & B"],
      content: '<p>Text</p><img src="/media/a.jpg" alt="" />',
    });
    const answer = await app.inject(feedUrl.json());
    expect(answer.headers["content-type"]).toBe("application/feed+json; charset=utf-8");
    const url = `${TEST_SITE}/article/${id}`;
    expect(answer.json()).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      home_page_url: `${TEST_SITE}/`,
      feed_url: `${TEST_SITE}/feed.json`,
      items: [
        {
          id: url,
          url,
          title: ODD_TEXT,
          image: `${TEST_SITE}/media/a.jpg`,
          date_published: new Date(clock.now() - HOUR).toISOString(),
          tags: ["Blockchain", "A & B"],
        },
      ],
    });
  });

  it("exist for every category, and for nothing else", async () => {
    const { app, store } = await openSite();
    const id = await publish(store, { category: "東京 News" });
    await publish(store, { category: "Blockchain" });
    const url = `${TEST_SITE}/article/${id}`;
    const json = await app.inject(feedUrl.json(pageUrl.category("東京-news")));
    expect(json.json()).toMatchObject({ title: "東京 News - Jarida", items: [{ id: url }] });
    const rss = readXml((await app.inject(feedUrl.rss(pageUrl.category("東京-news")))).body);
    expect(texts(rss, "guid")).toEqual([url]);
    expect(all(rss, "atom:link")[0]?.attributes.href).toBe(TEST_SITE + feedUrl.rss(pageUrl.category("東京-news")));
    for (const path of [feedUrl.rss(pageUrl.category("none")), feedUrl.json(pageUrl.category("none"))]) {
      const unknown = await app.inject(path);
      expect([unknown.statusCode, unknown.json().code]).toEqual([404, "category_not_found"]);
    }
  });

  it("are well formed when there is nothing to list", async () => {
    const { app } = await openSite();
    for (const path of [feedUrl.rss(), feedUrl.newsSitemap(), feedUrl.sitemapIndex(), feedUrl.sitemapPages()])
      expect(readXml((await app.inject(path)).body).name, path).not.toBe("");
    expect((await app.inject(feedUrl.json())).json().items).toEqual([]);
  });

  it("return 304 to a client with the current tag, compressed or not", async () => {
    const { app, store, clock } = await openSite();
    await publish(store, { content: `<p>${"Long. ".repeat(1000)}</p>` });
    for (const path of [feedUrl.rss(), feedUrl.json()]) {
      for (const encoding of ["identity", "br"]) {
        const read = (headers: Record<string, string>) =>
          app.inject({ url: path, headers: { "accept-encoding": encoding, ...headers } });
        const first = await read({});
        expect(first.headers["content-encoding"] ?? "identity", path).toBe(encoding);
        expect(first.headers["cache-control"]).toMatch(/^public, max-age=\d+$/);
        const tag = String(first.headers.etag);
        expect((await read({ "if-none-match": tag })).statusCode, `${path} ${encoding}`).toBe(304);
        await publish(store, { publishedAt: clock.now() });
        expect((await read({ "if-none-match": tag })).statusCode).toBe(200);
        clock.advance(HOUR);
      }
    }
  });

  it("show that an article was removed, however they are requested", async () => {
    const { app, store, clock } = await openSite();
    await publish(store, { publishedAt: clock.now() - HOUR });
    const part = feedUrl.sitemapArticles(1);
    const paths = [feedUrl.rss(), feedUrl.json(), feedUrl.newsSitemap(), part];
    for (const path of paths) {
      const removed = await publish(store, { publishedAt: clock.now() - 2 * HOUR });
      const { headers } = await app.inject(path);
      expect((await app.inject({ url: path, headers: { "if-none-match": String(headers.etag) } })).statusCode).toBe(
        304,
      );
      // One article replaces another: neither the number of articles nor the newest date changes.
      await trashArticle(store, operator, removed);
      await publish(store, { publishedAt: clock.now() - 3 * HOUR });
      const conditions = {
        "if-none-match": String(headers.etag),
        "if-modified-since": new Date(clock.now()).toUTCString(),
      };
      for (const [name, value] of Object.entries(conditions)) {
        const again = await app.inject({ url: path, headers: { [name]: value } });
        expect([again.statusCode, new RegExp(`/article/${removed}["<]`).test(again.body)], `${path} ${name}`).toEqual([
          200,
          false,
        ]);
      }
    }
  });
});
