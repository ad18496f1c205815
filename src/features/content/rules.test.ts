import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { allowedAddress, topLevelBlocks } from "./rules.ts";

describe("allowedAddress", () => {
  const BOTH = { link: true, picture: true };
  const LINK = { link: true, picture: false };
  const NEITHER = { link: false, picture: false };

  it.each([
    ["a web address", "https://example.com/a?b#c", BOTH],
    ["a scheme in capitals", "HTTPS://example.com", BOTH],
    ["a path", "/article/1", BOTH],
    ["a relative path, which may have a colon after its first part", "a/b:c", BOTH],
    ["a fragment", "#end", BOTH],
    ["a query", "?page=2", BOTH],
    ["a mailbox", "mailto:desk@example.com", LINK],
    ["a telephone", "tel:+254700000000", LINK],
    ["a script", "javascript:alert(1)", NEITHER],
    ["data", "data:text/html,x", NEITHER],
    ["a scheme that merely begins like one that is allowed", "https-x:a", NEITHER],
    ["an unknown scheme, which may be a word before a colon", "note: this", NEITHER],
    ["another host without a scheme", "//evil.example", NEITHER],
    ["the same by backslashes, which browsers take for slashes", "\\\\evil.example", NEITHER],
    ["the same by one of each", "/\\evil.example", NEITHER],
    ["the same after characters that browsers ignore", "\t/\n/evil.example", NEITHER],
    ["a script behind control characters", "\u0001java\u0000script\n:x", NEITHER],
    ["a script behind spaces of other scripts", "\u2028\u00a0javascript:x", NEITHER],
    ["nothing", "", NEITHER],
    ["nothing but spaces", " \t\u00a0", NEITHER],
  ])("%s: %j", (_what, address, allowed) => {
    for (const kind of ["link", "picture"] as const) expect(allowedAddress(address, kind) !== null).toBe(allowed[kind]);
  });

  it("is given without the control characters and spaces around it, otherwise as it is", () => {
    expect(allowedAddress(" \n/a b\tc\u0007 ", "link")).toBe("/a bc");
    expect(allowedAddress("https://example.com/%20\u00e9", "picture")).toBe("https://example.com/%20\u00e9");
  });

  it(`what it lets through, it lets through again unchanged (seed ${SEED})`, () => {
    const piece = fc.constantFrom(
      "java",
      "script",
      ":",
      "/",
      "\\",
      "http",
      "s",
      "\t",
      "\0",
      " ",
      "\u00a0",
      "x",
      "#",
      "data",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const address = allowedAddress(pieces.join(""), "link");
        if (address !== null) expect(allowedAddress(address, "link")).toBe(address);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("the outermost blocks of stored content", () => {
  it.each([
    ["<p>a</p><p>b</p>", ["<p>a</p>", "<p>b</p>"]],
    ["<ul><li><p>a</p></li></ul><hr /><p>b<br />c</p>", ["<ul><li><p>a</p></li></ul>", "<hr />", "<p>b<br />c</p>"]],
    ["a &lt;b&gt; <em>c</em> d", ["a &lt;b&gt; ", "<em>c</em>", " d"]],
    ['<img src="/media/a.jpg" alt="x / y" /> ', ['<img src="/media/a.jpg" alt="x / y" />', " "]],
    ["", []],
  ])("%s", (html, blocks) => {
    expect(topLevelBlocks(html)).toEqual(blocks);
  });
});
