import { expect, test } from "vitest";
import { checkChain } from "#features/audit/queries.ts";
import type { AuditEntry } from "#features/audit/schema.ts";
import type { AccountExport } from "#features/personal-data/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { logIn } from "#test/support/editor.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

/** A desk where the colleague has left traces everywhere: alone, as a co-author, in the trash, in notes and in mails. */
async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { call, callAsColleague, colleague } = desk;
  const users = (await call({ method: "GET", url: "/api/accounts/users/" })).body as { id: number; email: string }[];
  const id = users.find(({ email }) => email === colleague.email)?.id ?? 0;
  const article = (title: string, authors: string[]) =>
    callAsColleague("POST", apiUrl.articles(), { title, category: "Bitcoin", status: "published", authors });
  const alone = (await article("Alone", [colleague.name])).body.id as number;
  const shared = (await article("Shared", ["Somebody Else", colleague.name])).body.id as number;
  const trashed = (await article("Thrown away", [colleague.name])).body.id as number;
  await call({ method: "DELETE", url: apiUrl.article(trashed) });
  await callAsColleague("POST", editorApiUrl.notes(alone), { quote: "", text: "Is this so?" });
  await callAsColleague("PUT", editorApiUrl.profile(), {
    bio: "Born in Nakuru.",
    links: [{ label: "Mine", url: "https://own.example/" }],
  });
  await desk.app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: colleague.email } });
  const remove = (query: string) => call({ method: "DELETE", url: `/api/accounts/users/${id}/${query}` });
  return { ...desk, id, alone, shared, trashed, remove };
}

describeOnEngines("personal data", (open) => {
  test("of somebody who works here is given out in one call", async () => {
    const { call, id, alone, shared, colleague } = await start(open);
    const { status, body, headers } = await call({ method: "GET", url: editorApiUrl.exportUser(id) });
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toContain(`person-${id}.json`);
    const data = body as AccountExport;
    expect(data.account).toMatchObject({ id, email: colleague.email, name: colleague.name, bio: "Born in Nakuru." });
    expect(data.account.links).toEqual([{ label: "Mine", url: "https://own.example/" }]);
    expect(data.sessions.length).toBeGreaterThan(0);
    expect(data.articles.map((one) => one.id)).toEqual([alone, shared]);
    expect(data.notes).toMatchObject([{ article: alone, text: "Is this so?" }]);
    expect(data.reader).toMatchObject({ subscriber: { email: colleague.email } });
    expect(data.audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["account.add", "session.start", "article.create", "account.profile"]),
    );
    expect(JSON.stringify(data)).not.toMatch(/password_hash|argon2|token/);
    const [newest] = (await call({ method: "GET", url: editorApiUrl.audit() })).body as AuditEntry[];
    expect(newest).toMatchObject({ action: "account.export", subject: { id: String(id) } });
    expect((await call({ method: "GET", url: editorApiUrl.exportUser(9_999) })).status).toBe(404);
  });

  test("is erased in one call: nothing has the name any more, articles stay, and the log is whole", async () => {
    const { app, call, database, id, alone, shared, trashed, colleague, remove, asReader, reindexAuthors, sealAudit } =
      await start(open);
    await sealAudit();
    expect((await remove("?erase=perhaps")).status).toBe(400);
    expect((await remove("?erase=true")).status).toBe(204);
    await reindexAuthors();

    expect((await asReader(alone)).author.name).toBe("Former author");
    expect((await asReader(shared)).byline).toBe("Somebody Else and Former author");
    expect((await call({ method: "POST", url: editorApiUrl.restore(trashed) })).body.author.name).toBe("Former author");
    const found = async (query: string) => (await app.inject(apiUrl.search(query))).json<{ id: number }[]>().length;
    expect(await found("Njoroge")).toBe(0);
    expect(await found("Former author")).toBeGreaterThan(0);
    expect((await logIn(app, colleague)).statusCode).toBe(401);
    expect((await remove("?erase=true")).status).toBe(204);
    expect((await call({ method: "DELETE", url: "/api/accounts/users/9999/?erase=true" })).status).toBe(404);

    const entries = (await call({ method: "GET", url: editorApiUrl.audit() })).body as AuditEntry[];
    const own = entries.filter(({ actor }) => actor.id === id);
    expect(own.length).toBeGreaterThan(3);
    expect(own.every(({ actor, network }) => actor.name === "" && network === "")).toBe(true);
    expect(own.find(({ action }) => action === "article.publish")).toMatchObject({ subject: { title: "Thrown away" } });
    const { fault, erased } = await checkChain(database.db);
    expect(fault).toBeUndefined();
    expect(erased).toBeGreaterThan(3);

    const tables = await database.db.introspection.getTables();
    const rows = await Promise.all(
      tables
        .map(({ name }) => name)
        .filter((name) => !/^(kysely_migration|article_search|search_term)/.test(name))
        .map((name) =>
          database.db
            .selectFrom(name as "account")
            .selectAll()
            .execute(),
        ),
    );
    const everything = JSON.stringify(rows);
    for (const trace of [colleague.email, "Nakuru", colleague.name]) expect(everything).not.toContain(trace);
  });

  test("of the only chief stays, and only who may erase does", async () => {
    const { app, call, id, colleague } = await start(open);
    const users = (await call({ method: "GET", url: "/api/accounts/users/" })).body as { id: number }[];
    const own = users.find((user) => user.id !== id)?.id ?? 0;
    await call({ method: "PATCH", url: `/api/accounts/users/${id}/`, payload: { role: "editor" } });
    expect((await call({ method: "DELETE", url: `/api/accounts/users/${own}/?erase=true` })).status).toBe(409);
    const { access } = (await logIn(app, colleague)).json();
    const headers = { authorization: `Bearer ${access}` };
    const url = `/api/accounts/users/${own}/?erase=true`;
    expect((await app.inject({ method: "DELETE", url, headers })).statusCode).toBe(403);
    expect((await app.inject({ url: editorApiUrl.exportUser(id), headers })).statusCode).toBe(403);
  });
});
