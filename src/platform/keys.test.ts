import { createHmac } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#test/support/clock.ts";
import {
  type Claims,
  deriveKey,
  keyedHash,
  keyId,
  newSeed,
  openSealedText,
  sealText,
  secretsOf,
  signedTokens,
  tokenOfSeed,
} from "./keys.ts";

const SECRET = "a secret of at least thirty-two bytes, for tests";
const ISSUER = "https://news.example";
const START = Date.UTC(2026, 10, 20, 12);
const clock = testClock(START);
const claims = (change: Partial<Claims> = {}): Claims => ({
  iat: START / 1000,
  exp: START / 1000 + 60,
  sub: "7",
  ...change,
});

const tokens = (kind = "access", change: Partial<Parameters<typeof signedTokens>[1]> = {}) =>
  signedTokens(kind, { secretKey: SECRET, issuer: ISSUER, clock, ...change });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const payloadOf = (token: string): Claims => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

describe("a signed token", () => {
  let token = "";
  let whole = {} as Claims;
  beforeAll(async () => {
    token = await tokens().sign(claims());
    whole = payloadOf(token);
  });

  test("returns its claims", async () => {
    expect(await tokens().verify(token)).toMatchObject({ sub: "7", iss: ISSUER });
  });

  test("is valid until the second in which it expires", async () => {
    const at = (milliseconds: number) => tokens("access", { clock: testClock(START + milliseconds) }).verify(token);
    expect(await at(59_999)).not.toBeNull();
    expect(await at(60_000)).toBeNull();
    expect(await at(60_999)).toBeNull();
  });

  test("that was valid before is verified again in time, and by every letter", async () => {
    const moving = testClock(START);
    const own = tokens("access", { clock: moving });
    expect(await own.verify(token)).not.toBeNull();
    expect(await own.verify(token)).toMatchObject({ sub: "7", iss: ISSUER });
    expect(await own.verify(`${token.slice(0, -1)}${token.endsWith("A") ? "E" : "A"}`)).toBeNull();
    moving.advance(60_000);
    expect(await own.verify(token)).toBeNull();
  });

  test("of a former secret is valid while that is named, by its id or without one; an id that is forged is not", async () => {
    const next = { secretKey: `${SECRET} next`, previousKeys: [SECRET] };
    expect(await tokens("access", next).verify(token)).toMatchObject({ sub: "7" });
    expect(await tokens("access", { ...next, previousKeys: [] }).verify(token)).toBeNull();
    const key = deriveKey(SECRET, "access token");
    const [, body = ""] = token.split(".");
    const signedAs = (header: object) => {
      const start = `${part({ alg: "HS256", typ: "access+jwt", ...header })}.${body}`;
      return `${start}.${createHmac("sha256", key).update(start).digest("base64url")}`;
    };
    expect(await tokens("access", next).verify(signedAs({}))).toMatchObject({ sub: "7" });
    for (const kid of [keyId(next.secretKey), "unknown", ""])
      expect(await tokens("access", next).verify(signedAs({ kid }))).toBeNull();
  });

  test.each([
    ["of another kind", tokens("refresh")],
    ["of a publication with another secret", tokens("access", { secretKey: `${SECRET}!` })],
    ["of another site with the same secret", tokens("access", { issuer: "https://other.example" })],
  ])("%s is rejected, in both directions", async (_what, other) => {
    expect(await other.verify(token)).toBeNull();
    expect(await tokens().verify(await other.sign(claims()))).toBeNull();
  });

  test("with a modified payload or signature is rejected", async () => {
    const [head = "", payload = "", signature = ""] = token.split(".");
    const raised = part({ ...payloadOf(token), sub: "1" });
    const cut = signature.slice(0, -1);
    for (const forged of [
      `${head}.${raised}.${signature}`,
      `${head}.${payload}.${cut}`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
    ])
      expect(await tokens().verify(forged), forged).toBeNull();
  });

  test("is rejected if its header chooses how to verify it", async () => {
    const payload = part(payloadOf(token));
    expect(await tokens().verify(`${part({ alg: "none", typ: "access+jwt" })}.${payload}.`)).toBeNull();
    const head = part({ alg: "HS512", typ: "access+jwt" });
    const signature = createHmac("sha512", deriveKey(SECRET, "access token")).update(`${head}.${payload}`);
    expect(await tokens().verify(`${head}.${payload}.${signature.digest("base64url")}`)).toBeNull();
  });

  describe("that is signed with the right key", () => {
    const forge = (payload: object, typ = "access+jwt") => {
      const text = `${part({ alg: "HS256", typ })}.${part(payload)}`;
      return `${text}.${createHmac("sha256", deriveKey(SECRET, "access token")).update(text).digest("base64url")}`;
    };

    test("is valid: this is how they are signed", async () => {
      expect(await tokens().verify(forge(whole))).toMatchObject({ sub: "7" });
    });

    test.each<[string, object, string?]>([
      ["has no beginning", { iat: undefined }],
      ["has no end", { exp: undefined }],
      ["names no issuer", { iss: undefined }],
      ["names another issuer", { iss: "https://other.example" }],
      ["is for nobody", { aud: undefined }],
      ["is for somebody else", { aud: `${ISSUER}/refresh` }],
      ["is of another type", {}, "refresh+jwt"],
    ])("is rejected if it %s", async (_what, payload, typ) => {
      expect(await tokens().verify(forge({ ...whole, ...payload }, typ))).toBeNull();
    });
  });

  test.each(["", "x", "..", "a.b.c", "é.ü.ß"])("is rejected without an error if it is %j", async (text) => {
    expect(await tokens().verify(text)).toBeNull();
  });
});

test("keys differ by purpose and secret, and hashes by value boundaries", async () => {
  const key = deriveKey(SECRET, "sessions");
  expect(key).toHaveLength(32);
  expect(deriveKey(SECRET, "sessions").equals(key)).toBe(true);
  expect(deriveKey(SECRET, "session s").equals(key)).toBe(false);
  const hashes = [["ab", "c"], ["a", "bc"], ["abc"], ["a", "b", "c"], ["1", "2"], [1, 2], ["1,2"], [12]];
  expect(new Set(hashes.map((values) => keyedHash(key, ...values))).size).toBe(hashes.length);
});

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
