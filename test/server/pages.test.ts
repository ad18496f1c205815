import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import type { LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { createSqliteDatabase, describeOnSqlite, openMigrated, openSqliteForTest } from "#test/support/engines.ts";
import { requestRaw } from "#test/support/raw-http.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const HOUR = 60 * 60 * 1000;

/** The main part of a page: what a reader reads, without the state block and the head. */
const mainOf = (response: LightMyRequestResponse) => /<main[\s\S]*<\/main>/.exec(response.body)?.[0] ?? "";

describeOnSqlite("reader pages", (open) => {
  test("have no number if they are the first of a list: one redirect keeps the rest of the query", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store);
    const at = async (url: string) => {
      const { statusCode, headers } = await app.inject(url);
      return [statusCode, headers.location];
    };
    for (const _round of ["made", "cached"]) {
      expect(await at("/category/blockchain")).toEqual([200, undefined]);
      expect(await at("/category/blockchain?page=1")).toEqual([301, "/category/blockchain"]);
      expect(await at("/search?query=plain&page=1")).toEqual([301, "/search?query=plain"]);
      expect(await at("/category/blockchain?page=2")).toEqual([404, undefined]);
      expect(await at("/about?page=1")).toEqual([200, undefined]);
    }
  });

  test("are complete from the server, and unknown ones are 404", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store, { title: "Complete & whole", content: "<p>Every word of it.</p>" });
    const article = await app.inject(`/article/${id}`);
    expect(article.statusCode).toBe(200);
    expect(mainOf(article)).toContain("Complete &amp; whole");
    expect(mainOf(article)).toContain("Every word of it.");
    expect(mainOf(await app.inject("/"))).toContain("Complete &amp; whole");
    expect(mainOf(await app.inject("/category/blockchain"))).toContain("Complete &amp; whole");

    for (const path of [
      "/nothing/here",
      "/article/999",
      "/article/12abc",
      "/article/0",
      "/category/none",
      "/%ZZ",
      "/wp-login.php",
    ]) {
      const missing = await app.inject(path);
      expect(missing.statusCode, path).toBe(404);
      expect(missing.headers["content-type"], path).toContain("text/html");
    }
  });

  test("show a change on the very next request, even if they were cached", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store, { title: "First words" });
    const paths = ["/", `/article/${id}`, "/category/blockchain"];
    for (const path of paths) expect(mainOf(await app.inject(path)), path).toContain("First words");
    await updateArticle(store, operator, id, { title: "Second words" });
    for (const path of paths) {
      const page = mainOf(await app.inject(path));
      expect(page, path).toContain("Second words");
      expect(page, path).not.toContain("First words");
    }
    await trashArticle(store, operator, id);
    for (const path of paths) expect(mainOf(await app.inject(path)), path).not.toContain("Second words");
    expect((await app.inject(`/article/${id}`)).statusCode).toBe(410);
  });

  test("list a deleted article and one that is a draft again nowhere", async () => {
    const { app, store } = await startTestApp(await open());
    const change = { category: "Blockchain", is_featured: true, is_editors_pick: true, tags: ["ledger"] };
    const deleted = await publish(store, { title: "Numbatnews deleted", ...change });
    const withdrawn = await publish(store, { title: "Numbatnews withdrawn", ...change });
    const places = [
      "/",
      "/category/blockchain",
      "/search?query=numbatnews",
      feedUrl.rss(),
      feedUrl.json(),
      feedUrl.rss("blockchain"),
      feedUrl.sitemapArticles(1),
      feedUrl.newsSitemap(),
      apiUrl.latest(),
      apiUrl.featured(),
      apiUrl.editorsPicks(),
      apiUrl.search("numbatnews"),
    ];
    const traces = async (path: string) => {
      const { body } = await app.inject(path);
      return ([deleted, withdrawn] as const).map((id) => new RegExp(`Numbatnews|/article/${id}<`).test(body));
    };
    for (const path of places) expect(await traces(path), path).toEqual([true, true]);
    await trashArticle(store, operator, deleted);
    await updateArticle(store, operator, withdrawn, { status: "draft" });
    for (const path of places) expect(await traces(path), path).toEqual([false, false]);
    expect((await app.inject(`/article/${withdrawn}`)).statusCode).toBe(404);
    for (const id of [deleted, withdrawn]) expect((await app.inject(apiUrl.article(id))).statusCode).toBe(404);
  });

  test("show a scheduled article from its time on, without any write", async () => {
    const clock = testClock();
    const { app, store } = await startTestApp(await open(), { clock });
    const id = await publish(store, { title: "Embargoed", publishedAt: clock.now() + HOUR });
    expect(mainOf(await app.inject("/"))).not.toContain("Embargoed");
    expect((await app.inject(`/article/${id}`)).statusCode).toBe(404);
    clock.advance(HOUR);
    expect(mainOf(await app.inject("/"))).toContain("Embargoed");
    expect((await app.inject(`/article/${id}`)).statusCode).toBe(200);
  });
});

