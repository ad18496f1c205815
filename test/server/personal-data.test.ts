import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkChain } from "#features/audit/chain.ts";
import type { AuditEntry } from "#features/audit/endpoints.ts";
import { readRevision } from "#features/documents/history/queries.ts";
import { decodeSnapshot } from "#features/documents/history/serialize.ts";
import type { AccountExport } from "#features/personal-data/endpoints.ts";
import { ACCOUNT_COLUMNS, leaveRows, rowsNaming } from "#test/support/account-columns.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { logIn } from "#test/support/editor.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { isAccountColumn } from "../../scripts/table-owners.mjs";

const MARK = "njoroge-at-the-provider";
const OTHERS = { title: "By another", category: "Bitcoin", status: "published", authors: ["Somebody Else"] };

async function idOfColleague({ call, colleague }: Awaited<ReturnType<typeof startDesk>>): Promise<number> {
  const users = (await call({ method: "GET", url: "/api/accounts/users/" })).body as { id: number; email: string }[];
  return users.find(({ email }) => email === colleague.email)?.id ?? 0;
}

/** A desk where the colleague has left traces everywhere: alone, as a co-author, in the trash, in notes and in mails. */
async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { call, callAsColleague, colleague } = desk;
  const id = await idOfColleague(desk);
  const article = (title: string, authors: string[]) =>
    callAsColleague("POST", apiUrl.articles(), { title, category: "Bitcoin", status: "published", authors });
  const alone = (await article("Alone", [colleague.name])).body.id as number;
  const shared = (await article("Shared", ["Somebody Else", colleague.name])).body.id as number;
  const trashed = (await article("Thrown away", [colleague.name])).body.id as number;
  // By another, once by this person too: versions, a working copy, and the versions of what it was before.
  const left = (await call({ method: "POST", url: apiUrl.articles(), payload: OTHERS })).body.id as number;
  for (const authors of [["Somebody Else", colleague.name], ["Somebody Else"]])
    await call({ method: "PUT", url: apiUrl.article(left), payload: { authors } });
  await call({ method: "PUT", url: editorApiUrl.draft(left), payload: { authors: [colleague.name], title: "Anew" } });
  await callAsColleague("POST", editorApiUrl.bulk(), { ids: [trashed], change: { trash: true } });
  await callAsColleague("POST", editorApiUrl.issues(), { subject: "The week" });
  await callAsColleague("POST", editorApiUrl.notes(alone), { quote: "", text: "Is this so?" });
  await callAsColleague("PUT", editorApiUrl.profile(), {
    bio: "Born in Nakuru.",
    links: [{ label: "Mine", url: "https://own.example/" }],
  });
  await desk.app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: colleague.email } });
  await call({ method: "PUT", url: apiUrl.article(alone), payload: { excerpt: "Shorter." } });
  await call({ method: "PUT", url: editorApiUrl.asked(shared), payload: { person: id } });
  const users = (await call({ method: "GET", url: "/api/accounts/users/" })).body as { id: number }[];
  await callAsColleague("PUT", editorApiUrl.asked(alone), { person: users.find((user) => user.id !== id)?.id });
  await callAsColleague("PUT", editorApiUrl.notificationSettings(), { kinds: { noted: { by_mail: true } } });
  const remove = (query: string) => call({ method: "DELETE", url: `/api/accounts/users/${id}/${query}` });
  await callAsColleague("PUT", apiUrl.article(left), { excerpt: "Told anew." });
  const [note] = (await call({ method: "GET", url: editorApiUrl.notes(alone) })).body as { id: number }[];
  await callAsColleague("POST", editorApiUrl.noteReplies(alone, note?.id ?? 0), { text: "It is." });
  await leaveRows(desk.database, { id, article: alone, mark: MARK });
  return { ...desk, id, alone, shared, trashed, left, remove };
}

const isEmpty = (part: object | null | undefined) => !part || Object.keys(part).length === 0;

