import { createHmac, randomBytes } from "node:crypto";
import fastify from "fastify";
import { expect, test } from "vitest";
import { setPassword } from "#features/accounts/commands.ts";
import { guardRoutes } from "#features/accounts/policy.ts";
import { deriveKey } from "#platform/keys.ts";
import { signedTokens } from "#platform/signed-tokens.ts";
import { operator } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp, TEST_SECRET, TEST_SITE } from "#test/support/test-app.ts";

/**
 * The calls that need no token. Whatever else the OpenAPI document holds must refuse
 * every bad credential: a new call that is forgotten here, or left open by mistake, fails.
 */
const PUBLIC = new Set([
  "GET /api/categories",
  "GET /api/categories/{slug}",
  "GET /api/articles",
  "GET /api/articles/editors-picks",
  "GET /api/articles/trending",
  "GET /api/articles/featured",
  "GET /api/articles/latest",
  "GET /api/articles/search",
  "GET /api/articles/{id}",
  "GET /api/articles/{id}/page",
  "GET /api/articles/{id}/related",
  "POST /api/articles/{id}/view",
  "GET /api/ads",
  "POST /api/ads/{id}/view",
  "GET /api/market/ticker",
  "GET /api/publication",
  "POST /api/newsletter/subscribe",
  "POST /api/newsletter/unsubscribe",
  "POST /api/newsletter/one-click",
  "GET /api/newsletter/one-click",
  "GET /api/newsletter/issues/{id}/frame",
  "POST /api/contact",
  "POST /api/token",
  "POST /api/token/refresh",
  "POST /api/token/logout",
]);

/** Open to readers; with a credential that does not hold they are refused all the same. */
const EITHER = [
  "GET /api/articles",
  "GET /api/articles/{id}",
  "GET /api/ads",
  "GET /api/categories",
  "GET /api/categories/{slug}",
];

type Document = { paths: Record<string, Record<string, { security?: object[] }>> };

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const sign = (head: object, claims: object, key: Buffer, hash = "sha256") => {
  const body = `${base64(head)}.${base64(claims)}`;
  return `${body}.${createHmac(hash, key).update(body).digest("base64url")}`;
};

/** A server with an editor, and one bad credential of each kind. */
async function start() {
  const clock = testClock();
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database, { clock });
  const logInAs = async (email: string) => {
    const account = { ...EDITOR, email };
    return { email, ...(await startEditor(app, database, account)) };
  };

  const old = await logInAs("old@news.example");
  clock.advance(15 * 60_000);
  const [removed, changed, good] = [
    await logInAs("removed@news.example"),
    await logInAs("changed@news.example"),
    await logInAs("good@news.example"),
  ];
  await database.db.deleteFrom("account").where("email", "=", removed.email).execute();
  await setPassword(database, operator, changed.email, "another long password");
  const ended = (await logIn(app, { ...EDITOR, email: good.email })).json();
  await app.inject({ method: "POST", url: "/api/token/logout/", payload: { refresh: ended.refresh } });

  const [head = "", body = "", signature = ""] = good.access.split(".");
  const header = JSON.parse(Buffer.from(head, "base64url").toString());
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const key = deriveKey(TEST_SECRET, "access token");
  const bearer = (token: string) => `Bearer ${token}`;
  const bad: Record<string, string | undefined> = {
    none: undefined,
    empty: "",
    garbage: "Bearer garbage",
    "no token": "Bearer ",
    "another scheme": `Basic ${Buffer.from(`${EDITOR.email}:${EDITOR.password}`).toString("base64")}`,
    "no scheme": good.access,
    expired: bearer(old.access),
    "refresh as access": bearer(good.refresh),
    "no signature": bearer(`${head}.${body}.`),
    "algorithm none": bearer(`${base64({ ...header, alg: "none" })}.${body}.`),
    "another algorithm": bearer(sign({ ...header, alg: "HS512" }, claims, key, "sha512")),
    "another key": bearer(sign(header, claims, randomBytes(32))),
    "the bare secret as key": bearer(sign(header, claims, Buffer.from(TEST_SECRET))),
    "another account, tampered": bearer(`${head}.${base64({ ...claims, sub: "1" })}.${signature}`),
    "another issuer": bearer(sign(header, { ...claims, iss: "https://evil.example" }, key)),
    "another audience": bearer(sign(header, { ...claims, aud: `${TEST_SITE}/refresh` }, key)),
    "another type": bearer(sign({ ...header, typ: "JWT" }, claims, key)),
    "without expiry": bearer(sign(header, { ...claims, exp: undefined }, key)),
    "an unknown session": bearer(sign(header, { ...claims, sid: "unknown" }, key)),
    "another's session": bearer(sign(header, { ...claims, sub: String(Number(claims.sub) + 1) }, key)),
    "a deleted account": bearer(removed.access),
    "a changed password": bearer(changed.access),
    "a session logged out": bearer(ended.access),
  };
  // The proof that the forged ones above fail for their one fault, and not for how they are made.
  const forgedWell = bearer(sign(header, claims, key));
  return { app, bad, good: bearer(good.access), forgedWell };
}

