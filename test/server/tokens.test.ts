import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { addAccount, setPassword } from "#features/identity/accounts/commands.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import { operator } from "#shared/actor.ts";
import { permissionsOf } from "#shared/permissions.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const refreshWith = (app: FastifyInstance, refresh: string) =>
  app.inject({ method: "POST", url: editorApiUrl.tokenRefresh(), payload: { refresh } });
const me = async (app: FastifyInstance, access: string) =>
  (await app.inject({ url: editorApiUrl.me(), headers: { authorization: `Bearer ${access}` } })).statusCode;

describeOnSqlite("tokens", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const { app } = await startTestApp(database, { clock });
    return { clock, database, app, ...(await startEditor(app, database)) };
  }

  test("an access token lives 15 minutes, a refresh token 14 days", async () => {
    const { clock, app, access, refresh } = await start();
    clock.advance(15 * MINUTE - SECOND);
    expect(await me(app, access)).toBe(200);
    clock.advance(SECOND);
    expect(await me(app, access)).toBe(401);
    clock.advance(14 * DAY - 15 * MINUTE - SECOND);
    const renewed = await refreshWith(app, refresh);
    expect(renewed.statusCode).toBe(200);
    expect(await me(app, renewed.json().access)).toBe(200);
    clock.advance(14 * DAY);
    expect((await refreshWith(app, renewed.json().refresh)).statusCode).toBe(401);
  });

  test("logging in accepts the email in any case, and is never cached", async () => {
    const { app } = await start();
    const response = await logIn(app, { ...EDITOR, email: ` ${EDITOR.email.toUpperCase()} ` });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  test("each kind of token is rejected where the other belongs", async () => {
    const { app, access, refresh } = await start();
    expect(await me(app, refresh)).toBe(401);
    expect((await refreshWith(app, access)).statusCode).toBe(401);
    const logout = await app.inject({ method: "POST", url: editorApiUrl.tokenLogout(), payload: { refresh: access } });
    expect(logout.statusCode).toBe(401);
    expect(await me(app, access)).toBe(200);
  });

  test("a used refresh token returns the same successor for ten seconds, each time", async () => {
    const { clock, app, refresh } = await start();
    const first = (await refreshWith(app, refresh)).json();
    expect(first.refresh).not.toBe(refresh);
    const second = (await refreshWith(app, first.refresh)).json();
    clock.advance(10 * SECOND);
    const retried = await refreshWith(app, refresh);
    expect(retried.statusCode).toBe(200);
    expect(retried.json().refresh).toBe(first.refresh);
    expect((await refreshWith(app, first.refresh)).json().refresh).toBe(second.refresh);
    expect((await refreshWith(app, second.refresh)).statusCode).toBe(200);
  });

  test("concurrent refreshes of one token return one successor", async () => {
    const { app, refresh } = await start();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refreshWith(app, refresh)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json().refresh)).size).toBe(1);
  });

  test("a token used again later ends its whole session, but no other", async () => {
    const { clock, app, refresh } = await start();
    const other = (await logIn(app)).json();
    const next = (await refreshWith(app, refresh)).json();
    clock.advance(10 * SECOND + 1);
    expect((await refreshWith(app, refresh)).statusCode).toBe(401);
    expect((await refreshWith(app, next.refresh)).statusCode).toBe(401);
    expect(await me(app, next.access)).toBe(401);
    expect(await me(app, other.access)).toBe(200);
    expect((await refreshWith(app, other.refresh)).statusCode).toBe(200);
  });

  test("logging out ends the session, its access tokens included, and may be repeated", async () => {
    const { app, refresh } = await start();
    const next = (await refreshWith(app, refresh)).json();
    for (let times = 0; times < 2; times += 1) {
      const response = await app.inject({ method: "POST", url: editorApiUrl.tokenLogout(), payload: { refresh } });
      expect(response.statusCode).toBe(204);
    }
    expect((await refreshWith(app, next.refresh)).statusCode).toBe(401);
    expect(await me(app, next.access)).toBe(401);
  });

  test("a changed password ends every session, and only the new one logs in", async () => {
    const { database, app, access, refresh } = await start();
    await setPassword(database, operator, EDITOR.email, "another long password");
    expect(await me(app, access)).toBe(401);
    expect((await refreshWith(app, refresh)).statusCode).toBe(401);
    expect((await logIn(app)).statusCode).toBe(401);
    expect((await logIn(app, { ...EDITOR, password: "another long password" })).statusCode).toBe(200);
  });

  test("a session begun by a login with the previous password is invalid", async () => {
    const { database, app, access, refresh } = await start();
    // As when the password changes between a login's check of the old one and the beginning of its session.
    await database.db.updateTable("account").set({ token_generation: 7 }).execute();
    expect(await me(app, access)).toBe(401);
    expect((await refreshWith(app, refresh)).statusCode).toBe(401);
  });

  test("a deleted account is logged out, and its address is free again", async () => {
    const { clock, database, app, access } = await start();
    await addAccount(database, clock, operator, { ...EDITOR, email: "another@news.example", name: "Another" });
    await removeAccount(database, operator, EDITOR.email);
    expect(await me(app, access)).toBe(401);
    expect((await logIn(app)).statusCode).toBe(401);
    await addAccount(database, clock, operator, EDITOR);
    expect(await me(app, access)).toBe(401);
    expect((await logIn(app)).statusCode).toBe(200);
  });

  test("the database contains no token and no password", async () => {
    const { database, app, refresh } = await start();
    const next = (await refreshWith(app, refresh)).json();
    const rows = JSON.stringify([
      await database.db.selectFrom("account").selectAll().execute(),
      await database.db.selectFrom("session").selectAll().execute(),
      await database.db.selectFrom("refresh_token").selectAll().execute(),
    ]);
    for (const secret of [refresh, next.refresh, next.access, EDITOR.password])
      expect(rows).not.toContain(secret.split(".").at(-1));
    expect(rows).toContain("$argon2id$");
  });
});

