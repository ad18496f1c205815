import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { setPassword } from "#features/identity/accounts/commands.ts";
import { unlockAccount } from "#features/identity/accounts/sessions.ts";
import { attemptsWithin, REMEMBER_FULL_MS } from "#platform/attempts.ts";
import { operator } from "#shared/actor.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { type TestClock, testClock } from "#test/support/clock.ts";
import { deviceOf, EDITOR, logIn } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp, TEST_SECRET } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const wrong = { ...EDITOR, password: "wrong" };

describeOnSqlite("guessing passwords", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const { app } = await startTestApp(database, { clock });
    await addTestAccount(database, clock, EDITOR);
    const statusOf = async (login: object, address?: string, device?: string) =>
      (await logIn(app, login, address, device)).statusCode;
    return { clock, database, app, statusOf };
  }

  /** Fills a limit without the cost of real guesses: attempts are just rows. */
  async function statusesOf(count: number, guess: (number: number) => Promise<number>): Promise<number[]> {
    const statuses: number[] = [];
    for (let number = 0; number < count; number += 1) statuses.push(await guess(number));
    return statuses;
  }

  test("after ten wrong guesses an address is rejected, even with the right password; others are not", async () => {
    const { app, statusOf } = await start();
    expect(await statusesOf(10, () => statusOf(wrong))).toEqual(Array(10).fill(401));
    const refused = await logIn(app, wrong);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBe(15 * 60);
    expect(refused.json()).toMatchObject({ code: "too_many_logins" });
    expect(await statusOf(EDITOR)).toBe(429);
    expect(await statusOf(EDITOR, "192.0.2.2")).toBe(200);
  });

  test("a rejected guess costs no query, and no further entry in the audit log", async () => {
    const { clock, database, statusOf } = await start();
    await statusesOf(10, () => statusOf(wrong));
    const blocks = () =>
      database.db.selectFrom("audit_entry").select("times").where("action", "=", "session.block").execute();
    expect(await statusOf(wrong)).toBe(429);
    expect(await blocks()).toEqual([{ times: 1 }]);
    await sql`alter table account rename to account_elsewhere`.execute(database.db);
    expect(await statusesOf(3, () => statusOf(EDITOR))).toEqual([429, 429, 429]);
    expect(await statusOf(EDITOR, "192.0.2.2"), "another client's query fails").toBe(500);
    await sql`alter table account_elsewhere rename to account`.execute(database.db);
    expect(await statusOf(wrong, undefined, "a made up device")).toBe(429);
    expect(await blocks()).toEqual([{ times: 1 }]);
    clock.advance(REMEMBER_FULL_MS);
    expect(await statusOf(wrong)).toBe(429);
    expect(await blocks()).toEqual([{ times: 2 }]);
  });

  test("the window slides: guesses older than 15 minutes do not count, newer ones do", async () => {
    const { clock, app, statusOf } = await start();
    expect(await statusOf(wrong)).toBe(401);
    clock.advance(14 * MINUTE);
    await statusesOf(9, () => statusOf(wrong));
    const refused = await logIn(app, wrong);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBe(60);
    clock.advance(MINUTE);
    expect(await statusesOf(2, () => statusOf(wrong))).toEqual([401, 429]);
  });

  test("a burst of wrong guesses is admitted ten times; forged addresses do not help", async () => {
    const { app } = await start();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        app.inject({
          method: "POST",
          url: "/api/token/",
          payload: wrong,
          remoteAddress: "192.0.2.1",
          headers: { "x-forwarded-for": `198.51.100.${number}`, "x-real-ip": `198.51.100.${number}` },
        }),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.statusCode === status).length;
    expect([count(401), count(429)]).toEqual([10, 20]);
  });

  test("right passwords do not count, however many at once", async () => {
    const { statusOf } = await start();
    const answers = await Promise.all(Array.from({ length: 15 }, () => statusOf(EDITOR)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await statusOf(wrong)).toBe(401);
  });

  test("an unknown account is rejected in the same words and at the same count", async () => {
    const { app } = await start();
    const unknown = { email: "nobody@news.example", password: "wrong" };
    const [known, other] = [await logIn(app, wrong), await logIn(app, unknown, "192.0.2.9")];
    expect(other.statusCode).toBe(401);
    expect(other.body).toBe(known.body);
    expect(known.json()).toEqual({ code: "wrong_credentials", detail: "Invalid email or password." });
    expect(other.headers["www-authenticate"]).toBe("Bearer");
    expect(await statusesOf(10, async () => (await logIn(app, unknown, "192.0.2.9")).statusCode)).toEqual([
      ...Array(9).fill(401),
      429,
    ]);
  });

  test("one account may be guessed at 100 times from anywhere, one address may guess at 100 accounts", async () => {
    const { database, clock, statusOf } = await start();
    expect(await statusOf(wrong, "198.51.100.1")).toBe(401);
    const keys = await database.db.selectFrom("attempt").select("key").execute();
    expect(keys).toHaveLength(3);
    /** As if 98 more had been counted under the keys that two attempts share. */
    const pretend = async (shared: string[]) => {
      for (const key of shared)
        await database.db
          .insertInto("attempt")
          .values(Array.from({ length: 98 }, (_, number) => ({ id: `${number}`, key, attempted_at: clock.now() })))
          .execute();
    };
    const keysOf = async () => (await database.db.selectFrom("attempt").select("key").execute()).map(({ key }) => key);
    const shared = (all: string[]) => [...new Set(all.filter((key, index) => all.indexOf(key) !== index))];

    expect(await statusOf(wrong, "198.51.100.2")).toBe(401);
    await pretend(shared(await keysOf()));
    expect(await statusOf(wrong, "198.51.100.3")).toBe(429);

    await database.db.deleteFrom("attempt").execute();
    for (const email of ["a@b.example", "c@d.example"])
      expect(await statusOf({ email, password: "x" }, "198.51.100.9")).toBe(401);
    await pretend(shared(await keysOf()));
    expect(await statusOf({ email: "e@f.example", password: "x" }, "198.51.100.9")).toBe(429);
    expect(await statusOf({ email: "e@f.example", password: "x" }, "198.51.100.8")).toBe(401);
  });

  /** As if this many wrong passwords had come for the account from networks all over the world. */
  async function attackFromAnywhere(
    database: Database,
    clock: TestClock,
    statusOf: (login: object, address?: string) => Promise<number>,
  ) {
    const attempts = () => database.db.selectFrom("attempt").select(["id", "key"]).execute();
    const before = new Set((await attempts()).map(({ id }) => id));
    for (const address of ["198.51.100.1", "203.0.113.1"]) expect(await statusOf(wrong, address)).toBe(401);
    const keys = (await attempts()).filter(({ id }) => !before.has(id)).map(({ key }) => key);
    const shared = keys.find((key, index) => keys.indexOf(key) !== index) ?? "";
    await database.db
      .insertInto("attempt")
      .values(Array.from({ length: 98 }, () => ({ id: randomUUID(), key: shared, attempted_at: clock.now() })))
      .execute();
  }

  test("a known network or device can still log in while others guess from everywhere", async () => {
    const { clock, database, app, statusOf } = await start();
    const device = deviceOf(await logIn(app, EDITOR, "192.0.2.1"));
    await attackFromAnywhere(database, clock, statusOf);
    expect(await statusOf(EDITOR, "192.0.2.77"), "a stranger's network").toBe(429);
    expect(await statusOf(EDITOR, "192.0.2.1"), "the network of the first login").toBe(200);
    expect(await statusOf(EDITOR, "192.0.2.77", device), "the same device elsewhere").toBe(200);
    expect(await statusOf(EDITOR, "192.0.2.77"), "whose network is known by now").toBe(200);

    // In the guesser's own network, only the device tells the two apart.
    await statusesOf(10, () => statusOf(wrong, "192.0.2.1"));
    expect(await statusOf(EDITOR, "192.0.2.1")).toBe(429);
    expect(await statusOf(EDITOR, "192.0.2.1", device)).toBe(200);
  });

  test("a session that is renewed makes its network known, for thirty days", async () => {
    const { clock, database, app, statusOf } = await start();
    const { refresh } = (await logIn(app, EDITOR, "192.0.2.1")).json();
    const renew = {
      method: "POST",
      url: "/api/token/refresh/",
      payload: { refresh },
      remoteAddress: "192.0.2.5",
    } as const;
    expect((await app.inject(renew)).statusCode).toBe(200);
    await attackFromAnywhere(database, clock, statusOf);
    expect(await statusOf(EDITOR, "192.0.2.5")).toBe(200);
    const kept = JSON.stringify(await database.db.selectFrom("known_client").selectAll().execute());
    expect(kept).not.toMatch(/192\.0/);
    clock.advance(30 * 24 * 60 * MINUTE);
    await database.db.deleteFrom("attempt").execute();
    await attackFromAnywhere(database, clock, statusOf);
    expect(await statusOf(EDITOR, "192.0.2.5")).toBe(429);
  });

  test("a known client has no more guesses than others: ten, even in a burst", async () => {
    const { app, statusOf } = await start();
    const device = deviceOf(await logIn(app, EDITOR, "192.0.2.1"));
    const burst = async (addressOf: (number: number) => string, token?: string) => {
      const guesses = Array.from({ length: 30 }, (_, number) => statusOf(wrong, addressOf(number), token));
      const statuses = await Promise.all(guesses);
      return statuses.filter((status) => status === 401).length;
    };
    expect(await burst(() => "192.0.2.1")).toBe(10);
    expect(await burst((number) => `198.51.100.${number}`, device)).toBe(10);
  });

  test("a device's token is worthless for another account, after a password change, or when forged", async () => {
    const { clock, database, app, statusOf } = await start();
    const other = {
      email: "other@news.example",
      password: "another good password",
      name: "Other",
      role: "editor" as const,
    };
    await addTestAccount(database, clock, other);
    const login = await logIn(app, other, "192.0.2.8");
    const { access } = login.json();
    const device = deviceOf(await logIn(app, EDITOR, "192.0.2.1"));
    await attackFromAnywhere(database, clock, statusOf);
    for (const bad of [deviceOf(login), access, "made up", `${device}x`, ""])
      expect(await statusOf(EDITOR, "192.0.2.77", bad), bad.slice(0, 20)).toBe(429);
    await setPassword(database, operator, EDITOR.email, EDITOR.password);
    expect(await statusOf(EDITOR, "192.0.2.77", device)).toBe(429);
    expect(await statusOf(EDITOR, "192.0.2.1")).toBe(429);
  });

  test("an operator lifts the lockout of an account, for all networks, within ten seconds", async () => {
    const { clock, database, statusOf } = await start();
    await statusesOf(10, () => statusOf(wrong, "192.0.2.4"));
    await attackFromAnywhere(database, clock, statusOf);
    expect([await statusOf(EDITOR, "192.0.2.4"), await statusOf(EDITOR, "192.0.2.5")]).toEqual([429, 429]);
    const attempts = attemptsWithin(database, clock, 15 * MINUTE);
    await unlockAccount({ database, attempts, secretKey: TEST_SECRET }, operator, EDITOR.email);
    clock.advance(REMEMBER_FULL_MS);
    expect([await statusOf(EDITOR, "192.0.2.4"), await statusOf(EDITOR, "192.0.2.5")]).toEqual([200, 200]);
    await expect(
      unlockAccount({ database, attempts, secretKey: TEST_SECRET }, operator, "nobody@news.example"),
    ).rejects.toThrow("No account has this email.");
  });

  test("no address is stored in clear, and nothing for longer than the window", async () => {
    const { clock, database, statusOf } = await start();
    await statusOf(wrong, "198.51.100.77");
    const rows = JSON.stringify(await database.db.selectFrom("attempt").selectAll().execute());
    expect(rows).not.toMatch(/198\.51|editor@/);
    clock.advance(15 * MINUTE);
    await statusOf(EDITOR);
    expect(await database.db.selectFrom("attempt").selectAll().execute()).toEqual([]);
  });
});
