import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linkAddress, webAddress } from "./schema.ts";
import { completeAddress, isWebAddress, MAX_ADDRESS_LENGTH } from "./web-address.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

describe("an address that pages may link to", () => {
  test.each([
    ["a path of the site", "/about"],
    ["its root", "/"],
    ["https", "https://news.example/a?b=c#d"],
    ["http, in any case", "HTTP://news.example"],
    ["letters of any script", "https://münchen.example/straße"],
  ])("%s", (_what, address) => {
    expect(isWebAddress(address)).toBe(true);
  });

  test.each([
    ["a script", "javascript:alert(1)"],
    ["a script in disguise", "JaVaScRiPt:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["mail", "mailto:a@news.example"],
    ["another host without a scheme", "//evil.example"],
    ["the same by a backslash, which browsers read as a slash", "/\\evil.example"],
    ["a backslash anywhere", "https://news.example\\@evil.example"],
    ["a tab, which browsers drop", "java\tscript:alert(1)"],
    ["a line's end", "https://news.example/\nSet-Cookie: a"],
    ["a space", "https://news.example/a b"],
    ["NUL", "/a\u0000"],
    ["half a character", "/\ud800"],
    ["no host", "https://"],
    ["a word", "about"],
    ["nothing", ""],
  ])("not %s", (_what, address) => {
    expect(isWebAddress(address)).toBe(false);
  });

  test(`always leads to http, https or the site itself (seed ${SEED})`, () => {
    const piece = fc.constantFrom(
      ..."/ \\ : // http https javascript data . @ ? # a evil.example \t \n %2f".split(" "),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.string(), (pieces, rest) => {
        const address = pieces.join("") + rest;
        if (!isWebAddress(address)) return;
        const { protocol, origin } = new URL(address, "https://site.example");
        if (/^https?:/i.test(address)) expect(["http:", "https:"]).toContain(protocol);
        else expect(origin).toBe("https://site.example");
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });
});

describe("an address as it is typed", () => {
  test.each([
    ["example.com", "https://example.com"],
    ["  example.com/a?b ", "https://example.com/a?b"],
    ["example.com:8080/a", "https://example.com:8080/a"],
    ["news.example#top", "https://news.example#top"],
  ])("%j gets its scheme", (typed, complete) => {
    expect(completeAddress(typed)).toBe(complete);
  });

  test.each([
    ["complete", "http://example.com"],
    ["a path", "/about"],
    ["empty", ""],
    ["a word, which is no host on the web", "localhost"],
    ["mail, not a user of a host", "amina@news.example"],
    ["with another scheme", "ftp://example.com"],
    ["with a scheme that looks like a host and its port", "javascript:alert(1)"],
    ["with an empty label", "example..com"],
    ["with a sentence around it", "see example.com"],
    ["too long already", `${"a".repeat(MAX_ADDRESS_LENGTH)}.example`],
  ])("stays as it is: %s", (_what, typed) => {
    expect(completeAddress(typed)).toBe(typed);
  });

  test(`is complete after one pass: completing it again changes nothing (seed ${SEED})`, () => {
    const typed = fc.oneof(fc.webUrl(), fc.domain(), fc.webPath(), fc.string(), fc.emailAddress());
    fc.assert(
      fc.property(typed, (text) => {
        const complete = completeAddress(text);
        expect(completeAddress(complete)).toBe(complete);
      }),
      { seed: SEED },
    );
  });
});

describe("in a request's body", () => {
  const errorOf = (schema: ReturnType<typeof webAddress>, value: unknown) =>
    schema.safeParse(value).error?.issues[0]?.message;

  test("a link is completed, a picture's address is not", () => {
    expect(linkAddress("Target URL").parse(" example.com ")).toBe("https://example.com");
    expect(errorOf(webAddress("Image URL"), "example.com")).toBe(
      "Image URL must be an http or https address, or a path of this site.",
    );
  });

  test("may be empty; too long a one is rejected by its stored length", () => {
    expect(webAddress("Image URL").parse("  ")).toBe("");
    const longest = `example.com/${"a".repeat(MAX_ADDRESS_LENGTH - "https://example.com/".length)}`;
    expect(linkAddress("Target URL").parse(longest)).toHaveLength(MAX_ADDRESS_LENGTH);
    expect(errorOf(linkAddress("Target URL"), `${longest}a`)).toBe(
      `Target URL must have at most ${MAX_ADDRESS_LENGTH} characters.`,
    );
  });
});
