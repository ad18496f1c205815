import { expect, test } from "vitest";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

test("every response of every kind has nosniff and a policy", async () => {
  const database = await openSqliteForTest();
  const { app, store } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  const id = await publish(store);
  const { id: space } = (
    await app.inject({
      method: "POST",
      url: "/api/ads/",
      headers,
      payload: { name: "Space", type: "sidebar", location: "home", target_url: "https://advertiser.example/" },
    })
  ).json();
  const cases = [
    [200, "GET", "/"],
    [200, "HEAD", "/"],
    [200, "GET", `/article/${id}`],
    [200, "GET", "/admin"],
    [200, "GET", "/healthz"],
    [200, "GET", "/readyz"],
    [200, "GET", "/robots.txt"],
    [200, "GET", "/rss.xml"],
    [200, "GET", "/sitemap.xml"],
    [200, "GET", "/api/openapi.json"],
    [200, "GET", "/api/docs/"],
    [302, "GET", `/go/${space}`],
    [303, "GET", "/api/newsletter/one-click/?token=x"],
    [308, "GET", "/about/"],
    [308, "GET", "/api/docs"],
    [400, "GET", "/newsletter/confirm"],
    [400, "POST", "/contact"],
    [400, "GET", "/api/articles/search/"],
    [401, "GET", "/api/newsletter/subscribers/"],
    [404, "GET", "/nothing/here"],
    [404, "GET", "/%zz"],
    [404, "GET", "/api/%zz"],
    [404, "GET", `/api/categories/${"x".repeat(400)}/`],
    [404, "GET", "/api/nothing"],
    [404, "GET", "/assets/none.js"],
    [404, "GET", "/media/none/1.png"],
    [404, "GET", "/go/999"],
    [404, "GET", "/r/none"],
    [404, "GET", "/sitemaps/articles-9.xml"],
    [404, "GET", "/category/none/rss.xml"],
    [404, "GET", "/api/docs/none.js"],
    [405, "POST", "/"],
    [405, "OPTIONS", "/about"],
    [405, "DELETE", "/api/categories/"],
  ] as const;
  for (const [status, method, url] of cases) {
    const answer = await app.inject({ method, url });
    const name = `${method} ${url}`;
    expect(answer.statusCode, name).toBe(status);
    expect(answer.headers["x-content-type-options"], name).toBe("nosniff");
    expect(answer.headers["content-security-policy"], name).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(answer.headers["referrer-policy"], name).toBeTruthy();
    expect(answer.headers["strict-transport-security"], name).toBeTruthy();
  }
  const known = await app.inject("/rss.xml");
  const unchanged = await app.inject({ url: "/rss.xml", headers: { "if-none-match": String(known.headers.etag) } });
  expect([unchanged.statusCode, unchanged.headers["x-content-type-options"]]).toEqual([304, "nosniff"]);
});

test("a staging site asks search engines not to index anything, cached pages and files included", async () => {
  const { app } = await startTestApp(await openSqliteForTest(), { isStaging: true });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  for (const path of ["/", "/", "/api/categories/", "/rss.xml", "/admin", "/nothing/here", "/media/none/1.png"])
    expect((await fetch(origin + path)).headers.get("x-robots-tag"), path).toBe("noindex, nofollow");
  expect((await fetch(origin, { method: "PROPFIND" })).headers.get("x-robots-tag")).toBe("noindex, nofollow");
});

test("a published site may be indexed", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  for (const path of ["/", "/"]) expect((await fetch(origin + path)).headers.get("x-robots-tag"), path).toBeNull();
});
