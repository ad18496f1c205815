import fc from "fast-check";
import { expect, test } from "vitest";
import { hasHash, isWellFormed, newKey, shownStart, startOf } from "./token.ts";

const CHARACTERS = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

test("a new key has the form that scanners look for, and no two are alike", () => {
  const keys = Array.from({ length: 200 }, newKey);
  for (const { key, start, hash } of keys) {
    expect(key).toMatch(/^jarida_[0-9A-Za-z]{44}$/);
    expect(isWellFormed(key)).toBe(true);
    expect(startOf(key)).toBe(start);
    expect(key.startsWith(shownStart(start).slice(0, -1))).toBe(true);
    expect(hasHash(key, hash)).toBe(true);
  }
  expect(new Set(keys.map(({ start }) => start)).size).toBe(200);
  expect(hasHash(keys[0]?.key ?? "", keys[1]?.hash ?? "")).toBe(false);
});

test("the checksum is the CRC32 of the random part in base 62, so that others can compute it", () => {
  // CRC32 of 38 zeros, computed by Python's zlib, in base 62.
  expect(isWellFormed(`jarida_${"0".repeat(38)}29b03J`)).toBe(true);
});

test("one wrong character, two exchanged ones and a missing one are noticed", () => {
  const { key } = newKey();
  const places = fc.integer({ min: 7, max: key.length - 1 });
  fc.assert(
    fc.property(places, fc.constantFrom(...CHARACTERS), (at, other) => {
      fc.pre(other !== key[at]);
      expect(isWellFormed(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
      expect(isWellFormed(key.slice(0, at) + key.slice(at + 1))).toBe(false);
    }),
  );
  for (let at = 7; at < key.length - 1; at++) {
    const [one = "", other = ""] = [key[at], key[at + 1]];
    if (one !== other) expect(isWellFormed(key.slice(0, at) + other + one + key.slice(at + 2))).toBe(false);
  }
});
