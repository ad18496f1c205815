import { expect, test } from "vitest";
import { z } from "zod";
import { ERROR_CODES } from "#shared/error-codes.ts";
import type { ErrorBody } from "#shared/schema.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

/** The calls that clients rely on, as the OpenAPI document names them. */
const CALLS = [
  "GET /api/categories/",
  "GET /api/categories/{slug}/",
  "GET /api/articles/",
  "GET /api/articles/editors-picks/",
  "GET /api/articles/trending/",
  "GET /api/articles/featured/",
  "GET /api/articles/latest/",
  "GET /api/articles/search/",
  "GET /api/articles/{id}/",
  "GET /api/articles/{id}/related/",
  "POST /api/articles/{id}/view/",
  "GET /api/ads/",
  "GET /api/market/ticker/",
  "POST /api/newsletter/subscribe/",
  "POST /api/newsletter/unsubscribe/",
  "POST /api/contact/",
  "GET /api/contact/",
  "POST /api/token/",
  "POST /api/token/refresh/",
  "POST /api/token/logout/",
  "GET /api/accounts/users/me/",
  "PUT /api/accounts/profile/",
  "POST /api/articles/",
  "PUT /api/articles/{id}/",
  "DELETE /api/articles/{id}/",
  "POST /api/categories/",
  "PUT /api/categories/{slug}/",
  "DELETE /api/categories/{slug}/",
  "POST /api/upload/",
  "POST /api/ads/",
  "GET /api/newsletter/subscribers/",
];

type Document = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };

async function openApiDocument(): Promise<Document> {
  const { app } = await startTestApp(await openSqliteForTest());
  return (await app.inject("/api/openapi.json")).json();
}

