import { expect, test } from "vitest";
import { createWriteLock, isBusy, retryWhileBusy } from "./sqlite-driver.ts";

const busy = (code = "SQLITE_BUSY") => Object.assign(new Error("database is locked"), { code });
const turn = () => new Promise(setImmediate);

test("writers take turns, first come, first served, and ending a turn twice ends it once", async () => {
  const lock = createWriteLock();
  const order: string[] = [];
  const write = async (name: string) => {
    const release = await lock.take();
    order.push(name);
    return release;
  };
  const first = await write("first");
  const second = write("second");
  const third = write("third");
  await turn();
  expect(order).toEqual(["first"]);
  first();
  first();
  await turn();
  expect(order).toEqual(["first", "second"]);
  (await second)();
  (await third)();
  expect(order).toEqual(["first", "second", "third"]);
});

test.each([
  ["SQLITE_BUSY", true],
  ["SQLITE_BUSY_SNAPSHOT", true],
  ["SQLITE_BUSY_RECOVERY", true],
  ["SQLITE_PROTOCOL", true],
  ["SQLITE_LOCKED", false],
  ["SQLITE_FULL", false],
  [5, false],
  [undefined, false],
])("the code %j means that another process holds a lock: %s", (code, expected) => {
  expect(isBusy(Object.assign(new Error("x"), { code }))).toBe(expected);
});

/** Work that is busy so many times before it succeeds. */
function start(times: number) {
  let tries = 0;
  const work = () => {
    tries += 1;
    if (tries <= times) throw busy();
    return "done";
  };
  return { work, tries: () => tries };
}

test("work is repeated while another process holds the lock, up to a limit", async () => {
  const { work, tries } = start(3);
  expect(await retryWhileBusy(work, Number.POSITIVE_INFINITY)).toBe("done");
  expect(tries()).toBe(4);
});

test("work is tried at least once, even if the time was over before it began", async () => {
  const { work, tries } = start(0);
  expect(await retryWhileBusy(work, performance.now() - 1)).toBe("done");
  const late = start(1);
  await expect(retryWhileBusy(late.work, performance.now())).rejects.toThrow("locked");
  expect([tries(), late.tries()]).toEqual([1, 1]);
});

test("any other error is thrown at once", async () => {
  await expect(
    retryWhileBusy(() => {
      throw busy("SQLITE_FULL");
    }, Number.POSITIVE_INFINITY),
  ).rejects.toMatchObject({ code: "SQLITE_FULL" });
});
