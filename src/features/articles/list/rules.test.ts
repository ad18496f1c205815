import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Found, listKeys, nameHas, searchWords, sortFound } from "./rules.ts";

describe("the search of the editors' list", () => {
  test("covers the folded words of title and tags, each by its beginning", () => {
    const { words } = listKeys("Élan: BTC's rise", ["Layer-2", "Zürich"]);
    expect(words).toBe(" elan btc s rise layer 2 zurich");
    for (const start of ["el", "btc", "lay", "zuri"]) expect(words).toContain(` ${start}`);
  });

  test("sorts titles ignoring case and accents, truncated to what an index can hold, never within a character", () => {
    expect(listKeys("Über alles", []).title_key).toBe("uber alles");
    const { title_key } = listKeys(`${"x".repeat(199)}🚀`, []);
    expect(title_key).toBe(`${"x".repeat(199)}\ufffd`);
  });

  test("uses each word of a query once, the longest first, and at most eight", () => {
    expect(searchWords("the Bitcoin ETF the bitcoin")).toEqual(["bitcoin", "the", "etf"]);
    expect(searchWords(Array.from({ length: 20 }, (_, number) => `w${number}`).join(" "))).toHaveLength(8);
    expect(searchWords(" !? ")).toEqual([]);
  });
});

test.each<[string, string, boolean, boolean]>([
  ["Amina Otieno", "otie", false, true],
  ["Amina Otieno", "tieno", false, false],
  ["Zoë Müller", "muller", false, true],
  // A typing error counts only where nothing was found as typed, and not in short words.
  ["Amina Otieno", "otineo", false, false],
  ["Amina Otieno", "otineo", true, true],
  ["Ann Lee", "lea", true, false],
])("a name %j is found by %j (misspelt: %s): %s", (name, word, isMisspelt, isFound) => {
  expect(nameHas(name, word, isMisspelt)).toBe(isFound);
});

describe("articles that were found", () => {
  const found: Found[] = [
    { article_id: 1, key: "a", place: 5 },
    { article_id: 2, key: "b", place: 9 },
    { article_id: 3, key: "a", place: 5 },
    { article_id: 4, key: "a", place: 7 },
    { article_id: 5, key: null, place: 1 },
    { article_id: 6, key: "a", place: 3 },
    { article_id: 7, key: "a", place: 6 },
  ];
  const idsSorted = (keys: unknown[], ascending: boolean) =>
    sortFound([...found], keys, ascending).map(({ article_id }) => article_id);

  test("are sorted by their groups, then by place, then by id, as the databases sort", () => {
    expect(idsSorted(["b", "a", null], false)).toEqual([2, 4, 7, 3, 1, 6, 5]);
    expect(idsSorted([null, "a", "b"], true)).toEqual([5, 6, 1, 3, 7, 4, 2]);
  });

  test("are sorted by titles as by dates", () => {
    const titles = ["beta", "alpha", "alpha 2"].map((place, id) => ({ article_id: id + 1, key: 0, place }));
    expect(sortFound(titles, [0], true).map(({ place }) => place)).toEqual(["alpha", "alpha 2", "beta"]);
  });
});

describe("any articles that were found", () => {
  const some = fc.uniqueArray(
    fc.record({
      article_id: fc.integer({ min: 1, max: 50 }),
      key: fc.constantFrom("a", "b", null),
      place: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: ({ article_id }) => article_id, maxLength: 30 },
  );
  const keys: unknown[] = ["b", null, "a"];

  test("stay in the order of their groups, which the direction within them does not turn", () => {
    fc.assert(
      fc.property(some, fc.boolean(), (found, ascending) => {
        const ranks = sortFound([...found], keys, ascending).map(({ key }) => keys.indexOf(key));
        expect(ranks).toEqual(ranks.toSorted((left, right) => left - right));
      }),
    );
  });

  test("are in one group the other way round where the direction is, also those of the same place", () => {
    fc.assert(
      fc.property(some, (found) => {
        const group = found.map((one) => ({ ...one, key: "a" }));
        expect(sortFound([...group], keys, true).reverse()).toEqual(sortFound([...group], keys, false));
      }),
    );
  });
});
