import type { FastifyInstance } from "fastify";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { unsubscribeToken } from "#features/newsletter/rules.ts";
import { keyId } from "#platform/keys.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { startTestApp, TEST_SECRET } from "#test/support/test-app.ts";

const NEW = "another secret of at least thirty-two bytes, for tests";
const STEP = 30_000;

const kidOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;
const post = (app: FastifyInstance, url: string, payload?: object, headers = {}) =>
  app.inject({ method: "POST", url, headers, ...(payload && { payload }) });

describeOnSqlite("a rotated secret key", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    /** The server as it is started with these keys. */
    const withKeys = (secretKey: string, ...previousKeys: string[]) =>
      startTestApp(database, { clock, secrets: { secretKey, previousKeys } });
    const before = await withKeys(TEST_SECRET);
    const { access, refresh, headers } = await startEditor(before.app, database);
    const me = async (app: FastifyInstance, token = access) =>
      (await app.inject({ url: editorApiUrl.me(), headers: { authorization: `Bearer ${token}` } })).statusCode;
    return { clock, database, withKeys, before, access, refresh, headers, me };
  }

  test("leaves sessions and links that were sent valid until they end, and signs by the new one", async () => {
    const { database, withKeys, before, access, refresh, headers, me } = await start();
    const { app } = before;
    for (const email of ["one@example.com", "two@example.com"]) await post(app, apiUrl.subscribe(), { email });
    const [one, two] = await database.db.selectFrom("subscriber").select("id").orderBy("id").execute();
    const old = unsubscribeToken(TEST_SECRET, one?.id ?? 0);
    const [id = "", , mac = ""] = unsubscribeToken(TEST_SECRET, two?.id ?? 0).split(".");
    const article = await publish(before.store, { title: "At length" });
    const preview = (await post(app, editorApiUrl.preview(article), undefined, headers)).json<{ url: string }>().url;
    const invited = await post(app, editorApiUrl.invitations(), { email: "new@news.example", role: "writer" }, headers);
    const join = new URL(invited.json<{ link: string }>().link).searchParams.get("token");

    const after = await withKeys(NEW, TEST_SECRET);
    expect(await me(after.app)).toBe(200);
    const pair = (await post(after.app, editorApiUrl.tokenRefresh(), { refresh })).json<{
      access: string;
      refresh: string;
    }>();
    expect([access, pair.access, pair.refresh].map(kidOf)).toEqual([keyId(TEST_SECRET), keyId(NEW), keyId(NEW)]);
    expect((await after.app.inject(new URL(preview).pathname)).statusCode).toBe(200);
    const joined = { token: join, name: "New", password: "four words nobody said" };
    expect((await post(after.app, editorApiUrl.acceptInvitation(), joined)).statusCode).toBe(200);
    expect((await post(after.app, apiUrl.unsubscribe(), { token: old })).statusCode).toBe(200);
    // As links were before keys had ids.
    expect((await post(after.app, apiUrl.unsubscribe(), { token: `${id}.${mac}` })).statusCode).toBe(200);
    const forged = `${id}.${keyId(NEW)}.${mac}`;
    expect((await post(after.app, apiUrl.unsubscribe(), { token: forged })).statusCode).toBe(400);

    const forgotten = await withKeys(NEW);
    expect([await me(forgotten.app), await me(forgotten.app, pair.access)]).toEqual([401, 200]);
    expect((await post(forgotten.app, apiUrl.unsubscribe(), { token: old })).statusCode).toBe(400);
  });

  test("makes the links of mails that wait as they were begun", async () => {
    const { database, withKeys, before } = await start();
    const reset = async (site: typeof before) => {
      const mails = await readMailFiles(site.mailFiles().filter((file) => file.endsWith("-reset.eml")));
      return /reset\?token=(\S+)$/m.exec(mails.at(-1)?.text ?? "")?.[1];
    };
    await post(before.app, editorApiUrl.forgotPassword(), { email: EDITOR.email });
    await before.queueResets();
    expect(await database.db.selectFrom("mail").select("state").execute()).toEqual([{ state: "queued" }]);
    const after = await withKeys(NEW, TEST_SECRET);
    await after.sendResets();
    const password = "marmalade over the old bridge";
    const set = await post(after.app, editorApiUrl.resetPassword(), { token: await reset(after), password });
    expect(set.statusCode).toBe(200);
  });

  test("leaves authenticator apps and recovery codes usable, and apps also once the old one is forgotten", async () => {
    const { clock, database, withKeys, before, headers } = await start();
    const { secret } = (await post(before.app, editorApiUrl.totp(), undefined, headers)).json<{ secret: string }>();
    const code = () => new TOTP({ secret }).generate({ timestamp: clock.now() });
    const set = await post(before.app, editorApiUrl.confirmTotp(), { code: code() }, headers);
    const { recovery_codes: codes } = set.json<{ recovery_codes: string[] }>();
    const stepBy = async (app: FastifyInstance, given: string | undefined) => {
      const { ticket } = (await logIn(app)).json<{ ticket: string }>();
      return (await post(app, editorApiUrl.secondStep(), { ticket, code: given })).statusCode;
    };
    const after = await withKeys(NEW, TEST_SECRET);
    clock.advance(STEP);
    expect([await stepBy(after.app, code()), await stepBy(after.app, codes[0])]).toEqual([200, 200]);
    const stored = () => database.db.selectFrom("authenticator").select("secret").executeTakeFirstOrThrow();
    expect((await stored()).secret).toMatch(new RegExp(`^${keyId(TEST_SECRET)}\\.`));
    await after.reencryptSecrets();
    const resealed = await stored();
    expect(resealed.secret).toMatch(new RegExp(`^${keyId(NEW)}\\.`));
    await after.reencryptSecrets();
    expect(await stored()).toEqual(resealed);
    const forgotten = await withKeys(NEW);
    clock.advance(STEP);
    expect([await stepBy(forgotten.app, code()), await stepBy(forgotten.app, codes[1])]).toEqual([200, 401]);
  });
});
