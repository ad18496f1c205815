import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, hashText, itemAt } from "./random.ts";

describe("draws of one seed", () => {
  test("are the same each time, so that a picture made again is the same picture", () => {
    const drawn = (seed: string) => {
      const { next, integer, chance, pick, shuffle, range } = createRandom(seed);
      return [next(), integer(1, 6), chance(0.5), pick(["a", "b", "c"]), shuffle([1, 2, 3, 4]), range(-1, 1)];
    };
    expect(drawn("bitcoin-at-noon")).toEqual(drawn("bitcoin-at-noon"));
    expect(drawn("bitcoin-at-noon")).not.toEqual(drawn("bitcoin-at-nooo"));
  });

  test("stay within their bounds, both ends of whole numbers included", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -50, max: 50 }), fc.nat(20), (seed, min, width) => {
        const random = createRandom(seed);
        const wholes = Array.from({ length: 20 }, () => random.integer(min, min + width));
        expect(wholes.every((whole) => Number.isInteger(whole) && whole >= min && whole <= min + width)).toBe(true);
        const reals = Array.from({ length: 20 }, () => random.range(min, min + width));
        expect(reals.every((real) => real >= min && real <= min + width)).toBe(true);
      }),
    );
    const random = createRandom("dice");
    expect(new Set(Array.from({ length: 200 }, () => random.integer(1, 6)))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  test("are never what has no chance, and always what is certain", () => {
    const { chance } = createRandom("fair");
    const outcomes = (probability: number) => new Set(Array.from({ length: 200 }, () => chance(probability)));
    expect([outcomes(0), outcomes(1)]).toEqual([new Set([false]), new Set([true])]);
    expect(outcomes(0.5).size).toBe(2);
  });

  test("shuffle a copy, in which nothing is lost or doubled", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.integer()), (seed, items) => {
        const given = Object.freeze([...items]);
        const shuffled = createRandom(seed).shuffle(given);
        expect(shuffled.toSorted((one, other) => one - other)).toEqual(given.toSorted((one, other) => one - other));
      }),
    );
  });
});

test("seeds that look alike differ in their lowest bits, which choose the composition", () => {
  const lowest = Array.from({ length: 400 }, (_, at) => hashText(`article-${at}`) % 4);
  for (const value of [0, 1, 2, 3]) expect(lowest.filter((bits) => bits === value).length).toBeGreaterThan(60);
  expect(hashText("")).toBeGreaterThanOrEqual(0);
});

test("an item is found at every index of a list, and of an empty one nothing can be picked", () => {
  expect([-4, -1, 0, 2, 3, 301].map((index) => itemAt(["a", "b", "c"], index))).toEqual(["c", "c", "a", "c", "a", "b"]);
  expect(() => itemAt([], 0)).toThrow(RangeError);
  expect(() => createRandom("x").pick([])).toThrow(RangeError);
});
