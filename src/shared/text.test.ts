import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, paragraphsOf, words } from "./text.ts";

describe("fold", () => {
  test("removes accents and case, even of letters that do not decompose", () => {
    expect(fold("Zieliński Łódź Smørrebrød Straße Ångström")).toBe("zielinski lodz smorrebrod strasse angstrom");
  });

  test("is idempotent", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => fold(fold(text)) === fold(text)));
  });

  test("removes piles of accents in linear time: quadratic time would exceed every timeout", () => {
    expect(fold(`e${"\u0301\u0323".repeat(1_000_000)}`)).toBe("e");
  });
});

test("words are runs of letters and digits in any script", () => {
  expect(words("ERC-721, «цена» 3.5 & שלום!")).toEqual(["erc", "721", "цена", "3", "5", "שלום"]);
});

describe("paragraphs", () => {
  test.each([
    ["one\ntwo\n\nthree", ["one\ntwo", "three"]],
    ["one\r\n\r\ntwo\r\rthree", ["one", "two", "three"]],
    ["\n\n  one  \n \t \n\n\n two", ["one", "two"]],
    ["", []],
    [" \n\t\n", []],
  ])("of %j are %j", (text, paragraphs) => {
    expect(paragraphsOf(text)).toEqual(paragraphs);
  });

  test("lose no word, and are the same when they are joined and divided again", () => {
    const text = fc
      .array(fc.constantFrom("a", "b c", " ", "\n", "\r\n", "\r", "\t", "😀"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (whole) => {
        const paragraphs = paragraphsOf(whole);
        expect(paragraphs.join("").replace(/\s/g, "")).toBe(whole.replace(/\s/g, ""));
        expect(paragraphsOf(paragraphs.join("\n\n"))).toEqual(paragraphs);
      }),
    );
  });
});
