import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

/** Work that goes on until it is ended by hand. */
function heldWork(started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    started.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test("at most so many run at once, the others in order, and a failure frees its slot", async () => {
  const semaphore = createSemaphore(2);
  const started: string[] = [];
  const first = heldWork(started, "first");
  const second = heldWork(started, "second");
  const third = heldWork(started, "third");
  const fourth = heldWork(started, "fourth");
  const results = [first, second, third].map(({ work }) => semaphore.run(work));
  expect([started, semaphore.isFree()]).toEqual([["first", "second"], false]);
  first.fail();
  await expect(results[0]).rejects.toThrow("first");
  // Came after the third, which has its slot already.
  const last = semaphore.run(fourth.work);
  await expect.poll(() => started).toEqual(["first", "second", "third"]);
  second.end();
  await expect.poll(() => started).toEqual(["first", "second", "third", "fourth"]);
  third.end();
  fourth.end();
  expect(await Promise.all([results[1], results[2], last])).toEqual(["second", "third", "fourth"]);
  expect(semaphore.isFree()).toBe(true);
});
