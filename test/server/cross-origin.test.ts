import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { isOpen } from "#shared/endpoint.ts";
import { publish } from "#test/support/articles.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { startWithKeys } from "#test/support/keys.ts";

const APP = "https://app.example";
const OTHER = "https://other.example";
const preflight = (origin: string, method: string, headers = "") => ({
  origin,
  "access-control-request-method": method,
  ...(headers && { "access-control-request-headers": headers }),
});

describeOnSqlite("pages of other sites", (open) => {
  test("read what everyone can read, and nothing lets them send cookies or change anything", async () => {
    const { call, app, store } = await startWithKeys(open);
    const id = await publish(store);
    for (const [name, { endpoint }] of app.endpoints) {
      if (!isOpen(endpoint)) continue;
      const [method = "", path = ""] = name.split(" ");
      const { headers } = await call(method as "GET", `/api${path.replace(/:\w+/g, String(id))}`, { origin: OTHER });
      expect(headers["access-control-allow-origin"], name).toBe(method === "GET" ? "*" : undefined);
      expect(headers, name).not.toHaveProperty("access-control-allow-credentials");
    }
    const missing = await call("GET", "/api/nothing/", { origin: OTHER });
    expect(missing).toMatchObject({ status: 404, headers: { "access-control-allow-origin": "*" } });
    expect(missing.headers["access-control-expose-headers"]).toMatch(/\bETag\b.*\bRetry-After\b.*\bX-Total-Count\b/);
    const asked = await call("OPTIONS", "/api/articles/", preflight(OTHER, "GET", "if-none-match"));
    expect(asked).toMatchObject({ status: 204, headers: { "access-control-allow-origin": "*" } });
    for (const url of ["/api/articles/", "/api/accounts/oidc/session/", "/api/newsletter/subscribe/"]) {
      const { headers } = await call("OPTIONS", url, preflight(OTHER, "POST", "content-type, authorization"));
      expect(headers["access-control-allow-methods"], url).toBe("GET, HEAD");
      expect(String(headers["access-control-allow-headers"]), url).not.toMatch(/authorization/i);
      expect(headers, url).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  test("read it also from the cache and as not modified", async () => {
    const { app, store } = await startWithKeys(open);
    await publish(store);
    await app.listen({ port: 0, host: "127.0.0.1" });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/articles/latest/`;
    let etag = "";
    for (const status of [200, 200, 304, 304]) {
      const response = await fetch(url, {
        headers: { origin: OTHER, ...(status === 304 && { "if-none-match": etag }) },
      });
      expect(response.status).toBe(status);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-expose-headers")).toContain("ETag");
      etag = response.headers.get("etag") ?? "";
      await response.text();
    }
    const page = await fetch(new URL("/", url));
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
    await page.text();
  });

  test("use an API key only from an origin that it names", async () => {
    const { call, makeKey, chief, clock } = await startWithKeys(open);
    const scopes = ["read", "article.write"];
    const named = await makeKey({ scopes, origins: [APP], expires: new Date(clock.now() + 60_000).toISOString() });
    const unnamed = await makeKey({ scopes });
    const asked = await call("OPTIONS", "/api/articles/", preflight(APP, "POST", "authorization"));
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": APP,
      vary: expect.stringContaining("Origin"),
    });
    expect(asked.headers["access-control-allow-methods"]).toContain("POST");
    expect(asked.headers["access-control-allow-headers"]).toContain("Authorization");
    const article = { title: "From a page", category: "Tech" };
    const made = await call("POST", "/api/articles/", { ...named.headers, origin: APP }, article);
    expect(made).toMatchObject({ status: 201, headers: { "access-control-allow-origin": APP } });
    const list = await call("GET", "/api/articles/", { ...named.headers, origin: APP });
    expect(list.headers).toMatchObject({ "access-control-allow-origin": APP, vary: "Authorization, Origin" });
    for (const [key, origin] of [
      [named, OTHER],
      [named, "null"],
      [named, `${APP}.evil.example`],
      [unnamed, APP],
    ] as const) {
      const rejected = await call("POST", "/api/articles/", { ...key.headers, origin }, article);
      expect(rejected, origin).toMatchObject({ status: 403, body: { code: "origin_not_allowed" } });
      expect(rejected.headers).not.toHaveProperty("access-control-allow-origin");
    }
    // Programs send no origin; the documentation's own page sends this site's.
    expect((await call("POST", "/api/articles/", named.headers, article)).status).toBe(201);
    const own = await call("POST", "/api/articles/", { ...unnamed.headers, origin: "https://news.example" }, article);
    expect(own.status).toBe(201);
    const session = await call("GET", "/api/articles/", { ...chief.headers, origin: APP });
    expect(session.headers).not.toHaveProperty("access-control-allow-origin");
    clock.advance(60_000);
    const later = await call("OPTIONS", "/api/articles/", preflight(APP, "POST", "authorization"));
    expect(later.headers["access-control-allow-methods"]).toBe("GET, HEAD");
  });
});

test("a key has a limit of its own, and each response says what is left of it", async () => {
  const { call, makeKey, clock } = await startWithKeys(openSqliteForTest, { rateLimits: true });
  const [one, other] = [await makeKey(), await makeKey()];
  const url = "/api/articles/counts/";
  const first = await call("GET", url, one.headers);
  expect(first.headers).toMatchObject({ "ratelimit-policy": '"key";q=600;w=60' });
  expect(first.headers.ratelimit).toMatch(/^"key";r=599;t=\d+$/);
  for (let sent = 1; sent < 600; sent++) await call("GET", url, one.headers);
  const over = await call("GET", url, one.headers);
  expect(over).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(over.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/);
  expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
  expect((await call("GET", url, other.headers)).status).toBe(200);
  clock.advance(60_000);
  expect((await call("GET", url, one.headers)).headers.ratelimit).toMatch(/r=599/);
});
