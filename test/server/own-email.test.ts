import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { changeUser, setPassword } from "#features/identity/accounts/commands.ts";
import type { OwnProfile } from "#features/identity/accounts/endpoints.ts";
import type { OwnEmail } from "#features/identity/credentials/endpoints.ts";
import { operator } from "#shared/actor.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const NEW = "amina@elsewhere.example";
const COLLEAGUE = { ...EDITOR, email: "colleague@news.example", name: "Baraka Njoroge", role: "editor" as const };
const LINK = new RegExp(`^${TEST_SITE}/admin/confirm-email\\?token=([\\w-]{43})$`, "m");

const me = async (app: FastifyInstance, headers: { authorization: string }) =>
  (await app.inject({ url: editorApiUrl.me(), headers })).json<OwnProfile>();

describeOnSqlite("the address that one logs in by", (open) => {
  async function start(settings: { rateLimits?: boolean } = {}) {
    const clock = testClock();
    const database = await open();
    const site = await startTestApp(database, { clock, ...settings });
    const { app } = site;
    const { headers } = await startEditor(app, database);
    await addTestAccount(database, clock, COLLEAGUE);
    const call = (method: "GET" | "PUT" | "DELETE", payload?: object, as = headers) =>
      app.inject({ method, url: editorApiUrl.email(), headers: as, ...(payload && { payload }) });
    const ask = (email: string, as = headers) => call("PUT", { email, password: EDITOR.password }, as);
    const confirm = (token: string) =>
      app.inject({ method: "POST", url: editorApiUrl.confirmEmail(), payload: { token } });
    /** What was sent so far, each with the token of its link, if it has one. */
    const sent = async () => {
      await site.mail.mailer.drain();
      const found = await readMailFiles(site.mailFiles().filter((file) => file.endsWith("-email-change.eml")));
      return found.map(({ to, subject, text = "" }) => ({
        to: to?.[0]?.address,
        subject,
        text,
        token: LINK.exec(text)?.[1] ?? "",
      }));
    };
    /** The tokens of the links to the old and to the new address, of the last change that was asked for. */
    const links = async () => {
      const tokens = (await sent()).map(({ token }) => token);
      return { old: tokens.at(-2) ?? "", fresh: tokens.at(-1) ?? "" };
    };
    const pending = async () => (await call("GET")).json<OwnEmail>().pending;
    return { ...site, clock, database, headers, call, ask, confirm, sent, links, pending };
  }

  test("changes once both addresses have confirmed it, by a button alone, and sessions go on", async () => {
    const { app, database, headers, ask, confirm, sent, links, pending } = await start();
    expect((await ask("  Amina@Elsewhere.example ")).json()).toMatchObject({
      email: EDITOR.email,
      pending: { email: NEW, confirmed: [] },
    });
    const mails = await sent();
    expect(mails.map(({ to }) => to)).toEqual([EDITOR.email, NEW]);
    const { old, fresh } = await links();
    expect(old).not.toBe(fresh);
    // Programs that look through mails open links.
    for (const token of [old, fresh])
      expect((await app.inject(`/admin/confirm-email?token=${token}`)).statusCode).toBe(200);
    expect(await pending()).toMatchObject({ confirmed: [] });

    expect((await confirm(old)).json()).toMatchObject({ is_complete: false });
    expect(await pending()).toMatchObject({ confirmed: ["old"] });
    expect([(await me(app, headers)).email, (await confirm(old)).statusCode]).toEqual([EDITOR.email, 400]);
    expect((await confirm(fresh)).json()).toMatchObject({ is_complete: true });
    expect([(await me(app, headers)).email, await pending()]).toEqual([NEW, null]);
    expect((await logIn(app)).statusCode).toBe(401);
    expect((await logIn(app, { ...EDITOR, email: NEW })).statusCode).toBe(200);
    expect((await sent()).slice(2).map(({ to, subject }) => [to, subject])).toEqual([
      [EDITOR.email, "Your address for Jarida has been changed"],
      [NEW, "Your address for Jarida has been changed"],
    ]);
    const told = await database.db.selectFrom("audit_entry").select(["action", "changes"]).orderBy("id").execute();
    expect(told.map(({ action }) => action).filter((action) => /email/.test(action))).toEqual([
      "account.email_ask",
      "account.email",
    ]);
    expect(told.find(({ action }) => action === "account.email")?.changes).toBe(
      JSON.stringify({ email: { from: EDITOR.email, to: NEW } }),
    );
    expect(JSON.stringify(await database.db.selectFrom("mail").selectAll().execute())).not.toContain(old);
  });

  test("stays with a cancelled change, one of yesterday, and one that another took the place of", async () => {
    const { clock, call, ask, confirm, links } = await start();
    await ask(NEW);
    const first = await links();
    expect((await confirm(first.fresh)).json()).toMatchObject({ is_complete: false });
    expect([(await call("DELETE")).statusCode, (await call("DELETE")).statusCode]).toEqual([204, 404]);
    expect((await confirm(first.old)).statusCode).toBe(400);
    await ask(NEW);
    const second = await links();
    await confirm(second.old);
    await ask("third@elsewhere.example");
    for (const token of [second.old, second.fresh]) expect((await confirm(token)).statusCode).toBe(400);
    const third = await links();
    await confirm(third.old);
    clock.advance(24 * 60 * MINUTE);
    expect((await confirm(third.fresh)).json().errors).toEqual({ token: expect.stringMatching(/has expired/) });
    for (const token of ["", "x", "x".repeat(300), 7]) expect((await confirm(token as string)).statusCode).toBe(400);
    expect((await call("GET")).statusCode).toBe(401);
  });

  test("stays where the password, the role or the right to log in has changed since", async () => {
    const { app, clock, database, headers, ask, confirm, links } = await start();
    const { id } = await me(app, headers);
    const sessionOf = async () => ({
      authorization: `Bearer ${(await logIn(app)).json<{ access: string }>().access}`,
    });
    const begin = async () => {
      await ask(NEW, await sessionOf());
      const { old, fresh } = await links();
      await confirm(old);
      return fresh;
    };
    await addTestAccount(database, clock, { ...COLLEAGUE, email: "chief@news.example", role: "chief" });
    const changes = [
      () => setPassword(database, operator, EDITOR.email, EDITOR.password),
      async () => {
        await changeUser(database, clock, operator, id, { is_active: false });
        await changeUser(database, clock, operator, id, { is_active: true });
      },
      () => changeUser(database, clock, operator, id, { role: "writer" }),
    ];
    for (const change of changes) {
      const token = await begin();
      await change();
      expect((await confirm(token)).statusCode).toBe(400);
    }
    expect((await me(app, await sessionOf())).email).toBe(EDITOR.email);
  });

  test("of somebody else cannot be had, and nobody learns whose it is", async () => {
    const { app, headers, ask, confirm, sent, links } = await start();
    const [free, taken] = [await ask(NEW), await ask(COLLEAGUE.email)];
    const shape = (answer: typeof free) => ({ ...answer.json(), pending: Object.keys(answer.json().pending) });
    expect([taken.statusCode, shape(taken)]).toEqual([free.statusCode, shape(free)]);
    const [, , old, theirs] = await sent();
    expect([old?.to, theirs?.to, theirs?.subject, theirs?.token]).toEqual([
      ...[EDITOR.email, COLLEAGUE.email],
      ...["You already have an account at Jarida", ""],
    ]);
    expect((await confirm(old?.token ?? "")).json()).toMatchObject({ is_complete: false });

    // Of two who are about to get one address, one does.
    const colleague = {
      authorization: `Bearer ${(await logIn(app, COLLEAGUE)).json<{ access: string }>().access}`,
    };
    await ask(NEW);
    const mine = await links();
    await ask(NEW, colleague);
    const other = await links();
    await confirm(mine.old);
    await confirm(other.old);
    const answers = await Promise.all([confirm(mine.fresh), confirm(other.fresh)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const emails = [(await me(app, headers)).email, (await me(app, colleague)).email];
    expect(emails.filter((email) => email === NEW)).toHaveLength(1);
  });

  test("is asked for by whoever knows the password, and not too often", async () => {
    const { app, clock, call, ask, sent } = await start({ rateLimits: true });
    const wrong = await call("PUT", { email: NEW, password: "not this one" });
    expect([wrong.json().code, Object.keys(wrong.json().errors)]).toEqual(["wrong_password", ["password"]]);
    for (const email of ["nobody", "a@b@c", `${"x".repeat(400)}@news.example`, "a\u0000@news.example", 7, null])
      expect((await call("PUT", { email, password: EDITOR.password })).json().errors).toHaveProperty("email");
    expect((await ask(EDITOR.email.toUpperCase())).json().code).toBe("email_unchanged");
    expect(await sent()).toEqual([]);
    clock.advance(15 * MINUTE);
    const again = { authorization: `Bearer ${(await logIn(app)).json<{ access: string }>().access}` };
    for (let count = 0; count < 5; count += 1)
      expect((await ask(`n${count}@elsewhere.example`, again)).statusCode).toBe(200);
    const often = await ask("n6@elsewhere.example", again);
    expect([often.statusCode, Number(often.headers["retry-after"]) > 0]).toEqual([429, true]);
    clock.advance(14 * MINUTE);
    clock.advance(MINUTE);
    const late = { authorization: `Bearer ${(await logIn(app)).json<{ access: string }>().access}` };
    expect((await call("PUT", { email: NEW }, late)).statusCode).toBe(200);
  });
});
