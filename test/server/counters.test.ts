import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { guardPublication } from "#app/subscribers.ts";
import type { Database } from "#db/open.ts";
import type { openDatabase } from "#db/open-database.ts";
import { adWrites } from "#features/ads/commands.ts";
import { createAdCounters } from "#features/ads/counters.ts";
import { createViewCounter } from "#features/articles/views.ts";
import { createRecord } from "#platform/records/store.ts";
import { operator } from "#shared/actor.ts";
import { HALF_LIFE_MS } from "#shared/decay.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { openContent } from "#test/support/content.ts";
import {
  createPostgresDatabase,
  createSqliteDatabase,
  describeOnEngines,
  openMigrated,
} from "#test/support/engines.ts";
import { TEST_SECRET } from "#test/support/test-app.ts";

const READERS = 200;

const counterParts = (database: Database, clock = testClock()) => ({ database, clock, secretKey: TEST_SECRET });

const reading = (id: number, reader: string) => ({ id, address: reader, userAgent: "Mozilla/5.0 Firefox/140.0" });

async function createArticle(database: Database) {
  const clock = testClock();
  return publish({ database, clock, content: openContent(), guardPublication });
}

function countsOf({ db }: Database, id: number) {
  return db.selectFrom("article").select(["views", "heat"]).where("id", "=", id).executeTakeFirstOrThrow();
}

/** Two nodes of one publication that write their counts at the same moment, repeatedly. */
function describeTwoNodes(name: string, createDatabase: () => Promise<Parameters<typeof openDatabase>[0]>) {
  test(`concurrent counts of two nodes add up (${name})`, async () => {
    const settings = await createDatabase();
    const databases = [await openMigrated(settings), await openMigrated(settings)] as const;
    const [first] = databases;
    const articles = [await createArticle(first), await createArticle(first)];
    const space = await createRecord(adWrites({ database: first, clock: testClock() }), operator, {
      active: true,
      name: "Top",
      location: "homepage",
    });
    const nodes = databases.map((database) => ({
      views: createViewCounter(counterParts(database)),
      ads: createAdCounters(counterParts(database)),
    }));
    for (let reader = 0; reader < READERS; reader += 1) {
      for (const [number, { views, ads }] of nodes.entries()) {
        for (const id of articles) views.record(reading(id, `${number}-${reader}`));
        ads.views.record(reading(space.id, `${number}-${reader}`));
        ads.clicks.record(reading(space.id, `${number}-${reader}`));
      }
      if (reader % 10 === 9)
        await Promise.all(nodes.flatMap(({ views, ads }) => [views.flush(), ads.views.flush(), ads.clicks.flush()]));
    }
    for (const id of articles) {
      const { views, heat } = await countsOf(first, id);
      expect(views).toBe(2 * READERS);
      expect(2 ** ((heat ?? 0) - testClock().now() / HALF_LIFE_MS)).toBeCloseTo(2 * READERS, 3);
    }
    const counted = await first.db.selectFrom("ad_space").select(["views", "clicks"]).executeTakeFirstOrThrow();
    expect(counted).toEqual({ views: 2 * READERS, clicks: 2 * READERS });
  });
}

describe("counters of several nodes", () => {
  describeTwoNodes("sqlite", createSqliteDatabase);
  describe.skipIf(inject("postgres") === null)("on a server", () =>
    describeTwoNodes("postgres", async () => ({ engine: "postgres", url: await createPostgresDatabase() })),
  );
});

describeOnEngines("the heat of an article", (open) => {
  /** What is left of views at `now`, computed the slow way; as a logarithm. */
  const slowly = (times: number[], now: number) =>
    Math.log2(times.reduce((sum, time) => sum + 2 ** ((time - now) / HALF_LIFE_MS), 0));

  test("is the logarithm of its decayed views, whenever they came", async () => {
    const database = await open();
    const start = testClock().now();
    const moments = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
    // Within a day, and further apart than a number can represent.
    const spans = fc.constantFrom(2, 100, 5_000);
    await fc.assert(
      fc.asyncProperty(moments, spans, async (parts, halfLives) => {
        const id = await createArticle(database);
        const times = parts.map((part) => start + Math.round(part * halfLives * HALF_LIFE_MS));
        for (const [reader, time] of times.entries()) {
          const views = createViewCounter(counterParts(database, testClock(time)));
          views.record(reading(id, `reader ${reader}`));
          await views.flush();
        }
        const { heat, views } = await countsOf(database, id);
        const now = Math.max(...times);
        expect(views).toBe(times.length);
        expect((heat ?? 0) - now / HALF_LIFE_MS).toBeCloseTo(slowly(times, now), 5);
      }),
      { numRuns: 15 },
    );
  });
});
