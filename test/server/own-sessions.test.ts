import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { deviceOf, EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { startTestApp } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const bearer = (access: string) => ({ authorization: `Bearer ${access}` });
const me = async (app: FastifyInstance, access: string) =>
  (await app.inject({ url: editorApiUrl.me(), headers: bearer(access) })).statusCode;

describeOnSqlite("one's own sessions", (open) => {
  async function start(smtp: string | null = "smtp://mail.example") {
    const clock = testClock();
    const database = await open();
    const test = await startTestApp(database, { clock, mail: { smtpUrl: smtp ?? undefined } });
    const { app } = test;
    const own = await startEditor(app, database);
    const enter = async (agent: string, remoteAddress: string, device?: string) => {
      const headers = { "user-agent": agent, ...(device && { "x-device-token": device }) };
      const payload = { email: EDITOR.email, password: EDITOR.password };
      const answer = await app.inject({ method: "POST", url: editorApiUrl.token(), payload, remoteAddress, headers });
      expect(answer.statusCode).toBe(200);
      return { ...answer.json<{ access: string; refresh: string }>(), device: deviceOf(answer) };
    };
    const list = async (access: string) =>
      (await app.inject({ url: editorApiUrl.sessions(), headers: bearer(access) })).json();
    const renew = (refresh: string, remoteAddress = "192.0.2.1") =>
      app.inject({ method: "POST", url: editorApiUrl.tokenRefresh(), payload: { refresh }, remoteAddress });
    const notices = async () => {
      await test.mail.mailer.drain();
      const mails = await readMailFiles(test.mailFiles().filter((file) => file.endsWith("-sign-in.eml")));
      return mails.map(({ subject, to, text = "" }) => ({ subject, to: to?.[0]?.address, text }));
    };
    return { ...test, clock, database, own, enter, list, renew, notices };
  }

  test("each says on what, from where and when; networks are too coarse to find a person by", async () => {
    const { clock, own, enter, list, renew } = await start();
    clock.advance(60_000);
    const phone = await enter(FIREFOX, "2001:db8:1:2:3:4:5:6");
    clock.advance(60_000);
    expect((await renew(own.refresh, "203.0.113.77")).statusCode).toBe(200);
    const [first, second, ...rest] = await list(phone.access);
    expect(rest).toEqual([]);
    expect(first).toEqual({
      id: expect.any(String),
      device: expect.any(String),
      origin: "203.0.113.0/24",
      started: "2026-11-20T12:00:00.000Z",
      last_used: "2026-11-20T12:02:00.000Z",
      is_current: false,
    });
    expect(second).toMatchObject({
      device: "Firefox on Linux",
      origin: "2001:db8:1::/48",
      started: "2026-11-20T12:01:00.000Z",
      is_current: true,
    });
  });

  test("one is ended at once, with its access token; nobody ends another's", async () => {
    const { app, database, own, enter, list, renew } = await start();
    const lost = await enter(CHROME, "198.51.100.1");
    const stranger = await startEditor(app, database, { ...EDITOR, email: "other@news.example" });
    const { id } = (await list(lost.access)).find((session: { is_current: boolean }) => session.is_current);
    const end = (access: string) =>
      app.inject({ method: "DELETE", url: editorApiUrl.session(id), headers: bearer(access) });
    expect((await end(stranger.access)).statusCode).toBe(404);
    expect(await me(app, lost.access)).toBe(200);
    expect((await end(own.access)).statusCode).toBe(204);
    expect([await me(app, lost.access), (await renew(lost.refresh)).statusCode]).toEqual([401, 401]);
    expect((await end(own.access)).statusCode).toBe(404);
    expect(await list(own.access)).toHaveLength(1);
  });

  test("all others are ended in one call, this one and other people's go on", async () => {
    const { app, database, own, enter, list } = await start();
    const others = [await enter(CHROME, "198.51.100.1"), await enter(FIREFOX, "198.51.100.2")];
    const stranger = await startEditor(app, database, { ...EDITOR, email: "other@news.example" });
    const answer = await app.inject({
      method: "DELETE",
      url: editorApiUrl.sessions(),
      headers: bearer(own.access),
    });
    expect(answer.statusCode).toBe(204);
    for (const { access } of others) expect(await me(app, access)).toBe(401);
    expect([await me(app, own.access), await me(app, stranger.access)]).toEqual([200, 200]);
    expect(await list(own.access)).toMatchObject([{ is_current: true }]);
  });

  test("one ends after 14 days without use, and after 90 days however often it is used", async () => {
    const { app, clock, own, list, renew, enter } = await start();
    let { refresh } = own;
    let access = "";
    for (let day = 0; day < 84; day += 12) {
      clock.advance(12 * DAY);
      const renewed = await renew(refresh);
      expect(renewed.statusCode, `day ${day + 12}`).toBe(200);
      ({ refresh, access } = renewed.json());
    }
    clock.advance(6 * DAY - 60_000);
    const last = await renew(refresh);
    expect(last.statusCode).toBe(200);
    ({ refresh, access } = last.json());
    expect(await me(app, access)).toBe(200);
    clock.advance(60_000);
    expect(await me(app, access), "an access token does not outlive its session").toBe(401);
    expect((await renew(refresh)).statusCode).toBe(401);

    const unused = await enter(FIREFOX, "192.0.2.1");
    clock.advance(14 * DAY);
    expect((await renew(unused.refresh)).statusCode).toBe(401);
    expect(await list((await enter(FIREFOX, "192.0.2.1")).access)).toHaveLength(1);
  });

  test("nothing that a client sends before logging in becomes its session", async () => {
    const { own, enter, list } = await start();
    const [{ id: chosen }] = await list(own.access);
    const entered = await enter(FIREFOX, "192.0.2.1", own.access);
    const current = (await list(entered.access)).find((session: { is_current: boolean }) => session.is_current);
    expect(current.id).not.toBe(chosen);
  });

  test("a sign-in from a new device or network is announced, the first one and known ones are not", async () => {
    const { clock, enter, notices } = await start();
    expect(await notices(), "the first of all").toEqual([]);
    const laptop = await enter(FIREFOX, "192.0.2.1");
    const [mail, ...none] = await notices();
    expect(none).toEqual([]);
    expect(mail).toMatchObject({ subject: "A new sign-in to Jarida", to: EDITOR.email });
    expect(mail?.text).toContain("Device: Firefox on Linux");
    expect(mail?.text).toContain("Network: 192.0.2.0/24");
    expect(mail?.text).toContain("When: 2026-11-20, 12:00 UTC");
    expect(mail?.text).toContain("https://news.example/admin/security");

    await enter(FIREFOX.replaceAll("145", "146"), "192.0.2.1");
    await enter(CHROME, "192.0.2.1", laptop.device);
    expect(await notices(), "the same device, updated, or by its token").toHaveLength(1);
    await enter(FIREFOX, "198.51.100.9", laptop.device);
    expect(await notices(), "the same device elsewhere").toHaveLength(2);
    await enter(FIREFOX, "198.51.100.9");
    expect(await notices()).toHaveLength(2);
    clock.advance(31 * DAY);
    await enter(FIREFOX, "192.0.2.1");
    expect(await notices(), "after a month elsewhere").toHaveLength(3);
  });

  test("an owner is informed once of a session that ends because a used refresh token came again", async () => {
    const { clock, database, own, renew, notices } = await start();
    expect((await renew(own.refresh)).statusCode).toBe(200);
    clock.advance(11_000);
    for (let again = 0; again < 2; again += 1) expect((await renew(own.refresh, "203.0.113.77")).statusCode).toBe(401);
    const mails = await notices();
    expect(mails).toMatchObject([{ subject: "A session at Jarida was signed out for your safety", to: EDITOR.email }]);
    expect(mails[0]?.text).toContain("Network: 203.0.113.0/24");
    const recorded = database.db.selectFrom("audit_entry").select("network").where("action", "=", "session.end");
    expect(await recorded.execute()).toEqual([{ network: "203.0.113.0/24" }]);
  });

  test("where mail goes nowhere but into files, sign-ins are not announced", async () => {
    const { enter, notices } = await start(null);
    await enter(CHROME, "198.51.100.1");
    expect(await notices()).toEqual([]);
  });
});
