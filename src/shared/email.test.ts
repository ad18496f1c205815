import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailAddress } from "./email.ts";

const accepts = (text: string) => emailAddress.safeParse(text).success;

/** Any UTF-16 unit, lone surrogates included; the library's own "binary" takes seconds to prepare. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe("emailAddress", () => {
  it.each([
    "reader@example.com",
    "a@b.co",
    "first.last+news@mail.example.co.uk",
    "x_y-z@xn--bcher-kva.example",
    `${"a".repeat(64)}@example.com`,
    "42@example.xn--p1ai",
    "o'neil@example.com",
    "all.!#$%&'*+/=?^_`{|}~-@example.com",
    "admin@localhost",
    ".a.@example.com",
    "a..b@example.com",
    "a@127.0.0.1",
    `${"a".repeat(65)}@example.com`,
  ])("accepts %s", (address) => expect(accepts(address)).toBe(true));

  it.each([
    "reader",
    "@example.com",
    "a@b@example.com",
    "a@example..com",
    "a@-example.com",
    "a@example-.com",
    "a@example.com.",
    "a@[127.0.0.1]",
    '"a b"@example.com',
    "a(comment)@example.com",
    "a@example.com,b@example.com",
    "Reader <a@example.com>",
    "a@example.com\nBcc: b@example.com",
    "a\u0000@example.com",
    "ä@example.com",
    `a@${"b".repeat(64)}.com`,
  ])("rejects %j", (address) => expect(accepts(address)).toBe(false));

  it("trims and lower-cases, so that one address is one subscriber", () => {
    expect(emailAddress.parse("  Reader@Example.COM\n")).toBe("reader@example.com");
  });

  it("does not let a letter that lower-cases to ASCII pass as another address", () => {
    expect(accepts("\u212Aate@example.com")).toBe(false);
    expect(accepts("kate@\u212Aelvin.com")).toBe(false);
  });

  it("reports the first mistake only", () => {
    const sentence = (text: string) => emailAddress.safeParse(text).error?.issues.map((issue) => issue.message);
    expect(sentence("  ")).toEqual(["Email is required."]);
    expect(sentence(`${"a".repeat(260)}@x`)).toEqual(["Email must have at most 254 characters."]);
    expect(sentence("nobody")).toEqual(["Please enter a valid email address."]);
  });

  it("accepts nothing that could inject mail headers, and what it accepts is unchanged when parsed again", () => {
    const nearlyAddress = fc.string({
      unit: fc.constantFrom(..."aZ09.@-_+ \"'`|<>,;:()%\\\r\n\u0000\u212Aé"),
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), nearlyAddress, fc.string({ unit: anyUnit })), (text) => {
        const result = emailAddress.safeParse(text);
        if (!result.success) return;
        expect(result.data).toMatch(/^[^\s"<>()[\]\\,;:@\p{Cc}\p{Lu}\u0080-\uffff]+@[a-z0-9.-]+$/u);
        expect(emailAddress.parse(result.data)).toBe(result.data);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes linear time, whatever the text", () => {
    // A rule that backtracks would not end within the runner's limit.
    for (const unit of ["a", "a.", "a-", "a@", "a@a.", "-", "a.-", "@"]) {
      expect(accepts(unit.repeat(1_000_000 / unit.length))).toBe(false);
      expect(accepts(`a@${unit.repeat(1_000_000 / unit.length)}!`)).toBe(false);
      // Short enough to reach the pattern.
      expect(accepts(`a@${unit.repeat(Math.floor(250 / unit.length))}!`)).toBe(false);
    }
  });
});
