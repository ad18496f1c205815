import { expect, test } from "vitest";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { attemptsWithin, REMEMBER_FULL_MS } from "./attempts.ts";

const WINDOW = 60_000;

describeOnEngines("attempts", (open) => {
  test("a burst is admitted up to the limit, even if several processes count", async () => {
    const database = await open();
    const processes = [1, 2].map(() => attemptsWithin(database, testClock(), WINDOW));
    const limit = [{ key: "shared", max: 10 }];
    const admissions = await Promise.all(Array.from({ length: 30 }, (_, number) => processes[number % 2]?.take(limit)));
    expect(admissions.filter((admission) => admission?.id !== undefined)).toHaveLength(10);
  });

  test("an attempt counts under all its keys or none, and can be returned", async () => {
    const attempts = attemptsWithin(await open(), testClock(), WINDOW);
    const full = { key: "full", max: 1 };
    const other = { key: "other", max: 1 };
    const { id = "" } = await attempts.take([full]);
    expect(await attempts.take([other, full])).toMatchObject({ retryAfter: 60 });
    expect((await attempts.take([other])).id).toBeDefined();
    await attempts.release(id);
    expect((await attempts.take([full])).id).toBeDefined();
  });

  test("an attempt counts for the whole window and not a moment longer, and the wait is until the first one is over", async () => {
    const clock = testClock();
    const attempts = attemptsWithin(await open(), clock, WINDOW);
    const limit = [{ key: "a", max: 2 }];
    await attempts.take(limit);
    clock.advance(20_500);
    await attempts.take(limit);
    expect(await attempts.take(limit)).toMatchObject({ retryAfter: 40 });
    clock.advance(39_499);
    expect(await attempts.take(limit), "a wait is never told as nothing").toMatchObject({ retryAfter: 1 });
    clock.advance(1);
    expect((await attempts.take(limit)).id).toBeDefined();
    expect(await attempts.take(limit)).toMatchObject({ retryAfter: 21 });
  });

  test("a full key is rejected from memory for ten seconds, unless an attempt is withdrawn", async () => {
    const clock = testClock();
    const database = await open();
    const attempts = attemptsWithin(database, clock, WINDOW);
    const limit = [{ key: "a", max: 1 }];
    const take = async () => (await attempts.take(limit)).id !== undefined;
    expect([await take(), attempts.knownWait(limit)]).toEqual([true, undefined]);
    expect(await attempts.take(limit)).toEqual({ retryAfter: 60, isRemembered: false });
    await database.db.deleteFrom("attempt").execute();
    expect(await attempts.take(limit)).toEqual({ retryAfter: 60, isRemembered: true });
    expect(attempts.knownWait(limit)).toBe(60);
    expect((await attempts.take([{ key: "a", max: 2 }])).id, "who may try more often").toBeDefined();
    clock.advance(REMEMBER_FULL_MS);
    await database.db.deleteFrom("attempt").execute();
    expect([await take(), await take()]).toEqual([true, false]);
    await attempts.release("another");
    await database.db.deleteFrom("attempt").execute();
    expect(await take()).toBe(true);
  });

  test("of several full keys the longest wait is told, and a key without a limit only counts", async () => {
    const clock = testClock();
    const attempts = attemptsWithin(await open(), clock, WINDOW);
    await attempts.take([{ key: "early", max: 1 }]);
    clock.advance(30_000);
    await attempts.take([{ key: "late", max: 1 }]);
    const both = [
      { key: "late", max: 1 },
      { key: "early", max: 1 },
    ];
    expect(await attempts.take(both)).toMatchObject({ retryAfter: 60 });
    const counted = { key: "counted", max: Number.POSITIVE_INFINITY };
    for (let time = 0; time < 3; time += 1) expect((await attempts.take([counted])).id).toBeDefined();
    expect(await attempts.take([{ ...counted, max: 3 }])).toMatchObject({ retryAfter: 60 });
  });

  test("what is forgotten under one key is forgotten under the others of the same attempts, and nothing else", async () => {
    const attempts = attemptsWithin(await open(), testClock(), WINDOW);
    const [account, here, elsewhere] = ["account", "here", "elsewhere"].map((key) => ({ key, max: 1 }));
    if (!account || !here || !elsewhere) throw new Error("Three keys are needed.");
    await attempts.take([account, here]);
    await attempts.take([elsewhere]);
    await attempts.forget("account");
    expect((await attempts.take([here])).id).toBeDefined();
    expect(await attempts.take([elsewhere])).toMatchObject({ retryAfter: 60 });
  });
});
