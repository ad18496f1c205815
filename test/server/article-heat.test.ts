import { expect, test } from "vitest";
import { guardPublication } from "#app/subscribers.ts";
import { createViewCounter } from "#features/articles/views.ts";
import { HALF_LIFE_MS, heatOf } from "#shared/decay.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { openContent } from "#test/support/content.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { TEST_SECRET } from "#test/support/test-app.ts";

const DAY = 2 * HALF_LIFE_MS;

describeOnEngines("the heat of an article", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const id = await publish({ database, clock, content: openContent(), guardPublication });
    const views = createViewCounter({ database, clock, secretKey: TEST_SECRET });
    const { db } = database;
    const stored = () => db.selectFrom("article").select(["heat", "views"]).where("id", "=", id).executeTakeFirst();
    let reader = 0;
    return {
      clock,
      stored,
      setHeat: (heat: number | null) => db.updateTable("article").set({ heat }).where("id", "=", id).execute(),
      /** So many readers at this moment; the heat after them. */
      async read(count: number) {
        for (let one = 0; one < count; one += 1) {
          reader += 1;
          views.record({
            id,
            address: `198.51.${reader >> 8}.${reader & 255}`,
            userAgent: "Mozilla/5.0 Firefox/140.0",
          });
        }
        await views.flush();
        return (await stored())?.heat ?? Number.NaN;
      },
    };
  }

  test("is the decayed sum of its views, whenever they are written", async () => {
    const { clock, read } = await start();
    const visits: [count: number, at: number][] = [];
    for (const [count, pause] of [
      [1, DAY],
      [5, 3_600_000],
      [2, 0],
      [1, 9 * DAY],
      [3, 0],
    ] as const) {
      visits.push([count, clock.now()]);
      const heat = await read(count);
      const left = visits.reduce((sum, [views, at]) => sum + views * 2 ** ((at - clock.now()) / HALF_LIFE_MS), 0);
      expect(2 ** (heat - clock.now() / HALF_LIFE_MS)).toBeCloseTo(left, 9);
      clock.advance(pause);
    }
  });

  test("is the larger where two are too far apart for a power that a database computes, or the only one", async () => {
    const { clock, read, setHeat, stored } = await start();
    const now = clock.now();
    await setHeat(heatOf(1_000, now - 4_000 * DAY));
    expect(await read(2), "read last many years ago").toBeCloseTo(heatOf(2, now), 9);
    await setHeat(heatOf(1, now + 4_000 * DAY));
    expect(await read(3), "more than views could give").toBeCloseTo(heatOf(1, now + 4_000 * DAY), 9);
    await setHeat(null);
    expect(await read(1), "never read").toBeCloseTo(heatOf(1, now), 9);
    expect((await stored())?.views).toBe(6);
  });
});
