import { argon2Sync, randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashPassword, isCommonPassword, verifyPassword } from "./password.ts";

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

test.each([
  ["itself", "administrator"],
  ["in capitals", "ADMINISTRATOR"],
  ["with substitutions", "4dm1n1$tr@t0r"],
  ["with digits at its end", "password1234"],
  ["with signs too", "Password!2024?"],
  ["with substitutions and digits", "P@ssw0rd1234"],
  ["ending in a substitution, then digits", "hell0123456789"],
  ["in full width", "ｐａｓｓｗｏｒｄ１２３４"],
  ["digits alone", "123456789012"],
  ["keys in a row", "1q2w3e4r5t6y"],
  ["a common one twice", "passwordpassword"],
  ["one sign again and again", "aaaaaaaaaaaaaaaaaaaa"],
  ["a few signs again and again", "xqzxqzxqzxqz"],
])("a common password is found: %s", async (_how, password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each([
  "correct horse battery staple",
  "marmalade over the old bridge",
  "password of somebody else",
  "3 administrators met",
  "日本語のパスワードです",
])("%s is not common", async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});

test("hardly any other password is taken for a common one, however long", async () => {
  const random = Array.from({ length: 5_000 }, () => randomBytes(12).toString("base64url"));
  const common = (await Promise.all(random.map(isCommonPassword))).filter(Boolean);
  // 0.2 expected: with more than 5 the filter is not the one that it was.
  expect(common.length).toBeLessThanOrEqual(5);
  expect(await isCommonPassword("1".repeat(500) + "é".repeat(500))).toBe(false);
});

test("the filter has less than 300 kB", () => {
  expect(statSync(join(import.meta.dirname, "common-passwords.bin")).size).toBeLessThan(300_000);
});
