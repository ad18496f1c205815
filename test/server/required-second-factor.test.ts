import type { FastifyInstance } from "fastify";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { turnOffSecondFactors } from "#features/identity/accounts/commands.ts";
import type { OwnProfile } from "#features/identity/accounts/endpoints.ts";
import { partsOfName } from "#platform/endpoints.ts";
import { operator, type Role } from "#shared/actor.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { softAuthenticator } from "#test/support/soft-authenticator.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const WRITER = { ...EDITOR, email: "writer@news.example", name: "Wanjiru Kamau", role: "writer" as const };

/** What can be called before a second factor is set up; all else that needs a token cannot. */
const BEFORE = [
  "DELETE /accounts/passkeys/:id",
  "DELETE /accounts/sessions",
  "DELETE /accounts/sessions/:id",
  "DELETE /accounts/two-factor/totp",
  "GET /accounts/passkeys",
  "GET /accounts/sessions",
  "GET /accounts/two-factor",
  "GET /accounts/users/me",
  "POST /accounts/passkeys",
  "POST /accounts/passkeys/options",
  "POST /accounts/two-factor/recovery",
  "POST /accounts/two-factor/totp",
  "POST /accounts/two-factor/totp/confirm",
  "POST /system/client-errors",
  "PUT /accounts/password",
];

