import { expect, test } from "vitest";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { attemptsWithin } from "./attempts.ts";

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
    expect(await attempts.take([other, full])).toEqual({ retryAfter: 60 });
    expect((await attempts.take([other])).id).toBeDefined();
    await attempts.giveBack(id);
    expect((await attempts.take([full])).id).toBeDefined();
  });
});