describeOnSqlite("the profile", (open) => {
  test("is read and changed by its owner, and shows at once beside the articles", async () => {
    const database = await open();
    const { app } = await startTestApp(database);
    const { headers } = await startEditor(app, database);
    const read = async () => (await app.inject({ url: editorApiUrl.me(), headers })).json();
    const own = {
      id: 1,
      name: EDITOR.name,
      email: EDITOR.email,
      role: "chief",
      permissions: permissionsOf("chief"),
      second_factor_due: false,
    };
    expect(await read()).toEqual({ ...own, image_url: "", bio: "", links: [] });
    const put = (payload: object) => app.inject({ method: "PUT", url: editorApiUrl.profile(), headers, payload });
    const version = database.contentVersion();
    const changed = await put({ bio: "Writes about chains.", imageUrl: "https://pictures.example/a.png" });
    const whole = { ...own, image_url: "https://pictures.example/a.png", bio: "Writes about chains.", links: [] };
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toEqual(whole);
    expect(database.contentVersion()).toBeGreaterThan(version);
    expect((await put({ imageUrl: "" })).json()).toEqual({ ...whole, image_url: "" });
    expect(await read()).toEqual({ ...whole, image_url: "" });
  });
});

test.each([
  ["no body", undefined],
  ["no password", { email: EDITOR.email }],
  ["a blank email", { email: " ", password: "x" }],
  ["an email that is none", { email: "editor", password: "x" }],
  ["an object for an email", { email: { $ne: "" }, password: "x" }],
  ["an empty password", { email: EDITOR.email, password: "" }],
  ["an endless password", { email: EDITOR.email, password: "x".repeat(1001) }],
  ["a NUL", { email: "a\u0000@b.example", password: "x" }],
])("returns 400 for %s", async (_case, payload) => {
  const { app } = await startTestApp(await openSqliteForTest());
  const response = await app.inject({ method: "POST", url: editorApiUrl.token(), ...(payload ? { payload } : {}) });
  expect(response.statusCode).toBe(400);
  expect(response.json().detail).toMatch(/^[A-Z].+\.$/);
});

test.each([undefined, null, "", 7, ["x"]])("returns 400 for %j as a refresh token", async (refresh) => {
  const { app } = await startTestApp(await openSqliteForTest());
  const payload = { refresh };
  expect((await app.inject({ method: "POST", url: editorApiUrl.tokenRefresh(), payload })).statusCode).toBe(400);
  expect((await app.inject({ method: "POST", url: editorApiUrl.tokenLogout(), payload })).statusCode).toBe(400);
});

test.each([
  ["a script for a picture", { imageUrl: "javascript:alert(1)" }],
  ["another host's path", { imageUrl: "//evil.example/x.png" }],
  ["data for a picture", { imageUrl: "data:image/png;base64,AAAA" }],
  ["an address without a host", { imageUrl: "https://" }],
  ["an endless bio", { bio: "x".repeat(2001) }],
  ["a number for a bio", { bio: 7 }],
])("the profile rejects %s", async (_case, payload) => {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  const response = await app.inject({ method: "PUT", url: editorApiUrl.profile(), headers, payload });
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json().errors)).toEqual(Object.keys(payload));
});
