import { expect, test } from "vitest";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { createReaderCounter, type Reading } from "./reader-counter.ts";

const HOUR = 60 * 60_000;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

describeOnEngines("a counter of readers", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const counts: Record<number, number> = {};
    const failure: { error?: Error } = {};
    const newCounter = (what = "views") =>
      createReaderCounter({
        database,
        clock,
        secretKey: "a secret of at least thirty-two bytes, for tests",
        what,
        async add(_trx, id, { count }) {
          if (failure.error) throw failure.error;
          counts[id] = (counts[id] ?? 0) + count;
        },
      });
    const reading = (change: Partial<Reading> = {}): Reading => ({
      id: 1,
      address: "192.0.2.1",
      userAgent: BROWSER,
      ...change,
    });
    return { clock, database, counts, failure, newCounter, reading };
  }

  test("counts a reader once an hour, even across writes, processes and starts", async () => {
    const { clock, counts, newCounter, reading } = await start();
    const [one, other] = [newCounter(), newCounter()];
    for (const counter of [one, other, newCounter()]) {
      counter.record(reading());
      counter.record(reading());
      await counter.flush();
    }
    expect(counts).toEqual({ 1: 1 });
    clock.advance(HOUR - 1);
    one.record(reading());
    await one.flush();
    expect(counts).toEqual({ 1: 1 });
    clock.advance(1);
    one.record(reading());
    await one.flush();
    expect(counts).toEqual({ 1: 2 });
  });

  test("distinguishes subjects, browsers and counters", async () => {
    const { counts, newCounter, reading } = await start();
    const [views, clicks] = [newCounter("views"), newCounter("clicks")];
    views.record(reading());
    views.record(reading({ id: 2 }));
    views.record(reading({ userAgent: `${BROWSER} other` }));
    clicks.record(reading());
    await views.flush();
    await clicks.flush();
    expect(counts).toEqual({ 1: 3, 2: 1 });
  });

  test("counts three readers of a network at most, at once or one after another, whatever browsers it claims", async () => {
    const { counts, newCounter, reading } = await start();
    const pose = (number: number, id = 1) =>
      reading({ id, address: `2001:db8:1:2::${number}`, userAgent: `${BROWSER} ${number}` });
    const counter = newCounter();
    for (let number = 1; number <= 2; number += 1) counter.record(pose(number));
    await counter.flush();
    for (let number = 3; number <= 9; number += 1) counter.record(pose(number));
    await counter.flush();
    for (let number = 1; number <= 9; number += 1) counter.record(pose(number, 2));
    counter.record(reading({ address: "2001:db8:1:3::1" }));
    await counter.flush();
    expect(counts).toEqual({ 1: 4, 2: 3 });
  });

  test("ignores bots, and clients without a user agent", async () => {
    const { counts, newCounter, reading } = await start();
    const counter = newCounter();
    for (const userAgent of [undefined, "", "Googlebot/2.1 (+http://www.google.com/bot.html)", "curl/8.5.0"])
      counter.record(reading({ userAgent }));
    await counter.flush();
    expect(counts).toEqual({});
  });

  test("loses nothing while the database is down, and counts nothing twice afterwards", async () => {
    const { counts, failure, newCounter, reading } = await start();
    const counter = newCounter();
    counter.record(reading());
    failure.error = new Error("The database is away.");
    await expect(counter.flush()).rejects.toThrow("away");
    counter.record(reading({ id: 2 }));
    delete failure.error;
    await counter.flush();
    expect(counts).toEqual({ 1: 1, 2: 1 });
    counter.record(reading());
    await counter.flush();
    expect(counts).toEqual({ 1: 1, 2: 1 });
  });

  test("stores no address, and nothing for longer than an hour", async () => {
    const { clock, database, newCounter, reading } = await start();
    const marks = () => database.db.selectFrom("view_mark").selectAll().execute();
    const counter = newCounter();
    counter.record(reading());
    await counter.flush();
    expect(await marks()).toHaveLength(2);
    expect(JSON.stringify(await marks())).not.toContain("192.0.2");
    clock.advance(HOUR + 1);
    counter.record(reading({ id: 2 }));
    await counter.flush();
    expect((await marks()).map(({ seen_at }) => seen_at)).toEqual([clock.now(), clock.now()]);
  });
});