test("show a change by another process on the next request, even if they were cached", async () => {
  const settings = await createSqliteDatabase();
  const { app, store } = await startTestApp(await openMigrated(settings));
  const other = { ...store, database: await openMigrated(settings) };
  const id = await publish(store, { title: "First words" });
  const paths = ["/", `/article/${id}`, "/category/blockchain"];
  for (const path of paths) expect(mainOf(await app.inject(path)), path).toContain("First words");
  await updateArticle(other, operator, id, { title: "Second words" });
  for (const path of paths) expect(mainOf(await app.inject(path)), path).toContain("Second words");
});

test("cached pages are still served when the database is down, and not replaced by empty ones", async () => {
  const database = await openSqliteForTest();
  const clock = testClock();
  const { app, store } = await startTestApp(database, { clock });
  await publish(store, { title: "Kept in memory" });
  await app.inject("/");
  await database.db.destroy();
  for (const wait of [0, HOUR, HOUR]) {
    clock.advance(wait);
    const page = await app.inject("/");
    expect(page.statusCode).toBe(200);
    expect(mainOf(page)).toContain("Kept in memory");
  }
  expect((await app.inject("/category/blockchain")).statusCode).toBe(503);
});

test("when the content version cannot be read, cached pages are served and others are 503 until it can", async () => {
  const database = await openSqliteForTest();
  const clock = testClock();
  let isAway = false;
  const contentVersion = () => {
    if (isAway) throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
    return database.contentVersion();
  };
  const { app, store } = await startTestApp({ ...database, contentVersion }, { clock });
  await publish(store, { title: "Kept in memory" });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const get = (path: string) => requestRaw(port, "GET", path, ["Accept-Encoding: gzip, deflate, br"]);
  expect((await get("/")).status).toBe(200);
  isAway = true;
  expect((await get("/")).status).toBe(200);
  clock.advance(HOUR);
  expect((await get("/")).status).toBe(200);
  expect((await get("/about")).status).toBe(503);
  expect((await get("/healthz")).status).toBe(200);
  isAway = false;
  expect((await get("/about")).status).toBe(200);
});

