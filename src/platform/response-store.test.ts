import fc from "fast-check";
import { expect, test } from "vitest";
import { createSegmentedCache } from "./response-store.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test("a crowd that comes once evicts nothing that has come back, and takes no more room", () => {
  const dropped: string[] = [];
  const cache = createSegmentedCache<string>(10_000, (value) => dropped.push(value));
  for (const home of ["home", "news"]) {
    cache.set(home, home, 1_000);
    expect(cache.get(home)).toBe(home);
  }
  for (let number = 0; number < 10_000; number += 1) {
    cache.set(`article ${number}`, `article ${number}`, 500);
    expect(cache.bytes()).toBeLessThanOrEqual(10_000);
  }
  expect([cache.get("home"), cache.get("news")]).toEqual(["home", "news"]);
  expect(dropped).toHaveLength(10_000 - (cache.count() - 2));
});

test("what comes back pushes out what does not", () => {
  const cache = createSegmentedCache<number>(10_000, () => undefined);
  for (let number = 0; number < 20; number += 1) {
    cache.set(`old ${number}`, number, 1_000);
    cache.get(`old ${number}`);
  }
  for (let number = 0; number < 5; number += 1) {
    cache.set(`new ${number}`, number, 1_000);
    cache.get(`new ${number}`);
  }
  for (let number = 0; number < 5; number += 1) expect(cache.peek(`new ${number}`), `new ${number}`).toBe(number);
});

test("what is read in turn is held as far as there is room, also before anything is read twice", () => {
  const cache = createSegmentedCache<number>(10_000, () => undefined);
  for (let number = 0; number < 20; number += 1) cache.set(`article ${number}`, number, 500);
  for (let number = 0; number < 20; number += 1) expect(cache.get(`article ${number}`)).toBe(number);
});

test("a value that is too large is not kept, nor its predecessor", () => {
  const dropped: string[] = [];
  const cache = createSegmentedCache<string>(10_000, (value) => dropped.push(value));
  cache.set("page", "small", 100);
  cache.set("page", "large", 9_000);
  expect(cache.peek("page")).toBeUndefined();
  expect(dropped).toEqual(["large"]);
  expect(cache.bytes()).toBe(0);
});

test(`the bound holds whatever is done, and whoever leaves is announced (seed ${SEED})`, () => {
  const key = fc.integer({ min: 0, max: 30 }).map(String);
  const step = fc.oneof(
    fc.record({ kind: fc.constant("set" as const), key, size: fc.integer({ min: 1, max: 600 }) }),
    fc.record({ kind: fc.constant("get" as const), key, size: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const held = new Map<string, object>();
      const cache = createSegmentedCache<{ key: string }>(2_000, (value) => {
        if (held.get(value.key) === value) held.delete(value.key);
      });
      for (const { kind, key, size } of steps) {
        if (kind === "get") cache.get(key);
        else {
          const value = { key };
          held.set(key, value);
          cache.set(key, value, size);
        }
        expect(cache.bytes()).toBeLessThanOrEqual(2_000);
        for (const name of held.keys()) expect(cache.peek(name)).toBe(held.get(name));
        expect(cache.count()).toBe(held.size);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});
