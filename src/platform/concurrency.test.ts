import { expect, test } from "vitest";
import { boundedCache, createSemaphore, inTurn } from "./concurrency.ts";

test("holds so many values, and forgets the one that was longest unused", () => {
  const cache = boundedCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("a", 3);
  cache.set("c", 4);
  expect([...cache.entries()]).toEqual([
    ["c", 4],
    ["a", 3],
  ]);
});

/** Work that ends when the test wants it to. */
function work(steps: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = async () => {
    steps.push(`${name} began`);
    const result = await promise;
    steps.push(`${name} ended`);
    return result;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}
const turn = () => new Promise(setImmediate);

test("work under one key runs one after another, in order; another key does not wait for it", async () => {
  const steps: string[] = [];
  const run = inTurn();
  const [first, second, other] = [work(steps, "first"), work(steps, "second"), work(steps, "other")];
  const results = [run("a", first.run), run("a", second.run), run("b", other.run)];
  second.end();
  other.end();
  await turn();
  expect(steps).toEqual(["first began", "other began", "other ended"]);
  first.end();
  expect(await Promise.all(results)).toEqual(["first", "second", "other"]);
  expect(steps.slice(3)).toEqual(["first ended", "second began", "second ended"]);
});

test("an error goes to its own caller, and does not stop later work", async () => {
  const steps: string[] = [];
  const run = inTurn();
  const [bad, good] = [work(steps, "bad"), work(steps, "good")];
  const results = Promise.allSettled([run("a", bad.run), run("a", good.run)]);
  bad.fail();
  good.end();
  expect(await results).toMatchObject([{ status: "rejected", reason: { message: "bad" } }, { value: "good" }]);
});

test("work queued while the last one runs waits for it, even after others have ended", async () => {
  const steps: string[] = [];
  const run = inTurn();
  const [first, second, third] = [work(steps, "first"), work(steps, "second"), work(steps, "third")];
  const results = [run("a", first.run), run("a", second.run)];
  first.end();
  await turn();
  results.push(run("a", third.run));
  await turn();
  expect(steps).toEqual(["first began", "first ended", "second began"]);
  second.end();
  third.end();
  await Promise.all(results);
  expect(steps.at(-1)).toBe("third ended");
});

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
