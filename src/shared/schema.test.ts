import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { z } from "zod";
import { MAX_ID } from "./ids.ts";
import { emailAddress, idNumber, pageQuery, text } from "./schema.ts";

const sentenceOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

describe("a text of a request", () => {
  const title = text({ name: "Title", min: 1, max: 5 });

  test("is measured after trimming, in characters rather than UTF-16 units", () => {
    expect(title.parse("  12345 \n")).toBe("12345");
    expect(title.safeParse("123456").success).toBe(false);
    expect(title.parse("🚀🚀🚀🚀🚀")).toHaveLength(10);
    expect(title.safeParse("🚀🚀🚀🚀🚀🚀").success).toBe(false);
  });

  test.each([
    [undefined, "Title is required."],
    [7, "Title must be text."],
    ["", "Title is required."],
    [" \t\n", "Title is required."],
    ["123456", "Title must have at most 5 characters."],
    ["a\u0000b", "Title contains characters that cannot be stored."],
    ["\ud83d", "Title contains characters that cannot be stored."],
  ])("%j is rejected with a message that names it", (input, sentence) => {
    expect(sentenceOf(title, input)).toBe(sentence);
  });

  test("with a minimum length above one says how long; one without may be empty", () => {
    expect(sentenceOf(text({ name: "Bio", min: 3, max: 9 }), "ab")).toBe("Bio must have at least 3 characters.");
    expect(text({ name: "Bio", max: 9 }).parse(" ")).toBe("");
  });
});

test("an id in a body fits the columns of both engines", () => {
  const schema = idNumber("Articles must be ids.");
  for (const id of [1, MAX_ID]) expect(schema.parse(id)).toBe(id);
  for (const id of [0, -1, 1.5, MAX_ID + 1, "1", null, Number.NaN])
    expect(sentenceOf(schema, id)).toBe("Articles must be ids.");
});

describe("the requested part of a list", () => {
  test("is the first fifty by default, up to a hundred from any offset", () => {
    expect(pageQuery.parse({})).toEqual({ limit: 50, offset: 0 });
    expect(pageQuery.parse({ limit: "100", offset: "100000000" })).toEqual({ limit: 100, offset: 100_000_000 });
    expect(pageQuery.parse({ limit: "1", offset: "0" })).toEqual({ limit: 1, offset: 0 });
  });

  test.each([
    [{ limit: "0" }, "Limit must be from 1 to 100."],
    [{ limit: "101" }, "Limit must be from 1 to 100."],
    [{ limit: "" }, "Limit must be a whole number."],
    [{ limit: "1e2" }, "Limit must be a whole number."],
    [{ limit: " 5" }, "Limit must be a whole number."],
    [{ offset: "-1" }, "Offset must be a whole number."],
    [{ offset: "100000001" }, "Offset must be from 0 to 100000000."],
    [{ offset: "9".repeat(30) }, "Offset must be a whole number."],
  ])("%j is rejected", (query, sentence) => {
    expect(sentenceOf(pageQuery, query)).toBe(sentence);
  });
});

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
