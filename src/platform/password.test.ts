import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

/** Another cost than ours. */
const CHEAP = "$argon2id$v=19$m=64,t=1,p=1$";

test("a password matches its own hash alone, which is salted and contains its cost", async () => {
  const [hash, again] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(again).not.toBe(hash);
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("Correct horse", hash)).toBe(false);
  expect(await verifyPassword("correct horse ", hash)).toBe(false);
});

test("composed and decomposed forms of a password are the same", async () => {
  const [composed, inParts] = ["Schl\u00fcssel", "Schlu\u0308ssel"];
  expect(await verifyPassword(inParts, await hashPassword(composed))).toBe(true);
  expect(await verifyPassword(composed, await hashPassword(inParts))).toBe(true);
});

test("a hash of another cost stays valid: the cost is read from it", async () => {
  const nonce = Buffer.from("a salt of its own");
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 24 };
  const tag = argon2Sync("argon2id", { message: "correct horse", nonce, ...cost });
  const hash = `${CHEAP}${nonce.toString("base64").replaceAll("=", "")}$${tag.toString("base64")}`;
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("correct cow", hash)).toBe(false);
});

test.each(["", "plain text", CHEAP, `${CHEAP}c2FsdHNhbHQ`, "$2b$10$abcdefghijklmnopqrstuv"])(
  "nothing matches %j, which is not one of our hashes",
  async (hash) => {
    expect(await verifyPassword("", hash)).toBe(false);
  },
);
