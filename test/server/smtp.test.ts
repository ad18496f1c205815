import { expect, onTestFinished, test } from "vitest";
import type { OutgoingMail } from "#platform/mail.ts";
import { smtpServer } from "#platform/smtp.ts";
import { CERTIFICATE } from "#test/support/smtp-certificate.ts";
import { startSmtpSink } from "#test/support/smtp-sink.ts";

const MAIL: OutgoingMail = {
  name: "1-test",
  from: "news@news.example",
  to: "reader@example.com",
  message: Buffer.from("Subject: Words\r\n\r\nWords\r\n"),
};
/** With characters that a URL must not interpret. */
const LOGIN = { user: "news@news.example", pass: "p@ss:wo/rd?" };
const AWAY = { fault: "later", isAway: true };

async function start(settings: Parameters<typeof startSmtpSink>[0] = {}) {
  const sink = await startSmtpSink(settings);
  onTestFinished(() => sink.stop());
  const connect = (url: string) => {
    const transport = smtpServer({ url, connections: 1 });
    onTestFinished(() => transport.close());
    return transport;
  };
  return {
    ...sink,
    connect,
    send: (url = sink.url) => connect(url).send(MAIL, async () => undefined),
    /** Trusted as by NODE_EXTRA_CA_CERTS, which only a new process reads. */
    trusted: `${sink.url}?tls.ca=${encodeURIComponent(CERTIFICATE)}`,
  };
}

test.each(["from-start", "by-starttls"] as const)("logs in on a connection encrypted %s, and sends", async (tls) => {
  const { send, trusted, mails, logins } = await start({ tls, login: LOGIN });
  await send(trusted);
  expect(mails.map(({ to }) => to)).toEqual([MAIL.to]);
  expect(logins).toEqual([{ password: LOGIN.pass, encrypted: true }]);
});

test.each(["from-start", "by-starttls"] as const)(
  "sends no password to a server with an untrusted certificate (%s)",
  async (tls) => {
    const { send, mails, logins } = await start({ tls, login: LOGIN });
    await expect(send()).rejects.toMatchObject({
      ...AWAY,
      message: expect.stringContaining("self-signed certificate"),
    });
    expect([mails, logins]).toEqual([[], []]);
  },
);

test("a rejected login is blamed on the server, not the mail", async () => {
  const { send, trusted, mails } = await start({ tls: "from-start", login: LOGIN });
  const wrong = trusted.replace(encodeURIComponent(LOGIN.pass), "guess");
  await expect(send(wrong)).rejects.toMatchObject({ ...AWAY, message: expect.stringContaining("535") });
  expect(mails).toEqual([]);
});

test("so is a login that the server requires and we do not have", async () => {
  const { send, url } = await start({ login: LOGIN });
  const withoutLogin = url.replace(/\/\/.*@/, "//");
  await expect(send(withoutLogin)).rejects.toMatchObject({ ...AWAY, message: expect.stringContaining("530") });
});

test("sends nothing if it should log in and the server offers no login", async () => {
  const { send, url, mails } = await start();
  await expect(send(url.replace("//", "//news:secret@"))).rejects.toMatchObject(AWAY);
  expect(mails).toEqual([]);
});

test("sends a password in clear on this machine only, and elsewhere if the operator asks for it", async () => {
  const { send, url, logins } = await start({ login: LOGIN });
  await send();
  expect(logins).toEqual([{ password: LOGIN.pass, encrypted: false }]);
  // The same server at an address that is not known to be this machine.
  const remote = url.replace("127.0.0.1", "0.0.0.0");
  await expect(send(remote)).rejects.toMatchObject({ ...AWAY, message: expect.stringContaining("STARTTLS") });
  expect(logins).toHaveLength(1);
  await send(`${remote}?requireTLS=false`);
  expect(logins).toHaveLength(2);
});

test("a server on this machine needs no certificate if there is no password to protect", async () => {
  const { send, mails } = await start({ tls: "by-starttls" });
  await send();
  expect(mails).toHaveLength(1);
});

test("closing aborts a mail to a silent server: nobody knows whether it arrived", async () => {
  const { connect, url, mails } = await start({ answer: () => ({ silentUntil: new Promise(() => undefined) }) });
  const transport = connect(url);
  const sending = expect(transport.send(MAIL, async () => undefined)).rejects.toMatchObject({ fault: "unknown" });
  await expect.poll(() => mails).toHaveLength(1);
  transport.close();
  await sending;
});
