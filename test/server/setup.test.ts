import { expect, test } from "vitest";
import { firstLines } from "#app/services.ts";
import { seedCategories } from "#features/categories/commands.ts";
import { ensureFirstAccount, setPassword } from "#features/identity/accounts/commands.ts";
import { accentFault } from "#features/settings/appearance/rules.ts";
import { operator } from "#shared/actor.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { logIn } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;
const FIRST = { adminEmail: "admin@localhost", siteUrl: TEST_SITE };
const PRINTED = "the printed password";
const CHIEF = {
  name: "Wanjiru Kamau",
  email: "Wanjiru@News.example",
  password: "marmalade over the old bridge",
  time_zone: "Africa/Nairobi",
};
const DEFAULTS = { site_name: "Jarida", language: "en", accent: "#bd3216" };
const PUBLICATION = { site_name: " Habari Leo ", language: "sw", accent: "#0B5D3B" };
const RIGHT = { ...CHIEF, email: CHIEF.email.toLowerCase() };

describeOnEngines("the setup link", (open) => {
  /** A first start; returns what the operator was told, and the link's token. */
  async function start(...given: [password: undefined] | []) {
    const [password] = given.length === 1 ? given : [PRINTED];
    const clock = testClock();
    const database = await open();
    const { app } = await startTestApp(database, { clock });
    const lines: string[] = [];
    const account = { email: FIRST.adminEmail, name: "Editor", password };
    const first = () =>
      ensureFirstAccount(
        database,
        clock,
        account,
        firstLines(FIRST, clock, (line) => void lines.push(line)),
      );
    await first();
    const token = /\/admin\/setup\?token=(\S+)/.exec(lines.join("\n"))?.[1] ?? "";
    const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
    const check = (sent = token) => post("/api/setup/check/", { token: sent });
    const setUp = (more: object = {}) => post("/api/setup/", { token, ...CHIEF, ...more });
    return { app, clock, database, lines, first, token, check, setUp };
  }

  test("is printed with the account by the first start only, and stored as a hash", async () => {
    const { database, lines, first, token } = await start(undefined);
    await first();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(lines.join("\n").match(/setup\?token=/g)).toHaveLength(1);
    expect(lines.at(-1)).toBe(
      `Set up your publication at ${TEST_SITE}/admin/setup?token=${token}  (works once, for 24 hours, until the first login)`,
    );
    const stored = await database.db.selectFrom("setup_link").selectAll().execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("replaces the printed account by the chief's own, sets the time zone, and logs in, once", async () => {
    const { app, check, setUp } = await start();
    expect((await check()).json()).toEqual({
      email: "",
      ...DEFAULTS,
      time_zone: "UTC",
      has_demo: false,
    });
    const done = await setUp();
    expect([done.statusCode, done.headers["cache-control"]]).toEqual([200, "no-store"]);
    const headers = { authorization: `Bearer ${done.json().access}` };
    const read = async (url: string) => (await app.inject({ method: "GET", url, headers })).json();
    expect(await read(editorApiUrl.me())).toMatchObject({ name: CHIEF.name, email: RIGHT.email, role: "chief" });
    expect(await read("/api/settings/newsroom/")).toMatchObject({ time_zone: CHIEF.time_zone });
    expect(await read("/api/audit/?action=account.setup")).toHaveLength(1);
    expect((await logIn(app, { email: FIRST.adminEmail, password: PRINTED })).statusCode).toBe(401);
    expect((await logIn(app, { email: RIGHT.email, password: CHIEF.password })).statusCode).toBe(200);
    for (const again of [await setUp({ name: "Somebody Else" }), await check()])
      expect([again.statusCode, again.json().detail]).toEqual([404, expect.stringContaining("was used")]);
  });

  test("sets the name, language and accent of the publication", async () => {
    const { app, setUp } = await start();
    expect((await setUp(PUBLICATION)).statusCode).toBe(200);
    const read = async (url: string) => (await app.inject({ method: "GET", url })).json();
    expect(await read("/api/settings/site/")).toMatchObject({ name: "Habari Leo", language: "sw" });
    expect(await read("/api/settings/appearance/")).toMatchObject({ accent: "#0b5d3b", corners: "square" });
  });

  test("does not set up anything with an accent that is hard to read, and names the nearest one", async () => {
    const { app, check, setUp } = await start();
    const mistaken = await setUp({ ...PUBLICATION, accent: "#ffcc00" });
    const { nearest } = accentFault("#ffcc00") ?? {};
    expect([mistaken.statusCode, Object.keys(mistaken.json().errors)]).toEqual([400, ["accent"]]);
    expect(mistaken.json().errors.accent).toContain(`The nearest colour that passes is ${nearest}.`);
    expect((await check()).json()).toMatchObject(DEFAULTS);
    expect((await logIn(app, { email: FIRST.adminEmail, password: PRINTED })).statusCode).toBe(200);
  });

  test("starts without crypto if the chief keeps no demo content, in the publication's language", async () => {
    const { app, database, setUp } = await start();
    await database.db.transaction().execute((trx) => seedCategories(trx));
    expect((await setUp({ ...PUBLICATION, keeps_demo: false })).statusCode).toBe(200);
    const read = async (url: string) => (await app.inject(url)).json();
    expect(await read("/api/settings/site/")).toMatchObject({
      tagline: "",
      newsletter_text: "Makala mpya kwa barua pepe. Jiondoe wakati wowote.",
      ticker: { is_on: false },
    });
    expect(await read(apiUrl.categories())).toMatchObject([{ name: "Habari", slug: "habari" }]);
    for (const url of [pageUrl.home(), pageUrl.about(), pageUrl.advertise()])
      expect((await app.inject(url)).body.split('id="page-state"')[0], url).not.toMatch(/crypto|blockchain/i);
  });

  test("lets only one of two people in who use it at the same time", async () => {
    const { setUp } = await start();
    const both = await Promise.all([setUp(), setUp({ name: "Another", email: "another@news.example" })]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  test.each([
    [{ password: "P@ssw0rd2024" }, "password"],
    [{ password: "eleven char" }, "password"],
    [{ email: "no address" }, "email"],
    [{ name: " " }, "name"],
    [{ time_zone: "Nairobi" }, "time_zone"],
    [{ site_name: "  " }, "site_name"],
    [{ language: "de" }, "language"],
    [{ accent: "red" }, "accent"],
  ])("stays valid after a mistake: %j", async (more, field) => {
    const { setUp, check } = await start();
    const mistaken = await setUp(more);
    expect([mistaken.statusCode, Object.keys(mistaken.json().errors)]).toEqual([400, [field]]);
    expect((await check()).statusCode).toBe(200);
  });

  test("ends after 24 hours, by the first login, and by a new password", async () => {
    const late = await start();
    late.clock.advance(DAY);
    const used = await start();
    await logIn(used.app, { email: FIRST.adminEmail, password: PRINTED });
    const changed = await start();
    await setPassword(changed.database, operator, FIRST.adminEmail, "another long password", changed.clock);
    for (const { check, setUp } of [late, used, changed])
      expect(await Promise.all([check(), setUp()].map(async (answer) => (await answer).statusCode >= 400))).toEqual([
        true,
        true,
      ]);
  });

  test("looks at the link before the password, which takes long to hash, and is not found without a link", async () => {
    const { check, setUp, database } = await start();
    const wrong = await setUp({ token: "x", password: "password1234" });
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([400, ["token"]]);
    await database.db.deleteFrom("setup_link").execute();
    expect([(await check()).statusCode, (await setUp()).statusCode]).toEqual([404, 404]);
  });

  test("rejects other tokens", async () => {
    const { check, setUp, token } = await start();
    for (const wrong of ["", "x", token.slice(1), `${token}x`, "x".repeat(500), "\u0000"])
      expect([(await check(wrong)).statusCode, (await setUp({ token: wrong })).statusCode], wrong).toEqual([400, 400]);
    expect((await check()).statusCode).toBe(200);
  });
});
