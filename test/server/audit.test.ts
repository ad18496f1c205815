import { expect, test } from "vitest";
import { checkChain } from "#features/audit/chain.ts";
import { recordRepeated } from "#features/audit/commands.ts";
import type { AuditEntry } from "#features/audit/endpoints.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { EDITOR, logIn } from "#test/support/editor.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const DAY = 24 * 60 * 60_000;

/** A desk that reads the log; entries of before are left out. */
async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const read = async (filter: Parameters<typeof editorApiUrl.audit>[0] = {}) => {
    const { status, body, headers } = await desk.call({ method: "GET", url: editorApiUrl.audit(filter) });
    expect(status).toBe(200);
    return { entries: body as AuditEntry[], total: Number(headers["x-total-count"]) };
  };
  const [newest] = (await read()).entries;
  const since = async () => (await read()).entries.filter(({ n }) => n > (newest?.n ?? 0)).toReversed();
  return { ...desk, read, since };
}

const short = ({ action, subject }: AuditEntry) => `${action} ${subject.kind} ${subject.title}`;

describeOnEngines("the audit log", (open) => {
  test("tells who did what with articles, from where, and what changed", async () => {
    const { call, since, callAsColleague } = await start(open);
    const payload = { title: "Halving", content: "<p>First.</p>", category: "Bitcoin", status: "draft" };
    const { body: made } = await call({ method: "POST", url: apiUrl.articles(), payload });
    const url = apiUrl.article(made.id);
    await callAsColleague("PUT", url, { title: "The halving", content: `<p>${"Long. ".repeat(100)}</p>` });
    await call({ method: "POST", url: editorApiUrl.publish(made.id) });
    await call({ method: "POST", url: editorApiUrl.unpublish(made.id) });
    await call({ method: "DELETE", url });
    await call({ method: "POST", url: editorApiUrl.restore(made.id) });
    await call({ method: "POST", url: editorApiUrl.bulk(), payload: { ids: [made.id], change: { trash: true } } });
    await call({ method: "DELETE", url: editorApiUrl.trashed(made.id) });

    const entries = (await since()).filter(({ subject }) => subject.kind === "article");
    expect(entries.map(short)).toEqual([
      "article.create article Halving",
      "article.update article The halving",
      "article.publish article The halving",
      "article.unpublish article The halving",
      "article.trash article The halving",
      "article.restore article The halving",
      "article.trash article The halving",
      "article.purge article ",
    ]);
    const [, updated] = entries;
    expect(updated).toMatchObject({
      actor: { kind: "account", name: "Baraka Njoroge" },
      network: "127.0.0.0/24",
      subject: { id: String(made.id) },
      times: 1,
    });
    expect(updated?.changes).toEqual({
      title: { from: "Halving", to: "The halving" },
      content: { from: "<p>First.</p>", to: { characters: 607, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
  });

  test("tells of settings from old to new, of categories, ads, issues and people", async () => {
    const { call, since, app } = await start(open);
    await call({ method: "PUT", url: editorApiUrl.newsroom(), payload: { time_zone: "Africa/Nairobi" } });
    await call({ method: "PUT", url: editorApiUrl.newsroom(), payload: { time_zone: "Africa/Nairobi" } });
    const category = (await call({ method: "POST", url: apiUrl.categories(), payload: { name: "Mining" } })).body;
    await call({ method: "PUT", url: `${apiUrl.categories()}${category.id}/`, payload: { name: "Miners" } });
    const ad = (await call({ method: "POST", url: apiUrl.ads(), payload: { name: "Top", location: "homepage" } })).body;
    await call({ method: "PUT", url: editorApiUrl.ad(ad.id), payload: { active: false } });
    await call({ method: "DELETE", url: editorApiUrl.ad(ad.id) });
    const issue = (
      await call({ method: "POST", url: editorApiUrl.issues(), payload: { subject: "Weekly", introduction: "Hello." } })
    ).body;
    await call({ method: "POST", url: editorApiUrl.issueAction(issue.id, "send"), payload: {} });
    const person = { email: "reader@example.com" };
    await call({ method: "POST", url: editorApiUrl.subscribers(), payload: person });
    await call({ method: "POST", url: editorApiUrl.exportPerson(), payload: person });
    await call({ method: "POST", url: editorApiUrl.erasePerson(), payload: person });
    await call({ method: "PUT", url: editorApiUrl.profile(), payload: { bio: "Writes about chains." } });

    const entries = await since();
    expect(entries.map(short)).toEqual([
      "settings.change settings ",
      "category.create category Mining",
      "category.update category Miners",
      "ad.create ad Top",
      "ad.update ad Top",
      "ad.delete ad Top",
      "issue.create issue Weekly",
      "issue.send issue Weekly",
      "subscriber.add subscriber ",
      "person.export reader ",
      "person.erase reader ",
      "account.profile account Amina Otieno",
    ]);
    expect(entries[0]).toMatchObject({
      subject: { id: "newsroom" },
      changes: { time_zone: { from: "UTC", to: "Africa/Nairobi" } },
    });
    expect(JSON.stringify(entries)).not.toContain(person.email);
    expect((await app.inject(editorApiUrl.audit())).statusCode).toBe(401);
  });

  test("tells of sign-ins, failures and passwords, without a word of a secret", async () => {
    const { app, database, call } = await start(open);
    const wrong = { email: EDITOR.email, password: "a secret that nobody should read" };
    for (let guess = 0; guess < 3; guess += 1) await logIn(app, wrong, "203.0.113.7");
    await logIn(app, { email: "typed-a-password-here@example.com", password: "x" }, "2001:db8:1:2::3");
    const { refresh } = (await logIn(app)).json();
    await app.inject({ method: "POST", url: editorApiUrl.tokenLogout(), payload: { refresh } });
    await app.inject({ method: "POST", url: editorApiUrl.tokenLogout(), payload: { refresh } });
    const change = { current: EDITOR.password, password: "another secret to keep" };
    await call({ method: "PUT", url: editorApiUrl.password(), payload: { ...change, current: "not this one" } });
    await call({ method: "PUT", url: editorApiUrl.password(), payload: change });

    const newest = (await logIn(app, { ...EDITOR, password: change.password })).json();
    const headers = { authorization: `Bearer ${newest.access}` };
    const entries = (await app.inject({ url: editorApiUrl.audit(), headers })).json<AuditEntry[]>();
    const own = entries.filter(({ n }) => n > 2).toReversed();
    expect(own.map(({ action, actor, network, times }) => `${action} ${actor.kind} ${network} ${times}`)).toEqual(
      expect.arrayContaining([
        "session.fail nobody 203.0.113.0/24 3",
        "session.fail nobody 2001:db8:1::/48 1",
        "session.end account 127.0.0.0/24 1",
        "password.fail nobody 127.0.0.0/24 1",
        "password.change account 127.0.0.0/24 1",
      ]),
    );
    expect(own.filter(({ action }) => action === "session.end")).toHaveLength(1);
    const stored = JSON.stringify(await database.db.selectFrom("audit_entry").selectAll().execute());
    for (const secret of [
      EDITOR.password,
      wrong.password,
      change.password,
      "typed-a-password",
      EDITOR.email,
      "203.0.113.7",
    ])
      expect(stored).not.toContain(secret);
  });

  test("tells of calls that somebody may not make", async () => {
    const { app, call, since, publishOne, colleague } = await start(open);
    const id = await publishOne();
    const payload = { quote: "", text: "Is this confirmed?" };
    const note = (await call({ method: "POST", url: editorApiUrl.notes(id), payload })).body;
    const { access } = (await logIn(app, colleague)).json();
    const headers = { authorization: `Bearer ${access}` };
    const remove = () => app.inject({ method: "DELETE", url: editorApiUrl.note(id, note.id), headers });
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([403, 403]);
    expect((await since()).at(-1)).toMatchObject({
      action: "access.deny",
      times: 2,
      actor: { name: colleague.name },
      subject: { kind: "call", id: "DELETE /api/articles/:id/notes/:n" },
    });
  });

  test("counts what is repeated, and does not grow with the number of guesses or networks", async () => {
    const { database, clock, sealAudit } = await start(open);
    const guess = (network: string) =>
      recordRepeated(database, clock, {
        by: { kind: "nobody", accountId: null, network },
        action: "session.fail",
        subject: { kind: "account", id: 1 },
      });
    for (let host = 0; host < 60; host += 1) await guess(`198.51.${host}.0/24`);
    await Promise.all(Array.from({ length: 10 }, () => guess("198.51.0.0/24")));
    const counted = async () =>
      database.db
        .selectFrom("audit_entry")
        .select(["times", "network"])
        .where("action", "=", "session.fail")
        .orderBy("id")
        .execute();
    const rows = await counted();
    expect(rows).toHaveLength(21);
    expect(rows[0]).toEqual({ network: "198.51.0.0/24", times: 11 });
    expect(rows.at(-1)).toEqual({ network: "", times: 40 });
    // In the chain once their time is over: then they do not change any more.
    await sealAudit();
    expect(await checkChain(database.db)).toMatchObject({ waiting: 21 });
    clock.advance(11 * 60_000);
    await sealAudit();
    await guess("198.51.0.0/24");
    expect((await counted()).at(-1)).toEqual({ network: "198.51.0.0/24", times: 1 });
    const verdict = await checkChain(database.db);
    expect(verdict).toMatchObject({ waiting: 1 });
    expect(verdict.fault).toBeUndefined();
  });

  test("is found by words, actor, action and dates, and read in pages and as CSV", async () => {
    const { call, read, clock, callAsColleague, publishOne } = await start(open);
    const id = await publishOne({ title: "Złoty falls" });
    clock.advance(2 * DAY);
    await callAsColleague("PUT", apiUrl.article(id), { title: "Zloty, again" });
    await callAsColleague("PUT", editorApiUrl.newsroom(), { time_zone: "Asia/Tokyo" });

    const titles = async (filter: Parameters<typeof read>[0]) => (await read(filter)).entries.map(short);
    expect(await titles({ query: "zloty falls" })).toEqual([
      "article.publish article Złoty falls",
      "article.create article Złoty falls",
    ]);
    expect(await titles({ query: "time_zone" })).toEqual(["settings.change settings "]);
    expect(await titles({ query: "100%_" })).toEqual([]);
    expect(await titles({ action: "article.update" })).toEqual(["article.update article Zloty, again"]);
    expect((await read({ action: "article" })).total).toBe(3);
    expect((await read({ actor: "operator", action: "article" })).total).toBe(2);
    expect((await read({ actor: "Baraka Njoroge", action: "settings" })).total).toBe(1);
    expect((await read({ actor: "colleague@news.example", action: "settings" })).total).toBe(1);
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    expect((await read({ from: day(clock.now()), action: "article" })).total).toBe(1);
    expect((await read({ to: day(clock.now() - DAY), action: "article" })).total).toBe(2);
    expect(
      (await read({ from: new Date(clock.now()).toISOString(), to: day(clock.now()), action: "settings" })).total,
    ).toBe(1);

    const page = await read({ limit: 2 });
    expect(page.entries).toHaveLength(2);
    expect(page.total).toBeGreaterThan(5);
    // In UTC, and saying so, whatever the newsroom's zone is.
    expect(page.entries.map(({ at }) => at)).toEqual(page.entries.map(() => new Date(clock.now()).toISOString()));
    for (const url of ["?from=yesterday", "?action=DROP", "?limit=0", `?query=${"x".repeat(201)}`, "?to=2026-13-01"])
      expect((await call({ method: "GET", url: `${editorApiUrl.audit()}${url}` })).status).toBe(400);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
      expect((await call({ method, url: editorApiUrl.audit() })).status).toBe(405);
  });

  test("has preview links, made and ended, and saves of an issue, but not what is typed", async () => {
    const { call, publishOne, read, since } = await start(open);
    const id = await publishOne({ title: "Shared early" });
    await call({ method: "DELETE", url: editorApiUrl.preview(id) });
    const { body } = await call({ method: "POST", url: editorApiUrl.preview(id) });
    await call({ method: "DELETE", url: editorApiUrl.preview(id) });
    const issue = (await call({ method: "POST", url: editorApiUrl.issues(), payload: { subject: "Old words" } })).body;
    const url = editorApiUrl.issue(issue.id);
    for (const introduction of ["A", "A first", "A first word"])
      await call({ method: "PUT", url: editorApiUrl.issueDraft(issue.id), payload: { introduction } });
    await call({ method: "PUT", url, payload: { subject: "New words" } });
    await call({ method: "PUT", url, payload: { subject: "New words" } });
    expect((await since()).map(short).filter((entry) => !entry.startsWith("article.publish"))).toEqual([
      "article.create article Shared early",
      "article.share article Shared early",
      "article.unshare article Shared early",
      "issue.create issue Old words",
      "issue.update issue New words",
    ]);
    const [newest] = (await read()).entries;
    expect(newest?.changes).toEqual({
      subject: { from: "Old words", to: "New words" },
      introduction: { from: "", to: "A first word" },
    });
    const token = String(body.url).split("/").at(-1) ?? "";
    expect(JSON.stringify(await read())).not.toContain(token);
  });

  test("leaves as CSV, hashes included, which is an entry itself", async () => {
    const { app, read, publishOne } = await start(open);
    await publishOne({ title: '=1+1, "quoted"' });
    const { access } = (await logIn(app)).json();
    const headers = { authorization: `Bearer ${access}`, accept: "text/csv" };
    const csv = await app.inject({ url: editorApiUrl.audit({ action: "article" }), headers });
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.headers["content-disposition"]).toContain("audit.csv");
    const [head, first] = csv.body.split("\r\n");
    expect(head).toMatch(/^n,at,actor_kind,.*,previous_hash,hash,key$/);
    expect(first).toContain(`"'=1+1, ""quoted"""`);
    const [newest] = (await read()).entries;
    expect(newest).toMatchObject({ action: "audit.export", changes: { action: { to: "article" } } });
  });
});
