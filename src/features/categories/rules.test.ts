import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { meantBy } from "./rules.ts";

const KNOWN = [
  ...FIRST_CATEGORIES,
  { name: "Real World", slug: "rwa" },
  { name: "Décentralisé", slug: "decentralise" },
];

describe("a typed category", () => {
  test.each([
    ["Marktes", "Markets"],
    ["market", "Markets"],
    ["Blokchian", "Blockchain"],
    ["Cripto", "Crypto"],
    ["Teck", "Tech"],
    ["NFT's", "NFTs"],
    ["NFT", "NFTs"],
    ["AIs", "AI"],
    ["real-world", "Real World"],
    ["Decentralise d", "Décentralisé"],
  ])("%s means %s", (typed, name) => {
    expect(meantBy(typed, KNOWN)?.name).toBe(name);
  });

  test.each(["Regulation", "AR", "IA", "NFL", "Text mining", "", "  ", "🦄", "Cripta x"])(
    "%j matches no existing category",
    (typed) => {
      expect(meantBy(typed, KNOWN)).toBeUndefined();
    },
  );

  test.each(["Markets", " markets ", "MARKETS", "nfts", "rwa", "De\u0301centralise\u0301"])(
    "%j is an existing category",
    (typed) => {
      expect(meantBy(typed, KNOWN)).toBeUndefined();
    },
  );

  test("one letter added, removed, replaced or swapped matches the name, whichever letter it is", () => {
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const name = fc.string({ unit: fc.constantFrom(...letters), minLength: 5, maxLength: 12 });
    const slip = fc.record({ at: fc.nat(), kind: fc.nat(3), letter: fc.constantFrom(...letters) });
    fc.assert(
      fc.property(name, slip, (known, { at, kind, letter }) => {
        const place = at % (known.length - 1);
        const [before, after] = [known.slice(0, place), known.slice(place)];
        const typed = [
          before + letter + after,
          before + after.slice(1),
          before + letter + after.slice(1),
          before + (after[1] ?? "") + (after[0] ?? "") + after.slice(2),
        ][kind];
        const category = { name: known, slug: `slug-of-${known}` };
        expect(meantBy(typed ?? "", [category])).toBe(typed === known ? undefined : category);
      }),
    );
  });
});
