import { expect, test } from "vitest";
import { createArticle } from "#features/articles/commands.ts";
import type { User } from "#features/identity/people/endpoints.ts";
import type { Role } from "#shared/actor.ts";
import { operator } from "#shared/actor.ts";
import { permissionsOf } from "#shared/permissions.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { articleDraft } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const WRITER = { ...EDITOR, email: "writer@news.example", name: "Wanjiru Kamau", role: "writer" as Role };

async function start(open: OpenTestDatabase) {
  const clock = testClock();
  const database = await open();
  const { app, store } = await startTestApp(database, { clock });
  const chief = await startEditor(app, database);
  const writer = await startEditor(app, database, WRITER);
  const call = async (method: "GET" | "PATCH" | "DELETE", path: string, payload?: object, headers = chief.headers) => {
    const response = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.body && response.json(), headers: response.headers };
  };
  const users = async () => (await call("GET", "/accounts/users/")).body as User[];
  const idOf = async (email: string) => (await users()).find((user) => user.email === email)?.id ?? 0;
  return { app, store, clock, database, chief, writer, call, users, idOf };
}

describeOnSqlite("people", (open) => {
  test("are listed by name with what they may do, and each learns it of itself", async () => {
    const { app, call, writer, clock } = await start(open);
    const { status, body, headers } = await call("GET", "/accounts/users/?limit=1&offset=1");
    expect([status, headers["x-total-count"]]).toEqual([200, "2"]);
    const { email, name } = WRITER;
    const created = new Date(clock.now()).toISOString();
    const about = { image_url: "", role: "writer", is_active: true, created, last_sign_in: created };
    expect(body).toEqual([{ id: 2, email, name, ...about }]);
    const me = await app.inject({ url: editorApiUrl.me(), headers: writer.headers });
    expect(me.json()).toMatchObject({ id: 2, email, role: "writer", permissions: permissionsOf("writer") });
  });

  test("a new role counts at once, without logging in again", async () => {
    const { app, call, writer, idOf } = await start(open);
    const id = await idOf(WRITER.email);
    const messages = async () => (await app.inject({ url: "/api/contact/", headers: writer.headers })).statusCode;
    expect(await messages()).toBe(403);
    expect((await call("PATCH", `/accounts/users/${id}/`, { role: "editor" })).body).toMatchObject({
      id,
      role: "editor",
    });
    expect(await messages()).toBe(200);
    for (const payload of [{}, { role: "king" }, { is_active: "no" }, { role: null }])
      expect((await call("PATCH", `/accounts/users/${id}/`, payload)).status, JSON.stringify(payload)).toBe(400);
    expect((await call("PATCH", "/accounts/users/99/", { role: "chief" })).status).toBe(404);
  });

  test("a suspended account is logged out and told nothing, and what it had does not come back", async () => {
    const { app, call, writer, idOf } = await start(open);
    const id = await idOf(WRITER.email);
    expect((await call("PATCH", `/accounts/users/${id}/`, { is_active: false })).body).toMatchObject({
      is_active: false,
    });
    const me = () => app.inject({ url: editorApiUrl.me(), headers: writer.headers });
    expect((await me()).statusCode).toBe(401);
    const [right, wrong] = [await logIn(app, WRITER), await logIn(app, { ...WRITER, password: "a wrong password" })];
    expect([right.statusCode, right.body]).toEqual([401, wrong.body]);
    await call("PATCH", `/accounts/users/${id}/`, { is_active: true });
    expect((await me()).statusCode).toBe(401);
    const refreshed = {
      method: "POST" as const,
      url: editorApiUrl.tokenRefresh(),
      payload: { refresh: writer.refresh },
    };
    expect((await app.inject(refreshed)).statusCode).toBe(401);
    expect((await logIn(app, WRITER)).statusCode).toBe(200);
  });

  test("whoever is removed cannot log in, and stays the author of what readers see", async () => {
    const { app, call, store, clock, users, idOf } = await start(open);
    const id = await idOf(WRITER.email);
    const article = await createArticle(store, operator, articleDraft(clock.now(), { authorId: id }));
    expect((await call("DELETE", `/accounts/users/${id}/`)).status).toBe(204);
    expect((await users()).map(({ email }) => email)).toEqual([EDITOR.email]);
    expect((await logIn(app, WRITER)).statusCode).toBe(401);
    expect((await app.inject(apiUrl.article(article))).json().author.name).toBe(WRITER.name);
    expect((await call("DELETE", `/accounts/users/${id}/`)).status).toBe(404);
  });

  test("the only active chief stays one, also when two take the role from each other at once", async () => {
    const { call, idOf, app, database } = await start(open);
    const [first, second] = [await idOf(EDITOR.email), await idOf(WRITER.email)];
    for (const refused of [
      call("PATCH", `/accounts/users/${first}/`, { role: "editor" }),
      call("PATCH", `/accounts/users/${first}/`, { is_active: false }),
      call("DELETE", `/accounts/users/${first}/`),
    ])
      expect(await refused).toMatchObject({
        status: 409,
        body: { code: "last_chief" },
      });
    await call("PATCH", `/accounts/users/${second}/`, { role: "chief" });
    const other = await startEditor(app, database, { ...EDITOR, email: "third@news.example" });
    await call("DELETE", `/accounts/users/${await idOf("third@news.example")}/`);
    expect((await call("GET", "/accounts/users/", undefined, other.headers)).status).toBe(401);
    const { access } = (await logIn(app, WRITER)).json();
    const answers = await Promise.all([
      call("PATCH", `/accounts/users/${second}/`, { role: "writer" }),
      call("PATCH", `/accounts/users/${first}/`, { role: "writer" }, { authorization: `Bearer ${access}` }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const chiefs = await database.db.selectFrom("account").select("id").where("role", "=", "chief").execute();
    expect(chiefs).toHaveLength(1);
  });
});
