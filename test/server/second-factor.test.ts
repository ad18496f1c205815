import type { FastifyInstance } from "fastify";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { setPassword, turnOffSecondFactors } from "#features/identity/accounts/commands.ts";
import { operator } from "#shared/actor.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { deviceOf, EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { softAuthenticator } from "#test/support/soft-authenticator.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const STEP = 30_000;
type Pair = { access: string; refresh: string };
type Step = { second_factor: string[]; ticket: string; passkey?: { challenge: string; allowCredentials: object[] } };

const bearer = ({ access }: Pair) => ({ authorization: `Bearer ${access}` });
const statusOfMe = async (app: FastifyInstance, pair: Pair) =>
  (await app.inject({ url: editorApiUrl.me(), headers: bearer(pair) })).statusCode;

describeOnSqlite("second factors", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const started = await startTestApp(database, { clock });
    const { app } = started;
    const own: Pair = await startEditor(app, database);
    const call = (method: "GET" | "POST" | "DELETE", url: string, payload?: object, pair = own) =>
      app.inject({ method, url, headers: bearer(pair), ...(payload && { payload }) });
    const codeOf = (secret: string, at = clock.now()) => new TOTP({ secret }).generate({ timestamp: at });
    /** Sets an authenticator up; the code used for that is spent. */
    const setUpApp = async () => {
      const { secret } = (await call("POST", editorApiUrl.totp())).json<{ secret: string }>();
      const confirmed = await call("POST", editorApiUrl.confirmTotp(), { code: codeOf(secret) });
      expect(confirmed.statusCode).toBe(200);
      clock.advance(STEP);
      return { secret, codes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
    };
    const firstStep = async (device?: string, login = EDITOR) =>
      (await logIn(app, login, "192.0.2.1", device)).json<Step>();
    const secondStep = (payload: object, device?: string) =>
      app.inject({
        method: "POST",
        url: editorApiUrl.secondStep(),
        payload,
        headers: device === undefined ? {} : { "x-device-token": device },
      });
    const addPasskey = async (passkey = softAuthenticator(TEST_SITE), payload: object = {}) => {
      const options = (await call("POST", editorApiUrl.passkeyOptions())).json<{ challenge: string }>();
      const answer = await call("POST", editorApiUrl.passkeys(), { ...payload, passkey: passkey.create(options) });
      return { passkey, answer };
    };
    const subjects = async () => (await readMailFiles(started.mailFiles())).map(({ subject }) => subject);
    return {
      ...started,
      clock,
      database,
      own,
      call,
      codeOf,
      setUpApp,
      firstStep,
      secondStep,
      addPasskey,
      sentSubjects: async () => {
        await started.sendResets();
        return subjects();
      },
    };
  }

  test("a password alone gets no tokens once an app is confirmed; a code completes the login, once", async () => {
    const { app, own, call, codeOf, clock, firstStep, secondStep, sentSubjects } = await start();
    const offered = (await call("POST", editorApiUrl.totp())).json<{ secret: string; otpauth: string }>();
    expect(offered.otpauth).toMatch(/^otpauth:\/\/totp\/Jarida:.*secret=[A-Z2-7]{32}&/);
    // A secret that was only shown counts for nothing: whoever stops there is not locked out.
    expect((await logIn(app)).json()).toHaveProperty("access");
    const wrong = await call("POST", editorApiUrl.confirmTotp(), { code: "000000" });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, "wrong_code"]);

    const confirmed = await call("POST", editorApiUrl.confirmTotp(), { code: codeOf(offered.secret) });
    expect(confirmed.json().recovery_codes).toHaveLength(10);
    expect((await call("GET", editorApiUrl.factors())).json()).toEqual({
      totp: true,
      passkeys: 0,
      recovery_codes: 10,
      is_required: false,
    });
    expect(await statusOfMe(app, own)).toBe(200);

    const first = await logIn(app);
    expect([first.statusCode, first.headers["cache-control"], first.headers["x-device-token"]]).toEqual([
      200,
      "no-store",
      undefined,
    ]);
    expect(first.json()).toEqual({ second_factor: ["totp", "recovery"], ticket: expect.any(String) });
    // The code that confirmed the app is spent.
    expect((await secondStep({ ticket: first.json().ticket, code: codeOf(offered.secret) })).statusCode).toBe(401);
    clock.advance(STEP);
    const code = codeOf(offered.secret);
    const done = await secondStep({ ticket: first.json().ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect([done.statusCode, done.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(await statusOfMe(app, done.json())).toBe(200);

    const again = await secondStep({ ticket: first.json().ticket, code });
    expect([again.statusCode, again.json().errors]).toEqual([401, { ticket: expect.stringMatching(/took too long/) }]);
    const replayed = await secondStep({ ticket: (await firstStep()).ticket, code });
    expect([replayed.statusCode, replayed.json().code]).toEqual([401, "wrong_second_factor"]);
    expect(await sentSubjects()).toContain("An authenticator app was set up at Jarida");
  });

  test("of two who come with the same code or ticket at once, one gets in", async () => {
    const { codeOf, setUpApp, firstStep, secondStep } = await start();
    const { secret } = await setUpApp();
    const [one, two] = [await firstStep(), await firstStep()];
    const code = codeOf(secret);
    const answers = await Promise.all([one, one, two, two].map(({ ticket }) => secondStep({ ticket, code })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
  });

  test("a recovery code works once, in capitals and with spaces too; new ones end the old", async () => {
    const { call, setUpApp, firstStep, secondStep, sentSubjects } = await start();
    const { codes } = await setUpApp();
    const typed = (codes[0] ?? "").toUpperCase().replace("-", " ");
    expect((await secondStep({ ticket: (await firstStep()).ticket, code: typed })).statusCode).toBe(200);
    expect((await secondStep({ ticket: (await firstStep()).ticket, code: codes[0] })).statusCode).toBe(401);
    expect((await call("GET", editorApiUrl.factors())).json().recovery_codes).toBe(9);
    const renewed = await call("POST", editorApiUrl.recoveryCodes());
    expect(renewed.json().recovery_codes).toHaveLength(10);
    expect((await secondStep({ ticket: (await firstStep()).ticket, code: codes[1] })).statusCode).toBe(401);
    const { ticket } = await firstStep();
    expect((await secondStep({ ticket, code: renewed.json().recovery_codes[0] })).statusCode).toBe(200);
    expect(await sentSubjects()).toEqual(
      expect.arrayContaining(["A recovery code was used at Jarida", "New recovery codes were created at Jarida"]),
    );
  });

  test("ten wrong codes in 15 minutes, and no more for anybody but a device of the owner", async () => {
    const { clock, codeOf, setUpApp, firstStep, secondStep } = await start();
    const { secret } = await setUpApp();
    const done = await secondStep({ ticket: (await firstStep()).ticket, code: codeOf(secret) });
    clock.advance(STEP);
    const { ticket } = await firstStep();
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await secondStep({ ticket, code: `guess-${guess}` })).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await secondStep({ ticket, code: codeOf(secret) })).statusCode).toBe(429);
    const device = deviceOf(done);
    expect(
      (await secondStep({ ticket: (await firstStep(device)).ticket, code: codeOf(secret) }, device)).statusCode,
    ).toBe(200);
    clock.advance(15 * MINUTE);
    expect((await secondStep({ ticket: (await firstStep()).ticket, code: codeOf(secret) })).statusCode).toBe(200);
  });

  test("a ticket ends after 5 minutes and with a change of the password; it is no token of a session", async () => {
    const { app, database, clock, codeOf, setUpApp, firstStep, secondStep } = await start();
    const { secret } = await setUpApp();
    const late = await firstStep();
    expect(await statusOfMe(app, { access: late.ticket, refresh: "" })).toBe(401);
    clock.advance(5 * MINUTE);
    expect((await secondStep({ ticket: late.ticket, code: codeOf(secret) })).json().errors).toHaveProperty("ticket");
    const before = await firstStep();
    await setPassword(database, operator, EDITOR.email, EDITOR.password);
    expect((await secondStep({ ticket: before.ticket, code: codeOf(secret) })).json().errors).toHaveProperty("ticket");
    expect((await secondStep({ ticket: (await firstStep()).ticket, code: codeOf(secret) })).statusCode).toBe(200);
  });

  test("neither secrets nor codes nor tickets can be read from the database", async () => {
    const { database, setUpApp, firstStep } = await start();
    const { secret, codes } = await setUpApp();
    const { ticket } = await firstStep();
    const { db } = database;
    const stored = JSON.stringify([
      await db.selectFrom("authenticator").selectAll().execute(),
      await db.selectFrom("recovery_code").selectAll().execute(),
      await db.selectFrom("sign_in_ticket").selectAll().execute(),
    ]);
    for (const hidden of [secret, ticket, ...codes]) expect(stored).not.toContain(hidden);
  });

  test("who logged in a while ago gives the password before anything is changed", async () => {
    const { app, clock, own, call: callAs, setUpApp, addPasskey, sentSubjects } = await start();
    await setUpApp();
    const { answer } = await addPasskey();
    const { id } = answer.json<{ id: string }>();
    clock.advance(14 * MINUTE);
    const later = await app.inject({
      method: "POST",
      url: editorApiUrl.tokenRefresh(),
      payload: { refresh: own.refresh },
    });
    clock.advance(MINUTE);
    const call = (method: "POST" | "DELETE", url: string, payload: object) =>
      callAs(method, url, payload, later.json());
    const calls = [
      ["POST", editorApiUrl.totp()],
      ["POST", editorApiUrl.recoveryCodes()],
      ["POST", editorApiUrl.passkeyOptions()],
      ["DELETE", editorApiUrl.passkey(id)],
      ["DELETE", editorApiUrl.totp()],
    ] as const;
    for (const [method, url] of calls) {
      const refused = await call(method, url, {});
      expect([url, refused.statusCode, Object.keys(refused.json().errors)]).toEqual([url, 400, ["password"]]);
      const wrong = await call(method, url, { password: "not this one" });
      expect([wrong.statusCode, wrong.json().code]).toEqual([400, "wrong_password"]);
    }
    for (const [method, url] of calls)
      expect([200, 204]).toContain((await call(method, url, { password: EDITOR.password })).statusCode);
    const left = await callAs("GET", editorApiUrl.factors(), undefined, later.json());
    expect(left.json()).toEqual({ totp: false, passkeys: 0, recovery_codes: 0, is_required: false });
    expect(await sentSubjects()).toEqual(
      expect.arrayContaining(["A passkey was removed at Jarida", "The authenticator app was turned off at Jarida"]),
    );
  });

  test("a passkey is a second step, and with its device's own check the only one", async () => {
    const { app, call, addPasskey, firstStep, secondStep } = await start();
    const { passkey, answer } = await addPasskey(undefined, { name: "My phone" });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      expect.objectContaining({ name: "My phone", last_used: null, recovery_codes: expect.any(Array) }),
    ]);
    const step = await firstStep();
    expect(step).toMatchObject({
      second_factor: ["passkey", "recovery"],
      passkey: { allowCredentials: [{ type: "public-key" }] },
    });
    const challenge = step.passkey?.challenge ?? "";
    const done = await secondStep({ ticket: step.ticket, passkey: passkey.get({ challenge, isVerified: false }) });
    expect([done.statusCode, await statusOfMe(app, done.json())]).toEqual([200, 200]);
    expect((await call("GET", editorApiUrl.passkeys())).json()).toMatchObject([
      { name: "My phone", last_used: expect.any(String) },
    ]);

    const alone = async (isVerified: boolean) => {
      const asked = (await app.inject({ method: "POST", url: editorApiUrl.passkeyLogin() })).json<Required<Step>>();
      return secondStep({ ticket: asked.ticket, passkey: passkey.get({ ...asked.passkey, isVerified }) });
    };
    expect((await alone(false)).statusCode).toBe(401);
    const in1 = await alone(true);
    expect([in1.statusCode, await statusOfMe(app, in1.json())]).toEqual([200, 200]);
  });

  test("an answer of a passkey is good for its own ticket, site, account and moment only", async () => {
    const { app, database, clock, call, addPasskey, firstStep, secondStep } = await start();
    const { passkey } = await addPasskey();
    const step = async () => {
      const { ticket, passkey: options } = await firstStep();
      return { ticket, challenge: options?.challenge ?? "" };
    };
    const [one, two] = [await step(), await step()];
    const used = passkey.get(one);
    const refused = { code: "wrong_second_factor", errors: { passkey: expect.any(String) } };
    expect((await secondStep({ ticket: two.ticket, passkey: used })).json()).toMatchObject(refused);
    expect((await secondStep({ ticket: one.ticket, passkey: used })).statusCode).toBe(200);
    expect((await secondStep({ ticket: one.ticket, passkey: used })).json().errors).toHaveProperty("ticket");
    const elsewhere = passkey.get({ ...two, origin: "https://jarida.example.evil.test" });
    expect((await secondStep({ ticket: two.ticket, passkey: elsewhere })).json()).toMatchObject(refused);
    const stranger = softAuthenticator(TEST_SITE).get(two);
    expect((await secondStep({ ticket: two.ticket, passkey: stranger })).json()).toMatchObject(refused);
    // A copy of the device, at an earlier count of signatures.
    passkey.rewind();
    expect((await secondStep({ ticket: two.ticket, passkey: passkey.get(two) })).json()).toMatchObject(refused);

    const other = { email: "other@news.example", password: EDITOR.password, name: "Other", role: "editor" as const };
    await addTestAccount(database, clock, other);
    const pair = (await logIn(app, other)).json<Pair>();
    const options = (await call("POST", editorApiUrl.passkeyOptions())).json<{ challenge: string }>();
    const made = softAuthenticator(TEST_SITE).create(options);
    expect((await call("POST", editorApiUrl.passkeys(), { passkey: made }, pair)).statusCode).toBe(400);
    clock.advance(5 * MINUTE);
    expect((await call("POST", editorApiUrl.passkeys(), { passkey: made })).statusCode).toBe(400);
    expect((await call("POST", editorApiUrl.passkeys(), { passkey: { ...made, response: {} } })).statusCode).toBe(400);
  });

  test("the operator lets the password alone log somebody in again", async () => {
    const { app, database, setUpApp, addPasskey } = await start();
    await setUpApp();
    await addPasskey();
    expect(await turnOffSecondFactors(database, operator, EDITOR.email)).toBe(true);
    expect((await logIn(app)).json()).toHaveProperty("access");
    expect(await turnOffSecondFactors(database, operator, EDITOR.email)).toBe(false);
    const actions = await database.db.selectFrom("audit_entry").select(["action", "changes"]).orderBy("id").execute();
    expect(actions.map(({ action }) => action).filter((action) => /factor|passkey/.test(action))).toEqual([
      "factor.add",
      "passkey.add",
      "factor.off",
    ]);
  });
});