describeOnEngines("personal data", (open) => {
  test("of somebody who works here is given out in one call", async () => {
    const { call, id, alone, shared, trashed, colleague } = await start(open);
    const { status, body, headers } = await call({ method: "GET", url: editorApiUrl.exportUser(id) });
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toContain(`person-${id}.json`);
    const data = body as AccountExport;
    expect(data.account).toMatchObject({ id, email: colleague.email, name: colleague.name, bio: "Born in Nakuru." });
    expect(data.account.links).toEqual([{ label: "Mine", url: "https://own.example/" }]);
    expect(data.sessions.length).toBeGreaterThan(0);
    expect(data.articles.map((one) => one.id)).toEqual([alone, shared]);
    expect(data.trash).toMatchObject([{ id: trashed, title: "Thrown away" }]);
    expect(data.sign_on).toEqual([{ issuer: "https://id.example", subject: MARK }]);
    expect(data.pictures).toMatchObject([{ name: "Own.jpg", alt: "A street" }]);
    expect(data.revisions.length).toBeGreaterThan(0);
    expect(data.notes).toMatchObject([{ article: alone, text: "Is this so?" }]);
    expect(data.review_requests).toMatchObject([
      { article: shared, is_asked: true },
      { article: alone, is_asked: false },
    ]);
    expect(data.notifications).toMatchObject([
      { article: alone, kind: "changed", read: null },
      { article: shared, kind: "asked", read: null },
    ]);
    expect(data.notification_settings.noted).toEqual({ in_product: true, by_mail: true });
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

    // Whoever was asked still is, by nobody any more.
    expect(await database.db.selectFrom("review_request").select(["document_id", "asked_by"]).execute()).toEqual([
      { document_id: alone, asked_by: null },
    ]);
    for (const table of ["notification", "notification_setting", "notification_digest"] as const)
      expect(await database.db.selectFrom(table).selectAll().where("account_id", "=", id).execute()).toEqual([]);
    // What others were told is told of nobody by name.
    const told = (await call({ method: "GET", url: editorApiUrl.notifications() })).body as { actor: string }[];
    expect(new Set(told.map(({ actor }) => actor))).toEqual(new Set(["Former author"]));
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
        .filter((name) => !/^(kysely_migration|additive_migration|article_search|search_term)/.test(name))
        .map((name) =>
          database.db
            .selectFrom(name as "account")
            .selectAll()
            .execute(),
        ),
    );
    // Texts of versions are compressed.
    const heads = await database.db.selectFrom("revision").selectAll().execute();
    const versions = await Promise.all(
      heads.map(({ document_type: type, document_id: id, n }) => readRevision(database.db, { type, id }, n)),
    );
    expect(versions.map((version) => version?.snapshot.co_authors)).toContainEqual([{ id }]);
    const states = await database.db.selectFrom("working_copy_state").select("body").execute();
    const everything = JSON.stringify([rows, versions, states.map(({ body }) => decodeSnapshot(body))]);
    for (const trace of [colleague.email, "Nakuru", colleague.name, MARK]) expect(everything).not.toContain(trace);
  });

  test("is erased at every address that the account had or asked for, with the files of its mails", async () => {
    const desk = await startDesk(open);
    const { app, call, colleague, database, mail, mailFiles } = desk;
    const id = await idOfColleague(desk);
    const [second, third, asked] = ["baraka@two.example", "baraka@three.example", "baraka@asked.example"];
    const others = "other@news.example";
    const subscribe = (email: string) => app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email } });
    for (const email of [second, asked, others]) await subscribe(email);
    let account = colleague;
    const ask = async (email: string) => {
      const { access } = (await logIn(app, account)).json<{ access: string }>();
      const payload = { email, password: account.password };
      const headers = { authorization: `Bearer ${access}` };
      expect((await app.inject({ method: "PUT", url: editorApiUrl.email(), headers, payload })).statusCode).toBe(200);
      await mail.mailer.drain();
    };
    for (const email of [second, third]) {
      await ask(email);
      for (const { text = "" } of (await readMailFiles(mailFiles())).slice(-2)) {
        const [, token] = /confirm-email\?token=([\w-]{43})/.exec(text) ?? [];
        await app.inject({ method: "POST", url: editorApiUrl.confirmEmail(), payload: { token } });
      }
      account = { ...account, email };
    }
    await ask(asked);
    await app.inject({ method: "POST", url: editorApiUrl.forgotPassword(), payload: { email: third } });

    const data = (await call({ method: "GET", url: editorApiUrl.exportUser(id) })).body as AccountExport;
    const addresses = [colleague.email, second, third, asked];
    expect(new Set(data.mails.map(({ email }) => email))).toEqual(new Set(addresses));
    expect((await call({ method: "DELETE", url: `/api/accounts/users/${id}/?erase=true` })).status).toBe(204);

    const { db } = database;
    const tables = ["mail", "mail_body", "mail_bounce", "email_change", "audit_entry"] as const;
    const rows = await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute()));
    const files = mailFiles().map((file) => readFileSync(file, "utf8"));
    const left = JSON.stringify([rows, files]);
    for (const email of [colleague.email, second, third]) expect(left).not.toContain(email);
    const subscribers = await db.selectFrom("subscriber").select("email").orderBy("email").execute();
    expect(
      subscribers.map(({ email }) => email),
      "who owns an address that was only asked for is not known",
    ).toEqual([asked, others]);
    expect(await db.selectFrom("mail").select("id").where("kind", "=", "email-change").execute()).toEqual([]);
  });

  test("is in every column that names an account: each is exported and erased as decided, or is named with a reason", async () => {
    const { call, database, id, remove } = await start(open);
    const tables = await database.db.introspection.getTables();
    const all = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
    expect(all.filter(isAccountColumn).sort()).toEqual(ACCOUNT_COLUMNS.map(({ column }) => column).sort());
    const data = (await call({ method: "GET", url: editorApiUrl.exportUser(id) })).body as AccountExport;
    const before = new Map<string, number>();
    for (const { column, exported } of ACCOUNT_COLUMNS) {
      before.set(column, await rowsNaming(database.db, column, id));
      expect.soft(before.get(column), `rows in ${column}`).toBeGreaterThan(0);
      if (exported === null) continue;
      expect.soft(isEmpty(data[exported as keyof AccountExport]), `${exported} of ${column}`).toBe(false);
    }
    expect(data.second_factors).toMatchObject({ totp: true, passkeys: [{}], recovery: 1 });
    expect((await remove("?erase=true")).status).toBe(204);
    for (const { column, erased } of ACCOUNT_COLUMNS)
      expect.soft(await rowsNaming(database.db, column, id), column).toBe(erased === "gone" ? 0 : before.get(column));
  });

  test("of the only chief stays, and only who may erase does", async () => {
    const desk = await startDesk(open);
    const { app, call, colleague } = desk;
    const id = await idOfColleague(desk);
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
