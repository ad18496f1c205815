import { createHmac, randomBytes } from "node:crypto";
import fastify from "fastify";
import { expect, test } from "vitest";
import { setPassword } from "#features/identity/accounts/commands.ts";
import { guardRoutes } from "#features/identity/accounts/policy.ts";
import { partsOfName } from "#platform/endpoints.ts";
import { deriveKey, signedTokens } from "#platform/keys.ts";
import { operator } from "#shared/actor.ts";
import { isOpen } from "#shared/endpoint.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, type OpenTestDatabase, openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp, TEST_SECRET, TEST_SITE } from "#test/support/test-app.ts";

/**
 * The public calls in alphabetical order: whoever opens a call to readers must say so here too. Everything else in
 * this file follows from the tables of endpoints.
 */
const OPEN = [
  "GET /accounts/oidc/callback",
  "GET /accounts/oidc/logout",
  "GET /accounts/oidc/start",
  "GET /ads",
  "GET /articles",
  "GET /articles/:id",
  "GET /articles/:id/changes",
  "GET /articles/:id/changes/:n",
  "GET /articles/:id/related",
  "GET /articles/editors-picks",
  "GET /articles/featured",
  "GET /articles/latest",
  "GET /articles/search",
  "GET /articles/trending",
  "GET /authors",
  "GET /authors/:slug",
  "GET /authors/:slug/articles",
  "GET /categories",
  "GET /categories/:slug",
  "GET /categories/:slug/section",
  "GET /changes",
  "GET /corrections",
  "GET /fronts/by-place/:kind",
  "GET /fronts/by-place/:kind/:slug",
  "GET /home/sections",
  "GET /market/ticker",
  "GET /newsletter/issues/:id/frame",
  "GET /newsletter/one-click",
  "GET /pages",
  "GET /pages/:id",
  "GET /pages/by-address/:slug",
  "GET /pages/search",
  "GET /publication",
  "GET /record/:day",
  "GET /series",
  "GET /series/:slug",
  "GET /series/:slug/articles",
  "GET /settings/addresses",
  "GET /settings/ads",
  "GET /settings/appearance",
  "GET /settings/crawlers",
  "GET /settings/menus",
  "GET /settings/newsletter",
  "GET /settings/retention",
  "GET /settings/site",
  "GET /topics",
  "GET /topics/:slug",
  "GET /topics/:slug/articles",
  "POST /accounts/email/confirm",
  "POST /accounts/invitations/accept",
  "POST /accounts/oidc/session",
  "POST /accounts/password/forgot",
  "POST /accounts/password/reset",
  "POST /ads/:id/view",
  "POST /articles/:id/view",
  "POST /contact",
  "POST /exports/downloads",
  "POST /newsletter/one-click",
  "POST /newsletter/subscribe",
  "POST /newsletter/unsubscribe",
  "POST /setup",
  "POST /setup/check",
  "POST /system/downloads",
  "POST /token",
  "POST /token/logout",
  "POST /token/passkey",
  "POST /token/refresh",
  "POST /token/second-factor",
];

test("each public endpoint that is not a read has a limit for each client", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  const open = [...app.endpoints].filter(([name, { endpoint }]) => isOpen(endpoint) && !name.startsWith("GET "));
  expect(open.length).toBeGreaterThan(10);
  const limited = open.filter(([, { endpoint }]) => endpoint.rateLimit || (endpoint.cost ?? "nothing") !== "nothing");
  expect(limited.map(([name]) => name)).toEqual(open.map(([name]) => name));
});

const SECURITY = { public: [], either: [{}, { bearer: [] }], permission: [{ bearer: [] }] };

type Document = { paths: Record<string, Record<string, { security?: object[] }>> };

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const sign = (head: object, claims: object, key: Buffer, hash = "sha256") => {
  const body = `${base64(head)}.${base64(claims)}`;
  return `${body}.${createHmac(hash, key).update(body).digest("base64url")}`;
};

