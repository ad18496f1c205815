import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, words } from "./text.ts";

describe("fold", () => {
  test("takes accents and case away, also of letters that do not decompose", () => {
    expect(fold("Zieliński Łódź Smørrebrød Straße Ångström")).toBe("zielinski lodz smorrebrod strasse angstrom");
  });

  test("changes nothing when applied twice", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => fold(fold(text)) === fold(text)));
  });

  test("takes piled-up accents in linear time: in quadratic time this would outlast every patience", () => {
    expect(fold(`e${"\u0301\u0323".repeat(1_000_000)}`)).toBe("e");
  });
});

test("words are runs of letters and digits in any script", () => {
  expect(words("ERC-721, «цена» 3.5 & שלום!")).toEqual(["erc", "721", "цена", "3", "5", "שלום"]);
});