async function callsOf(app: Awaited<ReturnType<typeof start>>["app"]) {
  const document = (await app.inject("/api/openapi.json")).json<Document>();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path.replace(/\/$/, "")}`,
      method: method.toUpperCase() as "GET",
      url: path.replace(/\{\w+\}/g, "1"),
      security,
    })),
  );
}

test("every changing or private call refuses every bad credential", async () => {
  const { app, bad, good, forgedWell } = await start();
  const calls = (await callsOf(app)).filter(({ name }) => !PUBLIC.has(name) || EITHER.includes(name));
  expect(calls.length).toBeGreaterThan(EITHER.length);
  for (const { name, method, url } of calls) {
    for (const [kind, authorization] of Object.entries(bad)) {
      if (authorization === undefined && EITHER.includes(name)) continue;
      const response = await app.inject({ method, url, headers: authorization === undefined ? {} : { authorization } });
      expect(response.statusCode, `${name} with ${kind}`).toBe(401);
      expect(response.headers["www-authenticate"], `${name} with ${kind}`).toBe("Bearer");
      expect(response.json(), `${name} with ${kind}`).toMatchObject({ detail: expect.stringMatching(/log in/) });
    }
  }
  for (const authorization of [good, forgedWell]) {
    for (const { name, method, url } of calls.filter(({ method }) => method === "GET")) {
      const response = await app.inject({ method, url, headers: { authorization } });
      expect(response.statusCode, name).not.toBe(401);
      expect(response.headers["cache-control"], name).toMatch(/private|no-store/);
    }
  }
});

test("the public calls look at no credential, and the document says which calls need one", async () => {
  const { app, bad } = await start();
  for (const { name, method, url, security } of await callsOf(app)) {
    const isOpen = PUBLIC.has(name) && !EITHER.includes(name);
    const expected = isOpen ? [] : EITHER.includes(name) ? [{}, { bearer: [] }] : [{ bearer: [] }];
    expect(security, name).toEqual(expected);
    if (!isOpen || name.includes("/token/")) continue;
    const response = await app.inject({ method, url, headers: { authorization: String(bad.expired) } });
    expect(response.statusCode, name).not.toBe(401);
  }
});

test("the document names every call that changes something", async () => {
  const { app } = await start();
  const names = (await callsOf(app)).map(({ name }) => name);
  // A category's id stands in the same place as its slug, and can bear one name only.
  const wanted = [
    "POST /api/token",
    "POST /api/token/refresh",
    "POST /api/token/logout",
    "POST /api/categories",
    "PUT /api/categories/{slug}",
    "DELETE /api/categories/{slug}",
    "POST /api/articles",
    "PUT /api/articles/{id}",
    "DELETE /api/articles/{id}",
    "POST /api/upload",
    "GET /api/accounts/users/me",
    "PUT /api/accounts/profile",
    "POST /api/ads",
    "PUT /api/ads/{id}",
    "DELETE /api/ads/{id}",
    "GET /api/contact",
    "PUT /api/contact/{id}",
    "DELETE /api/contact/{id}",
    "POST /api/newsletter/subscribers",
    "DELETE /api/newsletter/subscribers/{id}",
    "POST /api/newsletter/subscribers/import",
    "POST /api/newsletter/people/export",
    "POST /api/newsletter/people/erase",
    "GET /api/newsletter/issues",
    "POST /api/newsletter/issues",
    "PUT /api/newsletter/issues/{id}",
    "DELETE /api/newsletter/issues/{id}",
    "GET /api/newsletter/issues/{id}/preview",
    "POST /api/newsletter/issues/{id}/test",
    "POST /api/newsletter/issues/{id}/send",
    "POST /api/newsletter/issues/{id}/pause",
    "POST /api/newsletter/issues/{id}/resume",
    "GET /api/newsletter/issues/{id}/recipients",
    "PUT /api/newsletter/digest",
    "GET /api/outbox",
    "POST /api/outbox/{id}/send-again",
    "GET /api/newsletter/subscribers",
  ];
  expect(names).toEqual(expect.arrayContaining(wanted));
});

test("HEAD asks for the same credential as GET", async () => {
  const { app } = await start();
  expect((await app.inject({ method: "HEAD", url: "/api/accounts/users/me/" })).statusCode).toBe(401);
});

test("a route that does not say who may call it cannot be registered", async () => {
  const app = fastify();
  const clock = testClock();
  const accessTokens = signedTokens("access", { secretKey: TEST_SECRET, issuer: TEST_SITE, clock });
  guardRoutes(app, { database: await openSqliteForTest(), clock, accessTokens });
  expect(() => app.get("/forgotten", () => "secret")).toThrow(/GET \/forgotten does not say who may call it/);
  await app.close();
});
