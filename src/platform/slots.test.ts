import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

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
  const slots = createSlots(2);
  const started: string[] = [];
  const first = heldWork(started, "first");
  const second = heldWork(started, "second");
  const third = heldWork(started, "third");
  const fourth = heldWork(started, "fourth");
  const results = [first, second, third].map(({ work }) => slots.run(work));
  expect([started, slots.isFree()]).toEqual([["first", "second"], false]);
  first.fail();
  await expect(results[0]).rejects.toThrow("first");
  // Came after the third, which has its slot already.
  const last = slots.run(fourth.work);
  await expect.poll(() => started).toEqual(["first", "second", "third"]);
  second.end();
  await expect.poll(() => started).toEqual(["first", "second", "third", "fourth"]);
  third.end();
  fourth.end();
  expect(await Promise.all([results[1], results[2], last])).toEqual(["second", "third", "fourth"]);
  expect(slots.isFree()).toBe(true);
});
