import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { setPassword } from "#features/identity/accounts/commands.ts";
import { operator } from "#shared/actor.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { deviceOf, EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const NEW = "marmalade over the old bridge";

const bearer = (access: string) => ({ authorization: `Bearer ${access}` });
const me = async (app: FastifyInstance, access: string) =>
  (await app.inject({ url: editorApiUrl.me(), headers: bearer(access) })).statusCode;
const refresh = async (app: FastifyInstance, token: string) =>
  (await app.inject({ method: "POST", url: editorApiUrl.tokenRefresh(), payload: { refresh: token } })).statusCode;

describeOnSqlite("one's own password", (open) => {
  async function start(settings: { rateLimits?: boolean } = {}) {
    const clock = testClock();
    const database = await open();
    const test = await startTestApp(database, { clock, ...settings });
    const { app } = test;
    const own = await startEditor(app, database);
    const change = (access: string, payload: object, remoteAddress = "192.0.2.1") =>
      app.inject({ method: "PUT", url: editorApiUrl.password(), payload, headers: bearer(access), remoteAddress });
    const forgot = (email: string, more: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
      app.inject({ method: "POST", url: editorApiUrl.forgotPassword(), payload: { email }, ...more });
    const reset = (payload: object) => app.inject({ method: "POST", url: editorApiUrl.resetPassword(), payload });
    /** The mails of a kind sent so far, each with the token of its link. */
    const mails = async (kind: string) => {
      await test.sendResets();
      const found = await readMailFiles(test.mailFiles().filter((file) => file.endsWith(`-${kind}.eml`)));
      return found.map((mail) => ({ ...mail, link: /^https?:\S+reset\S+$/m.exec(mail.text ?? "")?.[0] ?? "" }));
    };
    const tokenFor = async (email: string) => {
      await forgot(email);
      return new URL((await mails("reset")).at(-1)?.link ?? "").searchParams.get("token") ?? "";
    };
    return { ...test, database, clock, own, change, forgot, reset, mails, tokenFor };
  }

  test("a change ends every other session, starts a new one, and tells the owner", async () => {
    const { app, own, change, mails } = await start();
    const other = (await logIn(app)).json();
    const changed = await change(own.access, { current: EDITOR.password, password: NEW });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers["cache-control"]).toBe("no-store");
    const pair = changed.json<{ access: string; refresh: string }>();
    expect(pair).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    expect(await me(app, pair.access)).toBe(200);
    for (const { access, refresh: token } of [own, other])
      expect([await me(app, access), await refresh(app, token)]).toEqual([401, 401]);
    // Not the old session under a new name: whoever knew its id knows nothing.
    const sid = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sid;
    expect(sid(pair.access)).not.toBe(sid(own.access));
    expect(await refresh(app, pair.refresh)).toBe(200);
    expect((await logIn(app)).statusCode).toBe(401);
    expect((await logIn(app, { ...EDITOR, password: NEW }, "192.0.2.1", deviceOf(changed))).statusCode).toBe(200);
    expect(await mails("password")).toMatchObject([{ subject: "Your password for Jarida has been changed" }]);
  });

  test("a wrong current password changes nothing, and counts as a guess", async () => {
    const { app, own, change } = await start();
    for (let guess = 0; guess < 10; guess += 1) {
      const refused = await change(own.access, { current: `guess ${guess}`, password: NEW });
      expect([refused.json().code, Object.keys(refused.json().errors)]).toEqual(["wrong_password", ["current"]]);
    }
    const limited = await change(own.access, { current: EDITOR.password, password: NEW });
    expect([limited.statusCode, Number(limited.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await logIn(app)).statusCode).toBe(429);
    expect((await change(own.access, { current: EDITOR.password, password: NEW }, "198.51.100.7")).statusCode).toBe(
      200,
    );
  });

  test("a new password has at least 12 characters, an old one may be shorter", async () => {
    const { app, database, own, change, reset } = await start();
    await setPassword(database, operator, EDITOR.email, "short");
    const { access } = (await logIn(app, { ...EDITOR, password: "short" })).json();
    expect(await me(app, own.access)).toBe(401);
    for (const password of ["eleven char", "ü".repeat(11), "👩".repeat(11)]) {
      const refused = await change(access, { current: "short", password });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().errors).toEqual({ password: "Password must have at least 12 characters." });
      expect((await reset({ token: "x", password })).json().errors).toHaveProperty("password");
    }
    expect((await change(access, {})).json().errors).toEqual({
      current: "Current password is required.",
      password: "Password is required.",
    });
    expect((await change(access, { current: "short", password: "twelve chars" })).statusCode).toBe(200);
  });

  test("a common password is refused, by a change and by a link, which stays good", async () => {
    const { own, change, reset, tokenFor } = await start();
    const token = await tokenFor(EDITOR.email);
    const sentence = "This password is too common, or similar to a common one. Please choose another.";
    for (const password of ["P@ssw0rd1234", "qwertyuiop12345"]) {
      const refused = [
        await change(own.access, { current: EDITOR.password, password }),
        await reset({ token, password }),
      ];
      for (const answer of refused) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toEqual({ code: "weak_password", detail: sentence, errors: { password: sentence } });
      }
    }
    expect((await reset({ token, password: NEW })).statusCode).toBe(200);
  });

  test("a link sets a password once, within 30 minutes, ends all sessions, and is stored nowhere", async () => {
    const { app, database, clock, own, reset, tokenFor, mails } = await start();
    const token = await tokenFor(` ${EDITOR.email.toUpperCase()} `);
    const { db } = database;
    const stored = [
      await db.selectFrom("password_reset").selectAll().execute(),
      await db.selectFrom("mail").selectAll().execute(),
      await db.selectFrom("mail_body").selectAll().execute(),
      await db.selectFrom("task").selectAll().execute(),
    ];
    expect(JSON.stringify(stored)).not.toContain(token);

    clock.advance(30 * MINUTE - 1);
    const done = await reset({ token, password: NEW });
    expect([done.statusCode, done.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect([await me(app, own.access), await refresh(app, own.refresh)]).toEqual([401, 401]);
    expect((await logIn(app)).statusCode).toBe(401);
    expect((await logIn(app, { ...EDITOR, password: NEW })).statusCode).toBe(200);
    expect(await mails("password")).toHaveLength(1);

    const again = await reset({ token, password: "another fine password" });
    expect([again.statusCode, again.json().code]).toEqual([400, "invalid_link"]);
    expect((await logIn(app, { ...EDITOR, password: NEW })).statusCode).toBe(200);
  });

  test("a link ends after 30 minutes, with any change of the password, and with another link's use", async () => {
    const { clock, database, reset, tokenFor } = await start();
    const late = await tokenFor(EDITOR.email);
    clock.advance(30 * MINUTE);
    expect((await reset({ token: late, password: NEW })).statusCode).toBe(400);
    const before = await tokenFor(EDITOR.email);
    await setPassword(database, operator, EDITOR.email, EDITOR.password);
    expect((await reset({ token: before, password: NEW })).statusCode).toBe(400);
    const [one, two] = [await tokenFor(EDITOR.email), await tokenFor(EDITOR.email)];
    expect(one).not.toBe(two);
    expect((await reset({ token: two, password: NEW })).statusCode).toBe(200);
    expect((await reset({ token: one, password: EDITOR.password })).statusCode).toBe(400);
  });

  test("a link that is used twice at once sets one password", async () => {
    const { app, reset, tokenFor } = await start();
    const token = await tokenFor(EDITOR.email);
    const passwords = ["the first of two passwords", "the second of two passwords"];
    const answers = await Promise.all(passwords.map((password) => reset({ token, password })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const logins = await Promise.all(passwords.map((password) => logIn(app, { ...EDITOR, password })));
    expect(logins.map(({ statusCode }) => statusCode)).toEqual(
      answers.map((one) => (one.statusCode === 200 ? 200 : 401)),
    );
  });

  test("the link leads to the configured site, whatever host a request names", async () => {
    const { forgot, mails } = await start();
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    expect((await forgot(EDITOR.email, { headers })).statusCode).toBe(200);
    const [mail] = await mails("reset");
    expect(mail?.link).toMatch(new RegExp(`^${TEST_SITE}/admin/reset\\?token=[\\w-]{43}$`));
    expect(mail?.raw).not.toContain("evil.example");
  });

  test("whether an account has an address shows in nothing: neither the answer nor the work for it", async () => {
    const { database, forgot, mails } = await start({ rateLimits: true });
    const work = async (email: string) => {
      const { db } = database;
      const counts = async () => [
        (await db.selectFrom("task").selectAll().execute()).length,
        (await db.selectFrom("attempt").selectAll().execute()).length,
        (await db.selectFrom("mail").selectAll().execute()).length,
        (await db.selectFrom("password_reset").selectAll().execute()).length,
      ];
      const before = await counts();
      const { statusCode, body } = await forgot(email);
      const after = await counts();
      return { statusCode, body, rows: after.map((count, index) => count - (before[index] ?? 0)) };
    };
    const [known, unknown] = [await work(EDITOR.email), await work("nobody@news.example")];
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ statusCode: 200, rows: [1, 2, 0, 0] });
    expect((await mails("reset")).map(({ to }) => to?.[0]?.address)).toEqual([EDITOR.email]);
    expect((await forgot("no address")).json().errors).toHaveProperty("email");
  });

  test("links are limited for one address and by one network, without anybody noticing", async () => {
    const { clock, forgot, mails } = await start({ rateLimits: true });
    const statuses = async (count: number, addressOf: (number: number) => string, remoteAddress?: string) => {
      for (let number = 0; number < count; number += 1) {
        const answer = await forgot(addressOf(number), {
          remoteAddress: remoteAddress ?? `198.51.100.${number}`,
        });
        expect(answer.statusCode).toBe(200);
      }
    };
    await statuses(7, () => EDITOR.email);
    expect(await mails("reset")).toHaveLength(5);
    clock.advance(15 * MINUTE);
    await statuses(30, (number) => `person-${number}@news.example`, "192.0.2.9");
    await forgot(EDITOR.email, { remoteAddress: "192.0.2.9" });
    expect(await mails("reset")).toHaveLength(5);
    await forgot(EDITOR.email, { remoteAddress: "192.0.2.10" });
    expect(await mails("reset")).toHaveLength(6);
  });

  test("what opens something else opens no reset, and a reset's token nothing else", async () => {
    const { app, own, reset, tokenFor } = await start();
    const token = await tokenFor(EDITOR.email);
    for (const wrong of [own.access, own.refresh.slice(0, 190), `${token}x`, token.toLowerCase(), "{{reset_url}}"])
      expect((await reset({ token: wrong.slice(0, 190), password: NEW })).statusCode, wrong.slice(0, 20)).toBe(400);
    for (const wrong of ["", 7, null, ["x"], { $ne: "" }])
      expect((await reset({ token: wrong, password: NEW })).json().errors).toHaveProperty("token");
    expect([await me(app, token), await refresh(app, token)]).toEqual([401, 401]);
    expect((await reset({ token, password: NEW })).statusCode).toBe(200);
  });
});
