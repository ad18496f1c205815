import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstImage, fold, htmlToText, words } from "./text.ts";

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

describe("htmlToText", () => {
  test("separates blocks, decodes entities, folds white space", () => {
    expect(htmlToText("<h2>A</h2><p>b &amp; <em>c</em>&nbsp;d</p>\n<ul><li>e</li></ul>")).toBe("A b & c d e");
  });
});

test("the first image of a content is found with its address decoded", () => {
  expect(firstImage('<p>x</p><img alt="a" src="/a.png?b=1&amp;c=2"><img src="/d.png">')).toBe("/a.png?b=1&c=2");
  expect(firstImage("<p>none</p>")).toBeNull();
});
