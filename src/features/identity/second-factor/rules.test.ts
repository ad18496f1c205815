import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAuthenticatorCode, newSecret, plainCode, stepOfCode } from "./rules.ts";

/** The secret of RFC 6238, appendix B. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const PERIOD = 30_000;
/** Where the step begins that the code 287082 is of: that of second 59. */
const BEGIN = 30_000;

describe("a code of an authenticator", () => {
  // RFC 6238, appendix B, for SHA-1: the last six of its eight digits, which is what an app shows.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("is the one that the standard gives for second %i", (second, code) => {
    expect(stepOfCode(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
  });

  test.each([
    ["in its first millisecond", BEGIN, 1],
    ["in its last millisecond", BEGIN + PERIOD - 1, 1],
    ["by a clock that is one step behind", BEGIN - 1, 1],
    ["one step too late, in the last millisecond", BEGIN + 2 * PERIOD - 1, 1],
    ["two steps too late", BEGIN + 2 * PERIOD, null],
  ])("counts for its own step %s", (_when, now, step) => {
    expect(stepOfCode(SECRET, "287082", now)).toBe(step);
  });

  test("is of the same step whenever it is given, so that it cannot be given twice", () => {
    const steps = [BEGIN - PERIOD, BEGIN, BEGIN + PERIOD].map((now) => stepOfCode(SECRET, "287082", now));
    expect(steps).toEqual([1, 1, 1]);
  });

  test("two steps ahead does not count", () => {
    expect(stepOfCode(SECRET, "081804", (1_111_111_109 - 61) * 1000)).toBeNull();
  });

  test.each(["", "28708", "2870820", "-87082", "28708x", "٢٨٧٠٨٢", "287082\u0000"])("is not %j", (code) => {
    expect(stepOfCode(SECRET, code, 59_000)).toBeNull();
  });
});

describe("a new secret", () => {
  test("has the 160 bits that RFC 4226 asks for, in base32, and is another one each time", () => {
    const secrets = Array.from({ length: 20 }, () => newSecret("Jarida", "a@news.example").secret);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(secrets.length);
  });

  test.each(["Jarida", "Chain: the Times", "::", "Kurier & Söhne?", "صحيفة", "100 % news", "News 🗞️ #1/2"])(
    "is shown to an app with the address, where the site is called %j",
    (site) => {
      const { secret, otpauth } = newSecret(site, "amina@news.example");
      const url = new URL(otpauth);
      expect([url.protocol, url.host, url.searchParams.get("secret")]).toEqual(["otpauth:", "totp", secret]);
      // One colon divides the site from the address: an app would show any other in the wrong place.
      const name = site.replaceAll(":", " ");
      expect(url.searchParams.get("issuer")).toBe(name);
      expect(decodeURIComponent(url.pathname.slice(1)).split(":")).toEqual([name, "amina@news.example"]);
    },
  );
});

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
