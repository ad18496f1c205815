import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

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
