import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAuthenticatorCode, plainCode, requirementVersion } from "./rules.ts";

describe("a code as somebody types it", () => {
  test.each([
    ["with a space in the middle", "123 456", "123456"],
    ["with spaces of other kinds around it", "\u00a0123456\t\n", "123456"],
    ["as a recovery code in capitals, without its dash", "ABCDE FGHJK", "abcdefghjk"],
    ["as it is printed", "abcde-fghjk", "abcdefghjk"],
    ["as nothing but spaces and dashes", " - - ", ""],
  ])("%s is one code", (_how, typed, plain) => {
    expect(plainCode(typed)).toBe(plain);
  });

  test("is the same code when it is made plain once more", () => {
    const typed = fc
      .array(fc.constantFrom("A", "z", "7", " ", "-", "\u00a0", "İ", "\n", "😀"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(typed, (text) => {
        const plain = plainCode(text);
        expect(plainCode(plain)).toBe(plain);
      }),
    );
  });

  test.each(["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "-12345", "123456\n", "1e5000"])(
    "is not one of an authenticator: %j",
    (code) => expect(isAuthenticatorCode(code)).toBe(false),
  );

  test("is one of an authenticator with zeros in front too", () => {
    expect(isAuthenticatorCode("000000")).toBe(true);
  });
});

test("requiring a factor of another role is another version of the requirement, as is requiring none", () => {
  const versions = [[], ["chief"], ["chief", "editor"], ["editor", "chief"], ["chiefeditor"]].map((roles) =>
    requirementVersion({ roles }),
  );
  expect(new Set(versions).size).toBe(versions.length);
});