test("the OpenAPI document lists every call", async () => {
  const document = await openApiDocument();
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\/?$/, "/")}`),
  );
  for (const call of CALLS) expect(calls).toContain(call);
});

test("a response omits fields that its schema does not declare", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  const schema = { response: { 200: z.object({ name: z.string() }) } };
  app.get("/api/undeclared", { schema }, async () => ({ name: "Amina", password_hash: "argon2" }));
  expect((await app.inject("/api/undeclared")).json()).toEqual({ name: "Amina" });
});

test("the page to try the API has a policy that allows nothing from elsewhere", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  expect((await app.inject("/api/docs")).headers.location).toBe("/api/docs/");
  const page = await app.inject("/api/docs/");
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-type"]).toContain("text/html");
  expect(String(page.headers["content-security-policy"])).toContain("script-src 'self'");
  const scripts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  for (const address of scripts) expect(address).not.toMatch(/^(https?:)?\/\//);
});

describeOnSqlite("the API", (open) => {
  test("an invalid id is 404, whichever call it is for", async () => {
    const database = await open();
    const { app } = await startTestApp(database);
    const { headers } = await startEditor(app, database);
    const { paths } = (await app.inject("/api/openapi.json")).json<Document>();
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      path.includes("{id}") ? Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })) : [],
    );
    for (const { path, method } of calls)
      for (const odd of ["0", "1.5", "1abc", "2147483648"]) {
        const state = path.includes("notes") ? "open" : path.includes("wire") ? "new" : "read";
        const anyBody = {
          state,
          email: "reader@news.example", // Enough for any body: it is the id that is rejected.
          note: "A name",
          text: "Words",
          rotate: 90,
          by: 1,
          is_active: true,
          symbol: "BTC",
          position: "top",
          person: 1,
          answer: "approve",
          series: 1,
          words: ["bitcoin"],
          effect: "mute",
        };
        const payload = path.includes("presence") ? { field: "title", block: null } : anyBody;
        const send = (body: object) =>
          app.inject({
            method: method as "GET",
            url: `${path.replace("{id}", odd)}?key=x`,
            headers,
            ...(["POST", "PUT", "PATCH"].includes(method) && { payload: body }),
          });
        const first = await send(payload);
        const { detail, errors } = first.json();
        const known = Object.entries(payload).filter(([name]) => !(name in Object(errors)));
        const answer = detail.startsWith("Unknown field") ? await send(Object.fromEntries(known)) : first;
        expect([answer.statusCode, answer.json().detail], `${method} ${path} ${odd}`).toEqual([
          404,
          expect.any(String),
        ]);
      }
  });

  test("responds alike with and without a trailing slash", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store);
    for (const path of [
      "categories",
      "articles/latest",
      `articles/${id}`,
      "articles/search",
      "ads",
      "market/ticker",
      "categories/blockchain",
    ]) {
      const query = path.endsWith("search") ? "?query=plain" : "";
      const bare = await app.inject(`/api/${path}${query}`);
      const slashed = await app.inject(`/api/${path}/${query}`);
      expect(bare.statusCode, path).toBe(200);
      expect(slashed.body, path).toBe(bare.body);
    }
  });

  test("answers every mistake with one sentence as JSON, and no internals", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store);
    const json = { "content-type": "application/json" };
    const mistakes = [
      { status: 404, request: { url: "/api/nothing/here/" } },
      { status: 404, request: { url: "/api/" } },
      { status: 404, request: { url: "/api/categories/%E0%A4%A/" } },
      { status: 400, request: { url: "/api/articles/search/" } },
      { status: 400, request: { url: "/api/articles/search/?query=%20%20" } },
      { status: 400, request: { url: "/api/articles/search/?query=%00" } },
      { status: 400, request: { url: "/api/articles/?tag=a%00b" } },
      { status: 400, request: { url: `/api/articles/search/?query=${"x".repeat(1001)}` } },
      { status: 400, request: { method: "POST", url: "/api/newsletter/subscribe/", headers: json, payload: "{" } },
      { status: 400, request: { method: "POST", url: "/api/newsletter/subscribe/", headers: json, payload: "" } },
      { status: 400, request: { method: "POST", url: "/api/newsletter/subscribe/", headers: json, payload: "[]" } },
      {
        status: 400,
        request: { method: "POST", url: "/api/newsletter/subscribe/", headers: json, payload: '{"email":{"$ne":1}}' },
      },
      {
        status: 400,
        request: {
          method: "POST",
          url: "/api/newsletter/subscribe/",
          headers: json,
          payload: '{"__proto__":{"email":"a@b.example"}}',
        },
      },
      {
        status: 415,
        request: {
          method: "POST",
          url: "/api/newsletter/subscribe/",
          headers: { "content-type": "text/xml" },
          payload: "<a/>",
        },
      },
      {
        status: 413,
        request: {
          method: "POST",
          url: "/api/contact/",
          headers: json,
          payload: `{"message":"${"x".repeat(1_100_000)}"}`,
        },
      },
    ] as const;
    for (const { status, request } of mistakes) {
      const response = await app.inject({ method: "GET", ...request });
      const name = `${request.url} ${"payload" in request ? request.payload.slice(0, 40) : ""}`;
      expect(response.statusCode, name).toBe(status);
      expect(response.headers["content-type"], name).toContain("application/json");
      const { code, detail } = response.json<ErrorBody>();
      expect(ERROR_CODES[code].status, name).toBe(status);
      expect(detail, name).toMatch(/^[A-Z].+\.$/);
      expect(response.body, name).not.toMatch(/\bat .*\.(ts|js):|node_modules|sqlite|SELECT|zod/i);
    }
  });

  test("says in plain words what is wrong with a repeated parameter, and treats an empty JSON body as none", async () => {
    const { app, store } = await startTestApp(await open());
    const id = await publish(store);
    const repeated = await app.inject("/api/articles/?limit=1&limit=2");
    expect(repeated.statusCode).toBe(400);
    expect(repeated.json().detail).toBe("The value of limit is not valid.");
    const headers = { "content-type": "application/json" };
    expect((await app.inject({ method: "POST", url: `/api/articles/${id}/view/`, headers })).statusCode).toBe(204);
  });

  test("accepts any text for a search", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store);
    const texts = [
      '"',
      "'",
      "a OR b",
      "NEAR(a b)",
      "title:x",
      "*",
      "a*",
      "-a",
      "()",
      "%",
      "_",
      "\\",
      "🦊",
      "שלום",
      "a & b | !c",
      ":*",
      "<->",
      "';drop table article;--",
      "ﬁ",
      "a".repeat(1000),
      "\u202e",
    ];
    for (const text of texts) {
      const response = await app.inject(`/api/articles/search/?query=${encodeURIComponent(text)}`);
      expect([200, 400], text.slice(0, 20)).toContain(response.statusCode);
      if (response.statusCode === 200) expect(response.headers["x-total-count"], text.slice(0, 20)).toMatch(/^\d+$/);
    }
  });

  test("compresses long responses and marks all as inert", async () => {
    const { app, store } = await startTestApp(await open());
    for (let number = 0; number < 5; number += 1)
      await publish(store, { title: `Number ${number}`, excerpt: "x".repeat(300) });
    const response = await app.inject({ url: "/api/articles/latest/", headers: { "accept-encoding": "br" } });
    expect(response.headers["content-encoding"]).toBe("br");
    expect(response.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "cache-control": "public, max-age=0, s-maxage=10",
    });
  });
});

test("limits on request counts return 429 with Retry-After, per client address", async () => {
  const { app } = await startTestApp(await openSqliteForTest(), { rateLimits: true, trustProxy: 1 });
  let count = 0;
  const post = (address: string) =>
    app.inject({
      method: "POST",
      url: "/api/newsletter/subscribe/",
      // The client's own entry comes first; the proxy right before us appends what it sees, some with the port.
      headers: { "x-forwarded-for": `203.0.113.${++count}, ${address}:${40_000 + count}` },
      payload: { email: `reader${count}@example.com` },
    });
  for (let number = 0; number < 20; number += 1) expect((await post("198.51.100.1")).statusCode).toBe(200);
  const refused = await post("198.51.100.1");
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.json()).toEqual({ code: "too_many_requests", detail: expect.any(String), error: expect.any(String) });
  expect((await post("198.51.100.2")).statusCode).toBe(200);
});

test("uncached reads are limited per client, searches sooner; cached pages and prices are not", async () => {
  const { app, store } = await startTestApp(await openSqliteForTest(), { rateLimits: true });
  await publish(store);
  const browser = { "accept-encoding": "gzip, deflate, br" };
  const get = (url: string, remoteAddress = "192.0.2.1") => app.inject({ url, remoteAddress, headers: browser });
  const statusesOf = async (count: number, url: string) => {
    const answers = await Promise.all(Array.from({ length: count }, () => get(url)));
    return new Set(answers.map(({ statusCode }) => statusCode));
  };
  const search = "/api/articles/search/?query=plain";
  expect(await statusesOf(240, search)).toEqual(new Set([200]));
  const refused = await get(search);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.json()).toEqual({ code: "too_many_requests", detail: expect.any(String) });
  expect((await get("/search?query=other")).statusCode, "the page searches too").toBe(429);
  expect((await get(search, "192.0.2.2")).statusCode).toBe(200);
  expect((await get("/api/articles/latest/")).statusCode, "other reads go on").toBe(200);

  // A page makes several calls in this process, which belong to no client.
  expect((await get("/")).statusCode).toBe(200);
  expect(await statusesOf(1_200 - 243 - 1, "/api/articles/latest/")).toEqual(new Set([200]));
  for (const url of [
    "/api/articles/latest/",
    "/api/categories/",
    "/rss.xml",
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/api/openapi.json",
    "/api/docs/",
    `/media/${"a".repeat(24)}/160.webp`,
    "/go/1",
    "/r/none",
    "/about",
    "/category/%ED%A0%80",
  ])
    expect((await get(url)).statusCode, url).toBe(429);
  expect((await get("/about")).body).toContain("Too many requests. Please try again later.");
  for (const url of ["/", "/api/market/ticker/", "/healthz"]) expect((await get(url)).statusCode, url).toBe(200);
  expect((await get("/about", "192.0.2.3")).statusCode).toBe(200);
  const view = { method: "POST", url: "/api/articles/1/view/", remoteAddress: "192.0.2.1" } as const;
  expect((await app.inject(view)).statusCode).toBe(429);
});

test("reads are not limited if the operator has lifted the limits", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  const answers = await Promise.all(Array.from({ length: 1_300 }, () => app.inject("/api/articles/latest/")));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test("a forged client address changes nothing if no proxy is trusted", async () => {
  const { app } = await startTestApp(await openSqliteForTest(), { rateLimits: true });
  const statuses: number[] = [];
  for (let number = 0; number < 21; number += 1) {
    const response = await app.inject({
      method: "POST",
      url: "/api/newsletter/subscribe/",
      headers: { "x-forwarded-for": `198.51.100.${number}` },
      payload: { email: `reader${number}@example.com` },
    });
    statuses.push(response.statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
});

test("forms work without JavaScript and return a page", async () => {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const post = (url: string, payload: string) =>
    app.inject({ method: "POST", url, headers: { "content-type": "application/x-www-form-urlencoded" }, payload });
  const subscribed = await post("/newsletter/subscribe", "email=reader%40example.com");
  expect(subscribed.statusCode).toBe(200);
  expect(subscribed.body).toContain("<h1");
  const refused = await post("/newsletter/subscribe", "email=%3Cscript%3E");
  expect(refused.statusCode).toBe(400);
  expect(refused.headers["content-type"]).toContain("text/html");
  expect(refused.body).not.toContain("<script>");
  const message = "firstName=A&lastName=B&email=a%40b.example&subject=S&message=M";
  expect((await post("/contact", message)).statusCode).toBe(200);
  expect(await database.db.selectFrom("contact_message").select("message").execute()).toEqual([{ message: "M" }]);
  await post("/newsletter/unsubscribe", "email=reader%40example.com");
  expect(await database.db.selectFrom("subscriber").select("status").execute()).toEqual([{ status: "unsubscribed" }]);
});

test("a form sent too often without JavaScript comes back with what was typed", async () => {
  const { app } = await startTestApp(await openSqliteForTest(), { rateLimits: true });
  const typed = {
    firstName: "Otieno",
    lastName: "Ouma",
    email: "",
    subject: 'A "question"',
    message: "Word for word.",
  };
  const send = () =>
    app.inject({
      method: "POST",
      url: "/contact",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(typed).toString(),
    });
  for (let number = 0; number < 20; number += 1) expect((await send()).statusCode).toBe(400);
  const refused = await send();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.body).toContain("Too many requests. Please try again later.");
  for (const text of ["Otieno", "Ouma", "A &quot;question&quot;", "Word for word."])
    expect(refused.body).toContain(text);
});
