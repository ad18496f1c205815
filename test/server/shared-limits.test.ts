import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { type CallLimit, requestCounts } from "#platform/request-counts.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { runJob } from "#test/support/jobs.ts";
import { startTestApp } from "#test/support/test-app.ts";

const SECRET = "a secret of at least thirty-two bytes, for tests";
const TEN_MINUTES = 600_000;
const reads: CallLimit = { name: "reads", max: 100, window: 60_000 };

describeOnEngines("limits that several processes share", (open) => {
  /** Two processes on one database. */
  async function startTwo(database: Database) {
    const clock = testClock();
    const one = await startTestApp(database, { clock, rateLimits: true });
    const other = await startTestApp(database, { clock, rateLimits: true });
    return { clock, nodes: [one.app, other.app] as const };
  }
  const rows = ({ db }: Database) => db.selectFrom("request_count").selectAll().execute();

  test("a burst of calls through two processes is admitted twenty times, and again in the next window", async () => {
    const database = await open();
    const { clock, nodes } = await startTwo(database);
    const subscribe = async (number: number, remoteAddress = "192.0.2.1") => {
      const payload = { email: `reader${number}@example.com` };
      const [one, other] = nodes;
      const app = number % 2 === 0 ? one : other;
      return app.inject({ method: "POST", url: apiUrl.subscribe(), payload, remoteAddress });
    };
    const burst = await Promise.all(Array.from({ length: 30 }, (_, number) => subscribe(number)));
    expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    const refused = burst.filter(({ statusCode }) => statusCode === 429);
    expect(refused.map(({ headers }) => headers["retry-after"])).toEqual(Array(10).fill("600"));
    expect((await subscribe(31, "192.0.2.2")).statusCode, "another client").toBe(200);
    expect(JSON.stringify(await rows(database))).not.toContain("192.0.2");

    clock.advance(TEN_MINUTES - 1_000);
    const last = await subscribe(32);
    expect([last.statusCode, last.headers["retry-after"]]).toEqual([429, "1"]);
    clock.advance(1_000);
    const statuses = await Promise.all(Array.from({ length: 21 }, (_, number) => subscribe(100 + number)));
    expect(statuses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
  });

  test("a client over an exact limit is refused without a write", async () => {
    const database = await open();
    const counts = requestCounts(database, testClock(), SECRET);
    const once: CallLimit = { name: "once", max: 1, window: TEN_MINUTES };
    for (let call = 0; call < 5; call += 1) await counts.countExactly(once, "192.0.2.1");
    expect((await rows(database)).map(({ calls }) => calls)).toEqual([2]);
  });

  test("reads through two processes add up once they are shared; few of them cost no row", async () => {
    const database = await open();
    const clock = testClock();
    const nodes = [requestCounts(database, clock, SECRET), requestCounts(database, clock, SECRET)] as const;
    const [one, other] = nodes;
    const share = async () => {
      for (const { jobs } of nodes) await jobs[0]?.run(new AbortController().signal);
    };
    const read = (node: typeof one, times: number, client = "192.0.2.1") => {
      for (let call = 1; call < times; call += 1) node.count(reads, client);
      return node.count(reads, client).calls;
    };
    expect(read(one, 4)).toBe(4);
    await share();
    expect(await rows(database)).toEqual([]);
    expect([read(one, 56), read(other, 30)]).toEqual([60, 30]);
    await share();
    expect([read(one, 1), read(other, 1)], "whoever shared last knows of all").toEqual([61, 91]);
    expect([read(other, 1, "192.0.2.2"), read(one, 1, "192.0.2.2")], "another client").toEqual([1, 1]);
    await share();
    expect([read(one, 1), read(other, 1)], "now each knows of all").toEqual([92, 93]);
    clock.advance(reads.window);
    expect(read(one, 1), "a new window").toBe(1);
  });

  test("what was counted while the database was away is not lost", async () => {
    const database = await open();
    const clock = testClock();
    let isAway = true;
    const sometimesAway: Database = {
      ...database,
      get db() {
        if (isAway) throw new Error("away");
        return database.db;
      },
    };
    const counts = requestCounts(sometimesAway, clock, SECRET);
    const share = async () => counts.jobs[0]?.run(new AbortController().signal);
    for (let call = 0; call < 50; call += 1) counts.count(reads, "192.0.2.1");
    await expect(share()).rejects.toThrow("away");
    isAway = false;
    await share();
    expect(counts.count(reads, "192.0.2.1").calls).toBe(51);
    expect((await rows(database)).map(({ calls }) => calls)).toEqual([50]);
  });

  test("counts are deleted when their window has ended", async () => {
    const database = await open();
    const clock = testClock();
    const counts = requestCounts(database, clock, SECRET);
    await counts.countExactly({ name: "a", max: 1, window: 1_000 }, "192.0.2.1");
    await counts.countExactly({ name: "b", max: 1, window: 2_000 }, "192.0.2.1");
    clock.advance(1_500);
    await runJob(counts.jobs, "old request counts");
    expect((await rows(database)).map(({ ends_at }) => ends_at - clock.now())).toEqual([500]);
  });
});
