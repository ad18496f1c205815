import { expect, onTestFinished, test } from "vitest";
import { currentTransport } from "#features/mail/server.ts";
import { smtpServer } from "#platform/smtp.ts";
import { HOUR } from "#shared/time.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { readMail } from "#test/support/mails.ts";
import { startSmtpSink } from "#test/support/smtp-sink.ts";
import { MAIL_FROM, startTestApp, TEST_SECRET } from "#test/support/test-app.ts";

const LOGIN = { user: "news@news.example", pass: "p@ss:wo/rd?" };
const SENDER = { from_name: "The Desk", from_email: "desk@news.example" };
const sendersOf = ({ mails }: { mails: { raw: Buffer }[] }) =>
  Promise.all(mails.map(async ({ raw }) => (await readMail(raw)).from?.address));
const connect = (target: { url: string; isGuarded?: boolean }) => smtpServer({ ...target, connections: 1 });

describeOnEngines("the mail server of the settings", (open) => {
  async function start(settings: Parameters<typeof startTestApp>[1] = {}) {
    const database = await open();
    const clock = testClock();
    const server = await startTestApp(database, {
      clock,
      transport: (servers, files) => currentTransport({ servers, files, connect }),
      ...settings,
      mail: { from: { ...MAIL_FROM, isDefault: true }, ...settings.mail },
    });
    const { headers } = await startEditor(server.app, database);
    const call = (method: "GET" | "PUT" | "POST", path: string, payload?: object) =>
      server.app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) });
    return { ...server, database, clock, call };
  }

  async function startSink(settings: Parameters<typeof startSmtpSink>[0] = { login: LOGIN }) {
    const sink = await startSmtpSink(settings);
    onTestFinished(() => sink.stop());
    const port = Number(new URL(sink.url).port);
    const typed = { host: "127.0.0.1", port, security: "optional", user: LOGIN.user, ...SENDER };
    return { ...sink, mails: sink.mails, logins: sink.logins, typed, secret: { ...typed, smtp_password: LOGIN.pass } };
  }

  const invite = { email: "new@news.example", role: "writer" };

  test("is used for the next mail, and its password is never shown, stored in plain text or logged", async () => {
    const sink = await startSink();
    const { call, database, mail } = await start();
    expect((await call("GET", "mail/")).json()).toMatchObject({ server: null });
    const saved = await call("PUT", "settings/mail/", sink.secret);
    expect(saved.statusCode).toBe(200);
    expect(saved.json()).toEqual({ ...sink.typed, has_password: true, is_locked: false });
    const shown = await call("GET", "settings/mail/");
    expect(shown.json()).toEqual(saved.json());
    expect(saved.headers.etag).toBe(shown.headers.etag);
    expect((await call("GET", "mail/")).json()).toMatchObject({
      server: `127.0.0.1:${sink.typed.port}`,
      from: { name: SENDER.from_name, email: SENDER.from_email },
    });
    const invited = await call("POST", "accounts/invitations/", invite);
    expect(invited.statusCode).toBe(201);
    expect(invited.json(), "the link goes by mail").not.toHaveProperty("link");
    await mail.mailer.drain();
    expect(sink.mails.map(({ to }) => to)).toEqual([invite.email]);
    expect(await sendersOf(sink)).toEqual([SENDER.from_email]);
    const rows = await database.db.selectFrom("mail").select(["state", "is_file"]).execute();
    expect(rows).toEqual([{ state: "sent", is_file: 0 }]);
    const { value } = await database.db
      .selectFrom("setting")
      .select("value")
      .where("key", "=", "mail")
      .executeTakeFirstOrThrow();
    const log = await database.db.selectFrom("audit_entry").select(["action", "changes"]).execute();
    const change = log.find(({ action }) => action === "settings.change");
    expect(JSON.stringify(change)).toContain("127.0.0.1");
    for (const text of [value, JSON.stringify(log), saved.body]) expect(text).not.toContain(LOGIN.pass);
  });

  test("can be replaced and removed while the server runs, and delayed mails are tried again", async () => {
    const [first, second] = [
      await startSink({ answer: () => ({ at: "recipient", code: 450, text: "later" }) }),
      await startSink(),
    ];
    const { call, mail, database, mailFiles } = await start();
    await call("PUT", "settings/mail/", { ...first.typed, user: "" });
    await call("POST", "accounts/invitations/", invite);
    await mail.mailer.drain();
    expect(await database.db.selectFrom("mail").select("state").execute()).toEqual([{ state: "queued" }]);
    expect((await call("PUT", "settings/mail/", second.secret)).statusCode).toBe(200);
    await mail.mailer.drain();
    expect(second.mails).toHaveLength(1);
    await call("PUT", "settings/mail/", { ...second.typed, host: "" });
    const { link } = (await call("POST", "accounts/invitations/", { ...invite, email: "two@news.example" })).json();
    expect(link).toMatch(/^http/);
    await mail.mailer.drain();
    expect(mailFiles()).toHaveLength(1);
  });

  test("is tested before it is saved; the stored password goes to no other host or user", async () => {
    const sink = await startSink();
    const { call } = await start();
    const tryOut = (settings: object) => call("POST", "mail/test/", { email: EDITOR.email, settings });
    expect((await tryOut({ ...sink.secret, smtp_password: "wrong" })).json()).toMatchObject({ failed_at: "login" });
    expect((await tryOut(sink.secret)).json()).toMatchObject({ state: "accepted", email: EDITOR.email });
    expect(await sendersOf(sink)).toEqual([SENDER.from_email]);
    expect((await call("GET", "mail/")).json()).toMatchObject({ server: null });
    await call("PUT", "settings/mail/", sink.secret);
    expect((await tryOut(sink.typed)).json()).toMatchObject({ state: "accepted" });
    for (const elsewhere of [{ host: "localhost" }, { user: "other@news.example" }])
      for (const response of [
        await tryOut({ ...sink.typed, ...elsewhere }),
        await call("PUT", "settings/mail/", { ...sink.typed, ...elsewhere }),
      ])
        expect(response.json()).toMatchObject({ code: "invalid_input", errors: { smtp_password: expect.any(String) } });
    expect(sink.logins.map(({ password }) => password)).toEqual(["wrong", LOGIN.pass, LOGIN.pass]);
  });

  test("changing it needs the account's password some time after the login", async () => {
    const sink = await startSink();
    const { call, clock, database } = await start();
    await database.db
      .updateTable("session")
      .set({ started_at: clock.now() - HOUR })
      .execute();
    expect((await call("PUT", "settings/mail/", sink.secret)).json()).toMatchObject({ code: "password_required" });
    const wrong = await call("PUT", "settings/mail/", { ...sink.secret, password: "not the password" });
    expect(wrong.json()).toMatchObject({ code: "wrong_password" });
    const saved = await call("PUT", "settings/mail/", { ...sink.secret, password: EDITOR.password });
    expect(saved.statusCode).toBe(200);
  });

  test("gives way to the operator's variables", async () => {
    const [own, operators] = [await startSink(), await startSink({})];
    const { call, mail } = await start({ mail: { smtpUrl: operators.url, from: MAIL_FROM } });
    await call("PUT", "settings/mail/", own.secret);
    expect((await call("GET", "mail/")).json()).toMatchObject({
      server: new URL(operators.url).host,
      from: { email: MAIL_FROM.address },
      variables: { server: "set", sender: true },
    });
    await call("POST", "accounts/invitations/", invite);
    await mail.mailer.drain();
    expect([own.mails.length, await sendersOf(operators)]).toEqual([0, [MAIL_FROM.address]]);
    const off = await start({ mail: { smtpUrl: null } });
    await off.call("PUT", "settings/mail/", own.secret);
    expect((await off.call("GET", "mail/")).json()).toMatchObject({ server: null, variables: { server: "off" } });
  });

  test("is on the internet or on this machine, at a port for mail, unless the operator allows any", async () => {
    const { call } = await start({ mail: { allowsAnyHost: false } });
    const typed = { host: "10.0.0.1", port: 25, security: "optional", user: "", ...SENDER };
    const tryOut = async (change: object) =>
      (await call("POST", "mail/test/", { email: EDITOR.email, settings: { ...typed, ...change } })).json();
    for (const host of ["10.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "0.0.0.0"])
      expect(await tryOut({ host }), host).toMatchObject({
        failed_at: "network",
        reply: "It is on a private network.",
      });
    expect(await tryOut({ port: 6379 })).toMatchObject({ code: "invalid_input", errors: { port: expect.any(String) } });
    for (const host of ["a b", "x@y", "http://host", "host:25", "-", "[::1]"])
      expect(await tryOut({ host }), host).toMatchObject({ code: "invalid_input" });
    expect(await tryOut({ host: "localhost", port: 2587 })).toMatchObject({ failed_at: "connection" });
  });

  test("survives a change of the secret key", async () => {
    const sink = await startSink();
    const { call, database } = await start();
    await call("PUT", "settings/mail/", sink.secret);
    const next = "n".repeat(32);
    const rotated = await startTestApp(database, { secrets: { secretKey: next, previousKeys: [TEST_SECRET] } });
    await rotated.runJob("mail password of a former key");
    const shownBy = async (secretKey: string) => {
      const server = await startTestApp(database, { secrets: { secretKey, previousKeys: [] } });
      const { headers } = await startEditor(server.app, database, {
        ...EDITOR,
        email: `${secretKey[0]}@news.example`,
        name: `Chief ${secretKey[0]}`,
      });
      const read = await server.app.inject({ method: "GET", url: "/api/settings/mail/", headers });
      return read.json();
    };
    expect(await shownBy(next)).toMatchObject({ has_password: true, is_locked: false });
    expect(await shownBy("x".repeat(32))).toMatchObject({ has_password: true, is_locked: true });
  });
});
