import { expect, onTestFinished, test } from "vitest";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { freePort } from "#test/support/free-port.ts";
import { readMail } from "#test/support/mails.ts";
import { startSmtpSink } from "#test/support/smtp-sink.ts";
import { MAIL_FROM, startTestApp } from "#test/support/test-app.ts";

const LOGIN = { user: "news@news.example", pass: "p@ss:wo/rd?" };

describeOnEngines("the mail settings", (open) => {
  async function start(smtpUrl: string | undefined, settings: Parameters<typeof startTestApp>[1] = {}) {
    const database = await open();
    const server = await startTestApp(database, { clock: testClock(), mail: { smtpUrl }, ...settings });
    const { headers } = await startEditor(server.app, database);
    const send = (to: string) =>
      server.app.inject({ method: "POST", url: "/api/mail/test/", headers, payload: { email: to } });
    const read = (path: string) => server.app.inject({ method: "GET", url: `/api/mail/${path}`, headers });
    return { ...server, database, send, read };
  }

  async function startSink(settings: Parameters<typeof startSmtpSink>[0] = {}) {
    const sink = await startSmtpSink(settings);
    onTestFinished(() => sink.stop());
    return sink;
  }

  test("a test mail arrives immediately, and the response has the server's reply and the mail's Message-ID", async () => {
    const sink = await startSink();
    const { send, database } = await start(sink.url);
    const response = await send("Reader@Example.com");
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      state: "accepted",
      failed_at: null,
      reply: expect.stringMatching(/^250 /),
      server: new URL(sink.url).host,
      email: "reader@example.com",
    });
    const [arrived] = sink.mails;
    const mail = await readMail(arrived?.raw ?? Buffer.alloc(0));
    expect([arrived?.to, mail.messageId, mail.from?.address]).toEqual([
      "reader@example.com",
      response.json().message_id,
      MAIL_FROM.address,
    ]);
    const audit = await database.db.selectFrom("audit_entry").select("action").execute();
    expect(audit.map(({ action }) => action)).toContain("mail.test");
    expect(await database.db.selectFrom("mail").selectAll().execute()).toEqual([]);
  });

  test.each([
    ["recipient", "recipient", { code: 550, text: "5.1.1 no such user" }],
    ["text", "text", { code: 554, text: "5.7.1 looks like spam" }],
  ] as const)("reports a mail that is rejected at its %s, with the reply", async (at, failed_at, reply) => {
    const sink = await startSink({ answer: () => ({ at, ...reply }) });
    const { send } = await start(sink.url);
    expect((await send("reader@example.com")).json()).toMatchObject({
      state: "failed",
      failed_at,
      reply: `${reply.code} ${reply.text}`,
    });
  });

  test("distinguishes a rejected login, a closed port and a silent server, and shows no password", async () => {
    const sink = await startSink({ login: LOGIN });
    const wrong = sink.url.replace(encodeURIComponent(LOGIN.pass), "guess-1");
    const rejected = await (await start(wrong)).send("reader@example.com");
    expect(rejected.json()).toMatchObject({ failed_at: "login", reply: expect.stringContaining("535") });
    expect(rejected.body).not.toContain("guess-1");
    const closed = await (await start(`smtp://127.0.0.1:${await freePort()}`)).send("reader@example.com");
    expect(closed.json()).toMatchObject({ failed_at: "connection", reply: expect.stringContaining("ECONNREFUSED") });
    const silent = await startSink({ answer: () => ({ silentUntil: new Promise(() => undefined) }) });
    const late = await (await start(`${silent.url}?socketTimeout=200`)).send("reader@example.com");
    expect(late.json()).toMatchObject({ failed_at: "timeout" });
  });

  test("a server with an untrusted certificate gets no login", async () => {
    const sink = await startSink({ tls: "from-start", login: LOGIN });
    const { send } = await start(sink.url);
    expect((await send("reader@example.com")).json()).toMatchObject({ failed_at: "encryption" });
    expect(sink.logins).toEqual([]);
  });

  test("without a mail server nothing is sent, and the response says what to set", async () => {
    const { send, read } = await start(undefined);
    expect((await send("reader@example.com")).json()).toMatchObject({
      code: "no_mail_server",
      detail: expect.stringContaining("Enter its host"),
    });
    expect((await read("")).json()).toEqual({
      from: { name: MAIL_FROM.name, email: MAIL_FROM.address },
      server: null,
      own_email: EDITOR.email,
      variables: { server: null, sender: true, any_host: true },
    });
  });

  test("test mails to others are limited for each account", async () => {
    const sink = await startSink();
    const { send } = await start(sink.url, { rateLimits: true });
    const codes: number[] = [];
    for (let count = 0; count < 6; count++) codes.push((await send("reader@example.com")).statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    expect(sink.mails).toHaveLength(5);
    expect((await send("not an address")).statusCode).toBe(400);
  });

  test("looks up the records of the sender's domain, and rejects what can't be a selector", async () => {
    const names: string[] = [];
    const lookUpTxt = async (name: string) => {
      names.push(name);
      if (name === "news.example") return [["v=spf1 -all"]];
      throw Object.assign(new Error(name), { code: name.startsWith("_dmarc") ? "ETIMEOUT" : "ENOTFOUND" });
    };
    const { read } = await start("smtp://mail.example", { lookUpTxt });
    const records = (await read("records/?selector=s1")).json();
    expect([records.spf.state, records.dkim.state, records.dmarc.state]).toEqual(["found", "missing", "timeout"]);
    expect(names.sort()).toEqual(["_dmarc.news.example", "news.example", "s1._domainkey.news.example"]);
    const rejected = await read("records/?selector=a%20b");
    expect([rejected.statusCode, rejected.json().errors.selector]).toEqual([400, expect.stringContaining("selector")]);
  });
});
