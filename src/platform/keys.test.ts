import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveKey, keyedHash, keyId, newSeed, openSealedText, sealText, secretsOf, tokenOfSeed } from "./keys.ts";

const CURRENT = "c".repeat(32);
const FORMER = "f".repeat(32);
const OLDEST = "o".repeat(32);

describe("what was signed before the key was rotated", () => {
  const rotated = { secretKey: CURRENT, previousKeys: [FORMER, OLDEST] };

  test("is checked with the key that it names, and with no other", () => {
    expect(secretsOf(rotated, keyId(CURRENT))).toEqual([CURRENT]);
    expect(secretsOf(rotated, keyId(OLDEST))).toEqual([OLDEST]);
    expect(secretsOf({ secretKey: CURRENT }, keyId(FORMER)), "a forgotten one").toEqual([]);
    expect(secretsOf(rotated, "")).toEqual([]);
  });

  test("and names none may be of any, the current one first", () => {
    expect(secretsOf(rotated, undefined)).toEqual([CURRENT, FORMER, OLDEST]);
  });

  test("keeps the link of a mail that waits, until its key is forgotten", () => {
    const seed = newSeed(FORMER);
    const before = tokenOfSeed({ secretKey: FORMER }, "reset", seed);
    expect(tokenOfSeed(rotated, "reset", seed)).toBe(before);
    expect(tokenOfSeed({ secretKey: CURRENT }, "reset", seed)).not.toBe(before);
  });

  test("keeps the link of a seed from before there were ids", () => {
    const token = tokenOfSeed({ secretKey: FORMER }, "reset", "anoldseed");
    expect(tokenOfSeed({ secretKey: FORMER, previousKeys: [OLDEST] }, "reset", "anoldseed")).toBe(token);
  });
});

describe("a key", () => {
  test("is another one for each purpose and each secret", () => {
    const keys = [CURRENT, FORMER].flatMap((secret) => ["reset", "invitation"].map((use) => deriveKey(secret, use)));
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(4);
    const seed = newSeed(CURRENT);
    expect(tokenOfSeed({ secretKey: CURRENT }, "reset", seed)).not.toBe(
      tokenOfSeed({ secretKey: CURRENT }, "invitation", seed),
    );
  });

  test("has an id that stays the same and holds nothing of it", () => {
    expect(keyId(CURRENT)).toBe(keyId(CURRENT));
    expect(keyId(CURRENT)).not.toBe(keyId(FORMER));
    expect(keyId(CURRENT)).toMatch(/^[\w-]{8}$/);
  });
});

test("no two lists of values have the same hash, however they are divided", () => {
  const key = deriveKey(CURRENT, "test");
  const values = fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.nat(3)), { maxLength: 3 });
  fc.assert(
    fc.property(values, values, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(keyedHash(key, ...one) === keyedHash(key, ...other)).toBe(isSame);
    }),
  );
  expect(keyedHash(key, "ab", "c")).not.toBe(keyedHash(key, "a", "bc"));
  expect(keyedHash(key, 1)).not.toBe(keyedHash(key, "1"));
});

const KEY = deriveKey("one secret", "tests");

test("a sealed text opens with its key alone, and never looks the same twice", () => {
  const sealed = sealText(KEY, "Ünïcödé 👩");
  expect(openSealedText(KEY, sealed)).toBe("Ünïcödé 👩");
  expect(openSealedText(deriveKey("another secret", "tests"), sealed)).toBeNull();
  expect(sealText(KEY, "Ünïcödé 👩")).not.toBe(sealed);
});

test("a sealed text that was changed, cut or made up does not open", () => {
  const bytes = Buffer.from(sealText(KEY, "secret"), "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSealedText(KEY, changed.toString("base64url"))).toBeNull();
    expect(openSealedText(KEY, bytes.subarray(0, at).toString("base64url"))).toBeNull();
  }
  expect(openSealedText(KEY, "not sealed by anybody")).toBeNull();
});
