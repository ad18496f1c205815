import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, paragraphsOf, readingMinutes, scriptText, textLength, words } from "./text.ts";

test.each([
  ["10", "sup", "9", "10⁹"],
  ["10", "sup", "-18", "10⁻¹⁸"],
  ["CO", "sub", "2", "CO₂"],
  ["x", "sup", "n", "xⁿ"],
  ["1", "sup", "st", "1st"],
  ["Jarida", "sup", "TM", "Jarida™"],
  ["e", "sup", "x", "e^x"],
  ["x", "sub", "max", "x_(max)"],
  ["a", "sup", " ", "a "],
] as const)("%s with %s %j is %s", (before, name, text, expected) => {
  expect(before + scriptText(name, text, before)).toBe(expected);
});

describe("fold", () => {
  test("removes accents and case, even of letters that do not decompose", () => {
    expect(fold("Zieliński Łódź Smørrebrød Straße Ångström")).toBe("zielinski lodz smorrebrod strasse angstrom");
  });

  test("is idempotent", () => {
    expect(fold(fold("\ufcf2"))).toBe(fold("\ufcf2"));
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => fold(fold(text)) === fold(text)));
  });

  test("removes piles of accents in linear time: quadratic time would exceed every timeout", () => {
    expect(fold(`e${"\u0301\u0323".repeat(1_000_000)}`)).toBe("e");
  });
});

test("words are runs of letters and digits in any script", () => {
  expect(words("ERC-721, «цена» 3.5 & שלום!")).toEqual(["erc", "721", "цена", "3", "5", "שלומ"]);
});

describe("words of scripts without spaces", () => {
  test("are all pairs of neighbouring letters, and the last letter", () => {
    expect(words("規制を 円BTC安")).toEqual(["規制", "制を", "を", "円", "btc", "安"]);
  });

  test.each([
    ["日本銀行がビットコインを保有する金融機関への規制を強化", ["ビットコイン", "規制", "強化"]],
    ["中国人民银行宣布新的数字货币政策", ["人民银行", "数字货币", "策"]],
    ["ธนาคารกลางประกาศกฎใหม่สำหรับสินทรัพย์ดิจิทัล", ["ดิจิทัล", "กฎใหม่"]],
  ])("of %s include those of any part", (text, queries) => {
    const own = words(text);
    for (const query of queries)
      for (const word of words(query))
        expect(
          own.some((part) => part.startsWith(word)),
          word,
        ).toBe(true);
  });
});

test("the Turkish letters of one word are one", () => {
  for (const form of ["sığınmacılar", "SIĞINMACILAR", "Sığınmacılar", "siginmacilar"])
    expect(fold(form)).toBe("siginmacilar");
  expect(fold("İSTANBUL ıI")).toBe("istanbul ii");
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

test.each([
  ["One two’s — 3,5 …", { words: 3, ideographs: 0, letters: 0 }],
  ["中央银行宣布，比特币。", { words: 0, ideographs: 9, letters: 0 }],
  ["東京でBitcoinを買う ETF", { words: 2, ideographs: 6, letters: 0 }],
  ["ธนาคารกลาง", { words: 0, ideographs: 0, letters: 10 }],
  ["한국 은행", { words: 2, ideographs: 0, letters: 0 }],
  [" — ", { words: 0, ideographs: 0, letters: 0 }],
])("the length of %j", (text, length) => expect(textLength(text)).toEqual(length));

test.each([
  ["word ".repeat(690), 3],
  ["字".repeat(3360), 7],
  ["ก".repeat(5000), 5],
  ["a", 1],
  ["", 0],
])("reading %.12j… takes %s minutes", (text, minutes) => expect(readingMinutes(textLength(text))).toBe(minutes));
