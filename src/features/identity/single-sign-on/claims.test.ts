import { describe, expect, test } from "vitest";
import { claims, groupsClaim, hasOwnEmail, isStrong } from "./provider.ts";

const read = (answer: object) => claims.safeParse({ sub: "248289761001", ...answer }).data;

describe("what a provider says of a person", () => {
  test.each([
    ["yes", true, true],
    ["no", false, false],
    ["yes as text", "true", true],
    ["no as text, which is not empty", "false", false],
    ["something else", "yes", undefined],
    ["a number", 1, undefined],
    ["nothing", undefined, undefined],
    ["null", null, undefined],
  ])("says of the address that it is confirmed: %s", (_what, email_verified, is) => {
    expect(read({ email_verified })?.email_verified).toBe(is);
  });

  test("counts without an address or a name that cannot be used", () => {
    const person = read({ email: 7, name: { first: "Amina" }, picture: "https://idp.example/a.jpg" });
    expect(person).toEqual({ sub: "248289761001" });
  });

  test("counts without a name that no database could store, or that is longer than any", () => {
    expect(read({ name: "Ami\u0000na" })?.name).toBeUndefined();
    expect(read({ name: "a".repeat(321) })?.name).toBeUndefined();
    expect(read({ name: "  أمينة عتينو  " })?.name).toBe("أمينة عتينو");
  });

  test.each([
    ["is missing", undefined],
    ["is empty", ""],
    ["is a number", 248_289_761_001],
    ["is too long", "1".repeat(321)],
    ["has a NUL, which a database would cut or refuse", "2482\u0000"],
    ["is half of a character", "\ud83d"],
  ])("is nobody where the subject %s", (_what, sub) => {
    expect(claims.safeParse({ sub }).success).toBe(false);
  });
});

describe("groups", () => {
  test.each([
    ["a list", ["desk", "editors"], ["desk", "editors"]],
    ["one alone, as text", "desk", ["desk"]],
    ["none", [], []],
    ["null", null, []],
    ["an object", { desk: true }, []],
    ["a list with something else in it, of which none counts", ["desk", 7], []],
    ["more than a thousand, of which none counts", Array(1_001).fill("desk"), []],
  ])("are read from %s", (_what, given, groups) => {
    expect(groupsClaim.parse(given)).toEqual(groups);
  });
});

test.each([
  ["two factors", { amr: ["pwd", "mfa"] }, true],
  ["a code alone", { amr: ["otp"] }, false],
  ["the word as text, not in a list", { amr: "mfa" }, false],
  ["the word in capitals", { amr: ["MFA"] }, false],
  ["a list that is not one of texts", { amr: ["mfa", 1] }, false],
  ["more methods than there are", { amr: Array(51).fill("mfa") }, false],
  ["nothing of it", {}, false],
  ["nothing at all", null, false],
])("a provider that says %s has asked for two factors: %s", (_what, answer, is) => {
  expect(isStrong(answer)).toBe(is);
});

test.each([
  [{}, false, false],
  [{}, true, true],
  [{ xms_edov: true }, false, true],
  [{ xms_edov: "1" }, false, true],
  [{ email_verified: false }, true, false],
  [{ email_verified: false, xms_edov: true }, true, false],
])("an address with %j counts as confirmed, trusted %j: %j", (answer, trustsEmails, isConfirmed) => {
  const person = read(answer);
  expect(person && hasOwnEmail(person, trustsEmails)).toBe(isConfirmed);
});
