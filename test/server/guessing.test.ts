import { expect, test } from "vitest";
import { addAccount } from "#features/accounts/commands.ts";
import { operator } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const wrong = { ...EDITOR, password: "wrong" };

describeOnEngines("guessing", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const { app } = await startTestApp(database, { clock });
    await addAccount(database, clock, operator, EDITOR);
    const statusOf = async (login: object, address?: string) => (await logIn(app, login, address)).statusCode;
    return { clock, database, app, statusOf };
  }

  /** Fills a limit without the work of real guesses: what has been counted is rows. */
  async function statusesOf(count: number, guess: (number: number) => Promise<number>): Promise<number[]> {
    const statuses: number[] = [];
    for (let number = 0; number < count; number += 1) statuses.push(await guess(number));
    return statuses;
  }

  test("the eleventh wrong password is refused, and so is then the right one; elsewhere it is not", async () => {
    const { app, statusOf } = await start();
    expect(await statusesOf(10, () => statusOf(wrong))).toEqual(Array(10).fill(401));
    const refused = await logIn(app, wrong);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBe(15 * 60);
    expect(refused.json()).toEqual({ detail: expect.stringMatching(/^Too many failed logins/) });
    expect(await statusOf(EDITOR)).toBe(429);
    expect(await statusOf(EDITOR, "192.0.2.2")).toBe(200);
  });

  test("the window slides: what was guessed 15 minutes ago counts no more, and nothing later is forgotten", async () => {
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

  test("a burst of wrong ones at once is let in ten times; forged addresses do not help", async () => {
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

  test("right passwords do not count, nor do many at once", async () => {
    const { statusOf } = await start();
    const answers = await Promise.all(Array.from({ length: 15 }, () => statusOf(EDITOR)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await statusOf(wrong)).toBe(401);
  });

  test("an unknown account is refused in the same words and at the same count", async () => {
    const { app } = await start();
    const unknown = { email: "nobody@news.example", password: "wrong" };
    const [known, other] = [await logIn(app, wrong), await logIn(app, unknown, "192.0.2.9")];
    expect(other.statusCode).toBe(401);
    expect(other.body).toBe(known.body);
    expect(known.json()).toEqual({ detail: "Invalid email or password." });
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

  test("no address is kept in clear, and nothing for longer than the window", async () => {
    const { clock, database, statusOf } = await start();
    await statusOf(wrong, "198.51.100.77");
    const rows = JSON.stringify(await database.db.selectFrom("attempt").selectAll().execute());
    expect(rows).not.toMatch(/198\.51|editor@/);
    clock.advance(15 * MINUTE);
    await statusOf(EDITOR);
    expect(await database.db.selectFrom("attempt").selectAll().execute()).toEqual([]);
  });
});
