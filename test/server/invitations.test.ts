import { expect, test } from "vitest";
import { changeUser } from "#features/identity/accounts/commands.ts";
import type { Invitation } from "#features/identity/people/endpoints.ts";
import { operator } from "#shared/actor.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;
const ADDRESS = "new.writer@news.example";
const PASSWORD = "marmalade over the old bridge";

describeOnSqlite("invitations", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const started = await startTestApp(database, { clock });
    const { app } = started;
    let chief = await startEditor(app, database);
    const call = (method: "GET" | "POST" | "DELETE", url: string, payload?: object) =>
      app.inject({ method, url, headers: chief.headers, ...(payload && { payload }) });
    const invite = (email = ADDRESS, role = "writer") => call("POST", editorApiUrl.invitations(), { email, role });
    const tokenOf = (response: { json: () => Invitation }) =>
      new URL(response.json().link ?? "").searchParams.get("token") ?? "";
    const accept = (token: string, more: object = {}) =>
      app.inject({
        method: "POST",
        url: editorApiUrl.acceptInvitation(),
        payload: { token, name: "Wanjiru Kamau", password: PASSWORD, ...more },
      });
    const again = async () => {
      const { access, refresh } = (await logIn(app)).json<{ access: string; refresh: string }>();
      chief = { access, refresh, headers: { authorization: `Bearer ${access}` } };
    };
    return { ...started, clock, database, call, invite, tokenOf, accept, again };
  }

  test("whoever has the link chooses a name and a password once, and is in with the role", async () => {
    const { app, call, invite, tokenOf, accept } = await start();
    const invited = await invite(ADDRESS.toUpperCase());
    expect([invited.statusCode, invited.headers["cache-control"]]).toEqual([201, "no-store"]);
    expect(invited.json().link).toMatch(new RegExp(`^${TEST_SITE}/admin/join\\?token=[\\w-]{40,}$`));
    const [listed] = (await call("GET", editorApiUrl.invitations())).json<Invitation[]>();
    expect(listed).toMatchObject({ email: ADDRESS, role: "writer" });
    expect(listed).not.toHaveProperty("link");

    const token = tokenOf(invited);
    for (const [more, field] of [
      [{ password: "P@ssw0rd2024" }, "password"],
      [{ password: "eleven char" }, "password"],
      [{ name: " " }, "name"],
    ] as const)
      expect((await accept(token, more)).json().errors).toHaveProperty(field);
    const done = await accept(token);
    expect([done.statusCode, done.headers["cache-control"]]).toEqual([200, "no-store"]);
    const me = await app.inject({
      url: editorApiUrl.me(),
      headers: { authorization: `Bearer ${done.json().access}` },
    });
    expect(me.json()).toMatchObject({ email: ADDRESS, name: "Wanjiru Kamau", role: "writer" });
    expect((await logIn(app, { email: ADDRESS, password: PASSWORD })).statusCode).toBe(200);
    expect((await call("GET", editorApiUrl.invitations())).json()).toEqual([]);

    const spent = await accept(token);
    expect([spent.statusCode, Object.keys(spent.json().errors)]).toEqual([400, ["token"]]);
    expect((await invite()).statusCode).toBe(409);
  });

  test("of a chief who may no longer invite are void", async () => {
    const { clock, database, invite, tokenOf, accept } = await start();
    const token = tokenOf(await invite(ADDRESS, "chief"));
    const other = { email: "other@news.example", password: PASSWORD, name: "Other", role: "chief" as const };
    await addTestAccount(database, clock, other);
    for (const change of [{ role: "editor" as const }, { role: "chief" as const, is_active: false }]) {
      await changeUser(database, clock, operator, 1, change);
      const rejected = await accept(token);
      expect([rejected.statusCode, Object.keys(rejected.json().errors)]).toEqual([400, ["token"]]);
    }
    await changeUser(database, clock, operator, 1, { is_active: true });
    expect((await accept(token)).statusCode).toBe(200);
  });

  test("a name that somebody has is rejected, in any case and script, and the invitation stays good", async () => {
    const { invite, tokenOf, accept } = await start();
    const token = tokenOf(await invite());
    expect((await accept(token, { name: "Émile Zola" })).statusCode).toBeLessThan(300);
    const next = tokenOf(await invite("next@news.example"));
    const taken = await accept(next, { name: "ÉMILE ZOLA" });
    expect([taken.json().code, Object.keys(taken.json().errors)]).toEqual(["name_taken", ["name"]]);
    expect((await accept(next, { name: "Émile Zola Jr" })).statusCode).toBeLessThan(300);
  });

  test("one ends after 3 days, by being withdrawn, and by a newer one; of two who accept at once one gets in", async () => {
    const { clock, call, invite, tokenOf, accept, again } = await start();
    const late = tokenOf(await invite());
    clock.advance(3 * DAY);
    expect((await accept(late)).statusCode).toBe(400);
    await again();
    expect((await call("GET", editorApiUrl.invitations())).json()).toEqual([]);
    const former = tokenOf(await invite());
    const withdrawn = await invite(ADDRESS, "editor");
    expect((await accept(former)).statusCode).toBe(400);
    const { id } = withdrawn.json<Invitation>();
    expect((await call("DELETE", editorApiUrl.invitation(id))).statusCode).toBe(204);
    expect((await call("DELETE", editorApiUrl.invitation(id))).statusCode).toBe(404);
    expect((await accept(tokenOf(withdrawn))).statusCode).toBe(400);
    const last = tokenOf(await invite());
    const both = await Promise.all([accept(last), accept(last)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  test("the mail has the link, which is stored nowhere", async () => {
    const { database, invite, tokenOf, mailFiles, mail, accept } = await start();
    const token = tokenOf(await invite());
    const { db } = database;
    const stored = [
      await db.selectFrom("invitation").selectAll().execute(),
      await db.selectFrom("mail").selectAll().execute(),
      await db.selectFrom("mail_body").selectAll().execute(),
      await db.selectFrom("audit_entry").selectAll().execute(),
    ];
    expect(JSON.stringify(stored)).not.toContain(token);
    await mail.mailer.drain();
    const [sent] = await readMailFiles(mailFiles());
    expect([sent?.subject, sent?.text]).toEqual([
      "You are invited to write for Jarida",
      expect.stringContaining(`${TEST_SITE}/admin/join?token=${token}`),
    ]);
    expect(sent?.text).toContain(EDITOR.name);
    expect((await accept(token)).statusCode).toBe(200);
  });

  test("an invitation of the address that has got an account meanwhile makes no second one", async () => {
    const { database, clock, invite, tokenOf, accept } = await start();
    const token = tokenOf(await invite("late@news.example"));
    await addTestAccount(database, clock, { ...EDITOR, email: "late@news.example", name: "Late" });
    expect((await accept(token)).statusCode).toBe(409);
  });
});
