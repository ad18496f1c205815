import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayBeMisspelt, withinOneEdit } from "#shared/vocabulary.ts";
import { indexWords, MAX_WORD_CHARS, markMatches, queryWords } from "./rules.ts";

const marks = (text: string, query: string) =>
  markMatches(text, query)
    .filter(({ match }) => match)
    .map((segment) => segment.text);

describe("queryWords", () => {
  it("keeps words and drops everything that a search engine could read as an operator", () => {
    expect(queryWords('NEAR("Bitcoin" OR -ETF*, 5) && title:"wallet" %_')).toEqual([
      "near",
      "bitcoin",
      "or",
      "etf",
      "5",
      "title",
      "wallet",
    ]);
  });

  it("finds no word in emoji, punctuation and control characters", () => {
    expect(queryWords("🚀 ?! ** -- \u200f\u0007")).toEqual([]);
  });

  it("takes each word once, at most 8 of them, truncated to 64 characters", () => {
    const asked = queryWords(`same SAME ${Array.from({ length: 40 }, (_, index) => `w${index}`).join(" ")}`);
    expect(asked).toHaveLength(8);
    expect(asked.filter((word) => word === "same")).toHaveLength(1);
    expect(queryWords("x".repeat(900))[0]).toHaveLength(MAX_WORD_CHARS);
  });

  it("does not split a surrogate pair when it truncates a word", () => {
    const [word = ""] = indexWords(`x${"𝒜𐐀".repeat(60)}`);
    expect(word.isWellFormed()).toBe(true);
  });
});

describe("indexWords", () => {
  it("handles endless piles of accents in linear time", () => {
    expect(indexWords(`a${"\u0301\u0316".repeat(250_000)} b`)).toEqual(["a", "b"]);
  });
});

describe("markMatches in scripts without spaces", () => {
  it.each([
    ["日本銀行がビットコインを保有", "ビットコイン", ["ビットコイン"]],
    ["新しい規制と旧規制", "規制", ["規制", "規制"]],
    ["円BTC高", "btc", ["BTC"]],
  ])("%s marks %s", (text, query, marked) => {
    expect(marks(text, query)).toEqual(marked);
  });
});

it("finds å by aa, and the other way round", () => {
  expect(indexWords("Århus Aarhus århus")).toEqual(["arhus", "arhus", "arhus"]);
});

describe("withinOneEdit", () => {
  it.each([
    ["bitcoin", "bitcoin", "nothing changed"],
    ["ibtcoin", "bitcoin", "swapped at the start"],
    ["bitocin", "bitcoin", "swapped in the middle"],
    ["bitconi", "bitcoin", "swapped at the end"],
    ["bitcoiin", "bitcoin", "a letter more"],
    ["itcoin", "bitcoin", "a letter less at the start"],
    ["bitcoi", "bitcoin", "a letter less at the end"],
    ["bitkoin", "bitcoin", "another letter"],
  ])("%s is near %s: %s", (a, b) => {
    expect(withinOneEdit(a, b)).toBe(true);
    expect(withinOneEdit(b, a)).toBe(true);
  });

  it.each([
    ["btcion", "bitcoin"],
    ["bitcoinss", "bitcoin"],
    ["tibcion", "bitcoin"],
    ["niocbit", "bitcoin"],
    ["abc", "cba"],
  ])("%s is too far from %s", (a, b) => {
    expect(withinOneEdit(a, b)).toBe(false);
    expect(withinOneEdit(b, a)).toBe(false);
  });

  it("agrees with the textbook distance", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
    fc.assert(fc.property(word, word, (a, b) => withinOneEdit(a, b) === distance(a, b) <= 1));
  });
});

/** Damerau-Levenshtein distance (adjacent swaps) by the full table, as in textbooks. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, at(row - 2, column - 2) + 1);
      (table[row] ?? [])[column] = best;
    }
  }
  return at(a.length, b.length);
}

describe("mayBeMisspelt", () => {
  it("excludes short words and bare numbers", () => {
    expect(["coin", "12345", "token", "web3s"].map(mayBeMisspelt)).toEqual([false, false, true, true]);
  });
});

describe("markMatches", () => {
  it("marks whole words that begin with a query word, whatever the case", () => {
    expect(markMatches("Ethereum and the ETHER price", "ether pri")).toEqual([
      { text: "Ethereum", match: true },
      { text: " and the ", match: false },
      { text: "ETHER", match: true },
      { text: " ", match: false },
      { text: "price", match: true },
    ]);
  });

  it("does not mark in the middle of a word", () => {
    expect(marks("unchained chains", "chain")).toEqual(["chains"]);
  });

  it("ignores accents in both and keeps them in the text", () => {
    expect(marks("Zieliński, Zie\u0301lin\u0301ski, łódź", "zielinski LODZ")).toEqual([
      "Zieliński",
      "Zie\u0301lin\u0301ski",
      "łódź",
    ]);
    expect(marks("Die Strasse, die Straße, the ﬁnal", "straße final")).toEqual(["Strasse", "Straße", "ﬁnal"]);
  });

  it("marks a similar word only if the query word itself is missing", () => {
    expect(marks("Blockchain news", "blokchain")).toEqual(["Blockchain"]);
    expect(marks("Blockchain and blokchain", "blokchain")).toEqual(["blokchain"]);
    expect(marks("coin cion", "coni")).toEqual([]);
  });

  it("returns nothing for an empty text and one piece for a blank query", () => {
    expect(markMatches("", "bitcoin")).toEqual([]);
    expect(markMatches("Bitcoin", " ?! ")).toEqual([{ text: "Bitcoin", match: false }]);
  });

  it("preserves every text exactly, with no empty piece", () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom("a", "ß", "ł", "İ", "ﬃ", "\u0301", " ", "½", "™", "\ud835", "𝒜"),
        maxLength: 60,
      }),
    );
    fc.assert(
      fc.property(anyText, anyText, (text, query) => {
        const segments = markMatches(text, query);
        expect(segments.map((segment) => segment.text).join("")).toBe(text);
        expect(segments.every((segment) => segment.text.length > 0)).toBe(true);
      }),
    );
  });

  it("marks every word of a text that is queried word by word", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "é", "Ż", "ß", "3"), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (list) => {
        expect(marks(list.join(" "), list.join(" "))).toEqual(list);
      }),
    );
  });
});