/** A server with an editor, and one bad credential of each kind. */
async function start(open: OpenTestDatabase = openSqliteForTest) {
  const clock = testClock();
  const database = await open();
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
  // Proves that the forged ones above fail for their one fault, and not for how they are made.
  const forgedWell = bearer(sign(header, claims, key));
  return { app, database, bad, good: bearer(good.access), forgedWell };
}

/** Every endpoint as a call; ids and slugs are 1, which does not exist. */
function callsOf({ endpoints }: Awaited<ReturnType<typeof start>>["app"]) {
  return [...endpoints].map(([name, { endpoint }]) => {
    const { method, path } = partsOfName(name);
    return { name, method: method as "GET", path, url: `/api${path.replace(/:\w+/g, "1")}`, access: endpoint.access };
  });
}

/** Endpoints that are tested with every bad credential; the others with none and with a few, in turn. */
const THOROUGHLY = ["GET /accounts/users/me", "GET /articles", "PUT /articles/:id"];
const IN_TURN = 3;

describeOnSqlite("access", (open) => {
  test("every call that writes or is private rejects every bad credential", async () => {
    const { app, bad, good, forgedWell } = await start(open);
    const calls = callsOf(app).filter(({ access }) => access !== "public");
    expect(calls.length).toBeGreaterThan(1);
    const kinds = Object.entries(bad);
    for (const [number, { name, method, url, access }] of calls.entries()) {
      const isInTurn = (at: number) => Math.floor(at / IN_TURN) === number % Math.ceil(kinds.length / IN_TURN);
      const tried = kinds.filter(([kind], at) => kind === "none" || THOROUGHLY.includes(name) || isInTurn(at));
      for (const [kind, authorization] of tried) {
        if (authorization === undefined && access === "either") continue;
        const response = await app.inject({
          method,
          url,
          headers: authorization === undefined ? {} : { authorization },
        });
        expect(response.statusCode, `${name} with ${kind}`).toBe(401);
        expect(response.headers["www-authenticate"], `${name} with ${kind}`).toBe("Bearer");
        expect(response.json(), `${name} with ${kind}`).toMatchObject({
          code: expect.stringMatching(/^(not_logged_in|session_ended)$/),
        });
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
});

test("public calls ignore credentials", async () => {
  const { app, bad } = await start();
  for (const { name, method, url, path } of callsOf(app).filter(({ access }) => access === "public")) {
    if (path.startsWith("/token")) continue;
    const response = await app.inject({ method, url, headers: { authorization: String(bad.expired) } });
    expect(response.statusCode, name).not.toBe(401);
  }
});

test("no call is public unless it is on the list", async () => {
  const { app } = await start();
  const open = callsOf(app).filter(({ access }) => isOpen({ access }));
  expect(open.map(({ name }) => name).sort()).toEqual(OPEN);
});

test("the document names every endpoint and no other call, and says which need a credential", async () => {
  const { app } = await start();
  const { paths } = (await app.inject("/api/openapi.json")).json<Document>();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path.replace(/^\/api|\/$/g, "").replace(/\{(\w+)\}/g, ":$1")}`,
      security,
    })),
  );
  const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);
  const declared = callsOf(app).map(({ name, access }) => ({
    name: String(name),
    security: SECURITY[access === "public" || access === "either" ? access : "permission"],
  }));
  expect(described.sort(byName)).toEqual(declared.sort(byName));
});

test("HEAD requires the same credential as GET", async () => {
  const { app } = await start();
  expect((await app.inject({ method: "HEAD", url: "/api/accounts/users/me/" })).statusCode).toBe(401);
});

test("a route without an entry in a table of endpoints cannot be registered", async () => {
  const app = fastify();
  const clock = testClock();
  const accessTokens = signedTokens("access", { secretKey: TEST_SECRET, issuer: TEST_SITE, clock });
  guardRoutes(app, { database: await openSqliteForTest(), clock, accessTokens, checkKey: () => Promise.reject() });
  expect(() => app.get("/forgotten", () => "secret")).toThrow(/GET \/forgotten/);
  await app.close();
});
