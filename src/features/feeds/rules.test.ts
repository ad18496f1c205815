import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearestOf, type RelativeText, rankRelated, titleWords } from "./rules.ts";

const relative = (id: number, change: Partial<RelativeText> = {}): RelativeText => ({
  id,
  shared: 1,
  publishedAt: 1_000,
  title: "",
  excerpt: "",
  ...change,
});
const idsOf = (relatives: { id: number }[]) => relatives.map(({ id }) => id);

describe("the candidates for related articles", () => {
  test("are those that share as much as the last that would be shown", () => {
    const found = [relative(1, { shared: 1 }), relative(2, { shared: 3 }), relative(3, { shared: 1 }), relative(4)];
    expect(idsOf(nearestOf(found, 1))).toEqual([2]);
    // The second could be any of the others: their texts decide.
    expect(idsOf(nearestOf(found, 2)).sort()).toEqual([1, 2, 3, 4]);
  });

  test("are at most sixty: of those that share alike, the newest, then those written last", () => {
    const many = Array.from({ length: 100 }, (_, at) => relative(at + 1, { publishedAt: at < 90 ? 1_000 : 2_000 }));
    const nearest = idsOf(nearestOf(many, 6));
    expect(nearest.slice(0, 12)).toEqual([100, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 89]);
    expect(nearest).toHaveLength(60);
  });

  test("are none of none", () => {
    expect(nearestOf([], 6)).toEqual([]);
  });

  test("never leave out one that shares more than one that is taken, nor change what was found", () => {
    const some = fc.array(fc.record({ shared: fc.nat(4), publishedAt: fc.nat(5) }), { maxLength: 90 });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 8 }), (given, limit) => {
        const found = given.map((one, at) => relative(at + 1, one));
        const before = structuredClone(found);
        const taken = nearestOf(found, limit);
        expect(found).toEqual(before);
        expect(taken.length).toBeGreaterThanOrEqual(Math.min(limit, found.length));
        const left = found.filter(({ id }) => !taken.some((one) => one.id === id));
        const least = Math.min(...taken.map(({ shared }) => shared));
        expect(left.every(({ shared }) => shared <= least)).toBe(true);
      }),
    );
  });
});

describe("related articles", () => {
  const about = { title: "Harbour fees rise in Mombasa", excerpt: "Shipping lines object." };
  const ranked = (...relatives: RelativeText[]) => rankRelated(about, relatives, 6);

  test("that share more tags come before those whose words are nearer", () => {
    const twin = relative(1, { title: about.title, excerpt: about.excerpt });
    expect(ranked(twin, relative(2, { shared: 2 }))).toEqual([2, 1]);
  });

  test("of equally many tags are ordered by the words they share, wherever those stand and however they are written", () => {
    const near = relative(1, { excerpt: "MOMBASA: hárbour" });
    expect(ranked(relative(2, { title: "Mombasa" }), near, relative(3))).toEqual([1, 2, 3]);
  });

  test("that share a rare word come before those that share one which all of them have", () => {
    const common = ["Harbour one", "Harbour two", "Harbour three"].map((title, at) => relative(at + 2, { title }));
    const rare = relative(1, { title: "Shipping" });
    expect(ranked(...common, rare)[0]).toBe(1);
  });

  test("count no short words, which nearly every text has", () => {
    expect(ranked(relative(1, { publishedAt: 2_000 }), relative(2, { title: "in the, fee" }))).toEqual([1, 2]);
  });

  test("that are alike in all of this come newest first, then last written first, and no more than are wanted", () => {
    const alike = [relative(3), relative(1, { publishedAt: 5 }), relative(2)];
    expect(rankRelated(about, alike, 2)).toEqual([3, 2]);
  });
});

describe("the words that a title is searched by", () => {
  test("are its longest, each once, folded, without short ones", () => {
    expect(titleWords("The Élan of élan: a Zürich BRIDGE, 2026!")).toEqual(["zurich", "bridge", "elan", "2026"]);
  });

  test("are at most eight, and none of a title without words", () => {
    expect(titleWords(Array.from({ length: 30 }, (_, at) => `word${at}`).join(" "))).toHaveLength(8);
    expect(titleWords("🚀 — !?")).toEqual([]);
  });
});