type Method = "GET" | "PUT" | "POST" | "DELETE";
/** Calls as somebody. */
const caller =
  (app: FastifyInstance, access: string) =>
  (method: Method, url: string, payload?: object, more: Record<string, string> = {}) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${access}`, ...more },
      ...(payload && { payload }),
    });

describeOnSqlite("a required second factor", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const { app, sealAudit } = await startTestApp(database, { clock });
    const call = caller(app, (await startEditor(app, database)).access);
    await addTestAccount(database, clock, WRITER);
    const callAs = async (login: object) => caller(app, (await logIn(app, login)).json<{ access: string }>().access);
    const setUpApp = async (as: typeof call) => {
      const { secret } = (await as("POST", editorApiUrl.totp())).json<{ secret: string }>();
      const code = new TOTP({ secret }).generate({ timestamp: clock.now() });
      expect((await as("POST", editorApiUrl.confirmTotp(), { code })).statusCode).toBe(200);
    };
    const addPasskey = async (as: typeof call) => {
      const options = (await as("POST", editorApiUrl.passkeyOptions())).json<{ challenge: string }>();
      const made = { passkey: softAuthenticator(TEST_SITE).create(options) };
      return (await as("POST", editorApiUrl.passkeys(), made)).json<{ id: string }>().id;
    };
    const demand = (...roles: Role[]) => call("PUT", editorApiUrl.requiredFactors(), { roles });
    const isDue = async (as: typeof call) => (await as("GET", editorApiUrl.me())).json<OwnProfile>().second_factor_due;
    return { app, clock, database, call, callAs, setUpApp, addPasskey, demand, isDue, sealAudit };
  }

  test("whoever has none can do nothing but set one up, in sessions that are open already too", async () => {
    const { app, callAs, setUpApp, demand, isDue } = await start();
    const writer = await callAs(WRITER);
    expect((await writer("GET", editorApiUrl.newsroom())).statusCode).toBe(200);
    const before = await writer("GET", editorApiUrl.me());
    expect((await demand("writer")).statusCode).toBe(200);

    const calls = [...app.endpoints].filter(([, { endpoint }]) => endpoint.access !== "public");
    const let_through: string[] = [];
    for (const [name] of calls) {
      const { method, path } = partsOfName(name);
      const url = `/api${path.replace(/:\w+/g, "1")}`;
      const answer = await writer(method as Method, url);
      const { errors, code } = answer.statusCode === 204 ? { errors: {}, code: "" } : answer.json();
      if (answer.statusCode !== 403 || !errors?.second_factor) let_through.push(name);
      else expect(code).toBe("second_factor_required");
    }
    expect(let_through.sort()).toEqual(BEFORE);
    // A browser asks with the tag of what it has.
    const tag = { "if-none-match": String(before.headers.etag) };
    const now = await writer("GET", editorApiUrl.me(), undefined, tag);
    expect([before.json().second_factor_due, now.statusCode, now.json().second_factor_due]).toEqual([false, 200, true]);
    expect((await writer("GET", editorApiUrl.factors())).json().is_required).toBe(true);

    await setUpApp(writer);
    expect(await isDue(writer)).toBe(false);
    expect((await writer("GET", editorApiUrl.newsroom())).statusCode).toBe(200);
  });

  test("it binds new sessions and new roles, and nobody else; a refusal is no attempt at anything", async () => {
    const { app, database, call, callAs, demand, isDue, sealAudit } = await start();
    await demand("writer", "editor");
    const writer = await callAs(WRITER);
    expect([await isDue(writer), await isDue(call)]).toEqual([true, false]);
    const invited = await call("POST", editorApiUrl.invitations(), { email: "new@news.example", role: "editor" });
    const token = new URL(invited.json<{ link: string }>().link).searchParams.get("token");
    const joined = await app.inject({
      method: "POST",
      url: editorApiUrl.acceptInvitation(),
      payload: { token, name: "New", password: "four words nobody said" },
    });
    expect(await isDue(caller(app, joined.json<{ access: string }>().access))).toBe(true);
    expect((await writer("GET", editorApiUrl.newsroom())).statusCode).toBe(403);

    const { id } = (await writer("GET", editorApiUrl.me())).json<OwnProfile>();
    const promote = { method: "PATCH" as const, url: editorApiUrl.user(id), payload: { role: "contributor" } };
    const { authorization } = {
      authorization: String((await startEditor(app, database, SECOND)).headers.authorization),
    };
    expect((await app.inject({ ...promote, headers: { authorization } })).statusCode).toBe(200);
    expect(await isDue(writer)).toBe(false);
    await demand();
    await sealAudit();
    const told = await database.db.selectFrom("audit_entry").select(["action", "changes"]).execute();
    expect(told.filter(({ action }) => action === "access.deny")).toEqual([]);
    expect(
      told.filter(({ action }) => action === "settings.change").map(({ changes }) => JSON.parse(changes ?? "")),
    ).toEqual([{ roles: { from: "", to: "editor, writer" } }, { roles: { from: "editor, writer", to: "" } }]);
  });

  test("a chief who has none cannot require it of chiefs; others do not get at the setting", async () => {
    const { database, call, callAs, setUpApp, demand, isDue } = await start();
    const locked = await demand("chief", "writer");
    expect([locked.statusCode, locked.json().detail]).toEqual([409, expect.stringMatching(/lock yourself out/)]);
    expect((await call("GET", editorApiUrl.requiredFactors())).json()).toEqual({ roles: [] });
    await setUpApp(call);
    const first = await call("GET", editorApiUrl.requiredFactors());
    expect((await demand("writer", "chief", "writer")).json()).toEqual({ roles: ["chief", "writer"] });
    const stale = await call(
      "PUT",
      editorApiUrl.requiredFactors(),
      { roles: [] },
      { "if-match": String(first.headers.etag) },
    );
    expect(stale.statusCode).toBe(409);
    for (const roles of [["reader"], "chief", null, [1], Array(5).fill("chief"), ["chief\u0000"]]) {
      const refused = await call("PUT", editorApiUrl.requiredFactors(), { roles });
      expect([refused.statusCode, Object.values(refused.json().errors)]).toEqual([
        400,
        [expect.stringMatching(/^Roles must be/)],
      ]);
    }
    expect((await call("PUT", editorApiUrl.requiredFactors(), {})).statusCode).toBe(400);
    await demand("chief");
    const writer = await callAs(WRITER);
    expect((await writer("GET", editorApiUrl.requiredFactors())).statusCode).toBe(403);
    expect((await writer("PUT", editorApiUrl.requiredFactors(), { roles: [] })).statusCode).toBe(403);

    // The way back of somebody who has lost everything: in by the password, and to a new factor.
    await turnOffSecondFactors(database, operator, EDITOR.email);
    const back = await callAs(EDITOR);
    expect(await isDue(back)).toBe(true);
    await setUpApp(back);
    expect((await back("GET", editorApiUrl.requiredFactors())).json()).toEqual({ roles: ["chief"] });
  });

  test("the last factor stays while it is required, also where two are removed at once", async () => {
    const { clock, call, setUpApp, addPasskey, demand } = await start();
    await setUpApp(call);
    await demand("chief");
    const password = { password: EDITOR.password };
    const kept = await call("DELETE", editorApiUrl.totp(), password);
    expect([kept.statusCode, kept.json().detail]).toEqual([409, expect.stringMatching(/before you remove this one/)]);
    const id = await addPasskey(call);
    clock.advance(60_000);
    const removed = await Promise.all([
      call("DELETE", editorApiUrl.totp(), password),
      call("DELETE", editorApiUrl.passkey(id), password),
    ]);
    expect(removed.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    const left = (await call("GET", editorApiUrl.factors())).json();
    expect(Number(left.totp) + left.passkeys).toBe(1);
    await demand();
    expect(
      (await call("DELETE", left.totp ? editorApiUrl.totp() : editorApiUrl.passkey(id), password)).statusCode,
    ).toBe(204);
  });
});

const SECOND = { ...EDITOR, email: "second@news.example", name: "Second Chief" };
