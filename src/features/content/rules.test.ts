import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { allowedAddress, previewCut, textBeginning, topLevelBlocks } from "./rules.ts";

describe("previewCut", () => {
  it("keeps a text of exactly the maximum length whole", () => {
    expect(previewCut("a".repeat(500), 500)).toBeNull();
    expect(previewCut("a".repeat(501), 500)).toBe(500);
  });

  it("uses 300 characters if no length is given", () => {
    expect(previewCut("a".repeat(301))).toBe(300);
  });

  it("cuts after the last full stop beyond 70% of the length, not after an earlier one", () => {
    const text = `${"a".repeat(75)}.${"b".repeat(10)}.${"c".repeat(100)}`;
    expect(previewCut(text, 100)).toBe(86);
  });

  it("ignores a full stop at or before 70%, and one beyond the length", () => {
    expect(previewCut(`${"a".repeat(70)}.${"b".repeat(100)}`, 100)).toBe(100);
    expect(previewCut(`${"a".repeat(71)}.${"b".repeat(100)}`, 100)).toBe(71);
    expect(previewCut(`${"a".repeat(100)}.${"b".repeat(100)}`, 100)).toBe(100);
  });

  it("does not mistake a decimal point for a full stop", () => {
    expect(previewCut(`${"a".repeat(73)}. ${"b".repeat(10)} 3.5 ${"c".repeat(50)}`, 100)).toBe(73);
  });

  it("does not split a surrogate pair", () => {
    expect(previewCut(`${"a".repeat(99)}🦊${"b".repeat(9)}`, 100)).toBe(99);
  });

  it(`for any text: no longer than the length, beyond 70%, and well-formed (seed ${SEED})`, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 20, maxLength: 200 }),
        fc.integer({ min: 10, max: 120 }),
        (text, length) => {
          const cut = previewCut(text, length);
          if (cut === null) {
            expect(text.length).toBeLessThanOrEqual(length);
            return;
          }
          expect(cut).toBeLessThanOrEqual(length);
          expect(cut).toBeGreaterThanOrEqual(Math.floor(length * 0.7));
          expect(text.slice(0, cut).isWellFormed()).toBe(true);
        },
      ),
      { seed: SEED },
    );
  });
});

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

describe("textBeginning", () => {
  it("is the whole text where that is short, its lines joined", () => {
    expect(textBeginning("a\nb", 10)).toBe("a b");
    expect(textBeginning("", 10)).toBe("");
  });

  it("is cut where a preview is, and says so", () => {
    expect(textBeginning("One sentence. Another one", 15)).toBe("One sentence...");
    expect(textBeginning("abcdefghij", 5)).toBe("abcde...");
  });
});

describe("a cut beginning", () => {
  it.each([
    ["👩‍👩‍👧‍👦", "a family of four"],
    ["🇰🇪", "a flag"],
    ["e\u0301", "a letter and its accent"],
    ["नि", "a syllable"],
  ])("never halves %s: %s", (character) => {
    for (let length = 1; length < character.length + 3; length++) {
      const cut = textBeginning(`a${character}${" b".repeat(40)}`, length).replace("...", "");
      expect([1, 1 + character.length].includes(cut.length) || cut.length > 1 + character.length, cut).toBe(true);
    }
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
