import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, words } from "./text.ts";

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