describeOnSqlite("page responses", (open) => {
  test("are compressed as the reader accepts, and have one tag for 304", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store);
    const plain = await app.inject({ url: "/", headers: { "accept-encoding": "identity" } });
    const gzip = await app.inject({ url: "/", headers: { "accept-encoding": "gzip" } });
    const brotli = await app.inject({ url: "/", headers: { "accept-encoding": "gzip, br" } });
    const refused = await app.inject({ url: "/", headers: { "accept-encoding": "br;q=0, gzip" } });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect([gzip, brotli, refused].map((answer) => answer.headers["content-encoding"])).toEqual(["gzip", "br", "gzip"]);
    expect(plain.headers.vary).toBe("accept-encoding");
    const tag = String(plain.headers.etag);
    for (const known of [tag, `"other", ${tag}`, tag.replace("W/", ""), "*"]) {
      const again = await app.inject({ url: "/", headers: { "if-none-match": known } });
      expect(again.statusCode, known).toBe(304);
      expect(again.body).toBe("");
    }
    expect((await app.inject({ url: "/", headers: { "if-none-match": '"other"' } })).statusCode).toBe(200);
    const missing = await app.inject("/nope");
    const missingAgain = await app.inject({ url: "/nope", headers: { "if-none-match": String(missing.headers.etag) } });
    expect(missingAgain.statusCode).toBe(404);
  });

  test("answer HEAD with the headers of GET and no body", async () => {
    const { app } = await startTestApp(await open());
    const head = await app.inject({ method: "HEAD", url: "/about" });
    expect(head.statusCode).toBe(200);
    expect(Number(head.headers["content-length"])).toBeGreaterThan(1000);
    expect(head.body).toBe("");
  });

  test("have a policy without inline or eval, and the other security headers", async () => {
    const { app } = await startTestApp(await open());
    for (const path of ["/", "/no/such/page", "/search?query=x"]) {
      const { headers } = await app.inject(path);
      const policy = String(headers["content-security-policy"]);
      expect(policy, path).toContain("script-src 'self';");
      expect(policy, path).toContain("require-trusted-types-for 'script'");
      expect(policy, path).not.toMatch(/unsafe|\*/);
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(headers, path).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin",
        "strict-transport-security": expect.stringContaining("max-age"),
      });
      expect(headers["permissions-policy"], path).toBeTruthy();
      expect(headers["set-cookie"], path).toBeUndefined();
    }
  });

  test("require https only if the site has it", async () => {
    const { app } = await startTestApp(await open(), { siteUrl: "http://localhost:3000" });
    expect((await app.inject("/")).headers["strict-transport-security"]).toBeUndefined();
  });

  test("have no inline script, and text cannot end the data block", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store, {
      title: "</script><script>alert(1)</script>",
      excerpt: "<!-- <script>",
      tags: ["</script>"],
    });
    for (const path of ["/", `/article/${id}`, "/search?query=%3C%2Fscript%3E%3Cscript%3Ealert(1)"]) {
      const { body } = await app.inject(path);
      const scripts = [...body.matchAll(/<script\b([^>]*)>/g)].map((match) => match[1] ?? "");
      for (const attributes of scripts) expect(attributes, path).toMatch(/ src="\/|type="application\/(ld\+)?json"/);
      expect(body, path).not.toContain("<script>alert");
    }
  });

  test("ask what to search for if the query is empty", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store, { title: "Something to read" });
    for (const url of ["/search", "/search?query=", "/search?query=%20%09", "/search?query=&page=9"]) {
      const page = await app.inject(url);
      const main = mainOf(page);
      expect(page.statusCode, url).toBe(200);
      expect(main, url).toMatch(/<h1[^>]*>Search<\/h1>/);
      expect(main, url).toContain("What would you like to read about?");
      expect(main, url).toContain('name="query"');
      expect(main, url).not.toMatch(/Search Results|Loading|Failed|No results/);
      expect(page.body, url).toContain(`rel="canonical" href="${TEST_SITE}/search"`);
      expect(page.body, url).toContain('content="noindex"');
    }
  });

  test("show nothing where lists are unavailable, and claim nothing untrue about them", async () => {
    const database = await open();
    const { app, store } = await startTestApp(database);
    await publish(store, { title: "Not to be found", is_featured: true, is_editors_pick: true });
    // Every list of articles names their authors; the rest of the page does not need them.
    await database.db.schema.alterTable("account").renameTo("account_away").execute();
    const page = await app.inject("/");
    const main = mainOf(page);
    expect([page.statusCode, page.headers["retry-after"]]).toEqual([503, "10"]);
    expect(main).toContain("Failed to load articles");
    for (const heading of ["Latest Articles", "Editor&#x27;s Picks", "Trending"]) expect(main).toContain(heading);
    expect(main).not.toMatch(/No featured|No picks|Nothing is trending|first articles are coming|No articles yet/);
    await database.db.schema.alterTable("account_away").renameTo("account").execute();
    expect(mainOf(await app.inject("/"))).toContain("Not to be found");
  });

  test("reject methods other than GET and HEAD with 405", async () => {
    const { app } = await startTestApp(await open());
    for (const request of [
      { method: "POST", url: "/" },
      { method: "PUT", url: "/article/1" },
      { method: "DELETE", url: "/rss.xml" },
    ] as const) {
      const refused = await app.inject(request);
      expect(refused.statusCode, request.url).toBe(405);
      expect(refused.headers.allow, request.url).toBe("GET, HEAD");
      expect(refused.json(), request.url).toEqual({ code: expect.any(String), detail: expect.any(String) });
    }
  });

  test("redirect an address with a trailing slash to the one without", async () => {
    const { app } = await startTestApp(await open());
    const response = await app.inject("/about/?from=mail");
    expect(response.statusCode).toBe(308);
    expect(response.headers.location).toBe("/about?from=mail");
  });

  test("are never cached if they are for one reader alone", async () => {
    const { app } = await startTestApp(await open());
    for (const url of ["/unsubscribe?token=of-one-reader", "/unsubscribe?a=b&token="]) {
      const page = await app.inject(url);
      expect([page.statusCode, page.headers["cache-control"]], url).toEqual([200, "private, no-store"]);
      // A known token makes no difference either.
      const again = await app.inject({ url, headers: { "if-none-match": "*" } });
      expect(again.statusCode, url).toBe(200);
    }
    expect((await app.inject("/unsubscribe")).headers["cache-control"]).toContain("public");
  });

  test("share one cache entry however their address is written", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store, { title: "One page" });
    const usual = await app.inject("/category/blockchain");
    for (const url of ["/category/%62lockchain", "/category/bl%6fckchain?utm_source=x"]) {
      const page = await app.inject(url);
      expect([page.statusCode, page.headers.etag], url).toEqual([200, usual.headers.etag]);
    }
  });

  test("contain the site's own origin, whatever host was requested", async () => {
    const { app } = await startTestApp(await open());
    const { body } = await app.inject({
      url: "/about",
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
    });
    expect(body).toContain(`<link data-head="" rel="canonical" href="${TEST_SITE}/about">`);
    expect(body).not.toContain("evil.example");
  });
});
