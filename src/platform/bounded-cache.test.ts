import { expect, test } from "vitest";
import { boundedCache } from "./bounded-cache.ts";

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
