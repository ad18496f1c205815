import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayHaveNeighbours, withinOneEdit } from "#shared/vocabulary.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { addTerms, asEstimate, MAX_LISTED, neighbours, readBatches, type Slice, wordsBeginning } from "./full-text.ts";

describeOnEngines("the vocabulary", (open) => {
  async function start() {
    const { db } = await open();
    const add = addTerms;
    const put = (...words: string[]) => db.transaction().execute((trx) => add(trx, new Set(words)));
    const stored = async () =>
      (await db.selectFrom("search_term").select(["term", "reversed"]).orderBy("term").execute()).map(
        ({ term, reversed }) => `${term} ${reversed}`,
      );
    return { db, add, put, stored };
  }

  test("finds every word one typing error away, wherever in the word the error is", async () => {
    const { db, put } = await start();
    const unit = fc.constantFrom("a", "b", "é", "漢", "𝒜");
    const words = fc
      .sample(fc.string({ unit, minLength: 4, maxLength: 8 }), { numRuns: 600, seed: 1 })
      .filter(mayHaveNeighbours);
    await put(...words);
    const known = [...new Set(words)];
    // Words of the vocabulary with an error in them, and some with none or too many.
    const asked = known.slice(0, 40).flatMap((word) => {
      const letters = [...word];
      const swapped = [letters[1], letters[0], ...letters.slice(2)].join("");
      const middle = Math.floor(letters.length / 2);
      return [
        word,
        swapped,
        letters.toSpliced(middle, 1).join(""),
        letters.toSpliced(middle, 1, "b").join(""),
        `${word}a`,
      ];
    });
    for (const word of new Set(asked)) {
      const near = word.length < 5 ? [] : known.filter((other) => other !== word && withinOneEdit(other, word));
      const found = await neighbours(db, word);
      if (near.length <= 24) expect(new Set(found), word).toEqual(new Set(near));
      else expect(found, word).toHaveLength(24);
    }
  });

  test("holds a word once, forwards and backwards, and neither numbers nor words too short to be misspelt", async () => {
    const { put, stored } = await start();
    await put("bitcoin", "etf", "2026", "web3");
    await put("bitcoin", "𝒜bcd");
    expect(await stored()).toEqual(["bitcoin nioctib", "web3 3bew", "𝒜bcd dcb𝒜"]);
  });

  test("does not remember a word that was rolled back, nor write it twice in one transaction", async () => {
    const { db, add, put, stored } = await start();
    const failing = db.transaction().execute(async (trx) => {
      await add(trx, new Set(["ledger"]));
      await add(trx, new Set(["ledger", "wallet"]));
      throw new Error("The article is refused.");
    });
    await expect(failing).rejects.toThrow("refused");
    expect(await stored()).toEqual([]);
    await put("ledger");
    await put("ledger");
    expect(await stored()).toEqual(["ledger regdel"]);
  });

  test("gives the words that begin with a text, by their letters alone, and no more than are wanted", async () => {
    const { db, put } = await start();
    await put("block", "blockchain", "blocks", "bloc-x", "blog", "béton", "𝒜bcd");
    expect(await wordsBeginning(db, "bloc", 10)).toEqual(["bloc-x", "block", "blockchain", "blocks"]);
    expect(await wordsBeginning(db, "block", 2)).toEqual(["block", "blockchain"]);
    expect(await wordsBeginning(db, "𝒜", 10)).toEqual(["𝒜bcd"]);
    expect(await wordsBeginning(db, "x", 10)).toEqual([]);
  });
});

/** Reads from matches that are numbered in the order in which they are found; keeps what was asked for. */
function matches(total: number) {
  const asked: Slice[] = [];
  const read = async (slice: Slice) => {
    asked.push(slice);
    const found = Array.from(
      { length: Math.max(0, Math.min(slice.most, total - slice.skip)) },
      (_, at) => slice.skip + at,
    );
    const ids = found.slice(0, slice.wanted);
    return { ids, isLast: ids.length < Math.min(slice.most, slice.wanted) };
  };
  return { read, asked };
}

describe("the matches of a step", () => {
  test("are the first ones in their order, each once, however many there are and however they are read", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(7_000),
        fc.integer({ min: 1, max: 6_000 }),
        fc.constantFrom(1, 200, 1_000),
        async (...given) => {
          const [total, limit, first] = given;
          const ids = await readBatches(limit, matches(total).read, first);
          const expected = Math.min(total, limit, MAX_LISTED);
          expect(ids).toHaveLength(expected);
          expect(ids.every((id, at) => id === at)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("are read in batches that neither overlap nor leave a gap, the first as large as is asked for", async () => {
    const { read, asked } = matches(10_000);
    await readBatches(2_500, read, 200);
    expect(asked.map(({ skip, most, wanted }) => [skip, most, wanted])).toEqual([
      [0, 200, 2_500],
      [200, 1_000, 2_300],
      [1_200, 1_000, 1_300],
      [2_200, 1_000, 300],
    ]);
  });

  test("end at what can be paged through, though there are more", async () => {
    const { read, asked } = matches(10_000);
    expect(await readBatches(10_000, read, 200)).toHaveLength(MAX_LISTED);
    expect(Math.max(...asked.map(({ skip, most }) => skip + most))).toBe(MAX_LISTED);
  });

  test("are not read any further once there are no more, or enough", async () => {
    for (const [total, limit] of [
      [0, 10],
      [999, 5_000],
      [5_000, 20],
    ] as const) {
      const { read, asked } = matches(total);
      await readBatches(limit, read);
      expect(asked, `${limit} of ${total}`).toHaveLength(1);
    }
  });
});

test.each([
  [10_049, 10_000],
  [12_345, 12_000],
  [99_500, 100_000],
  [1_234_567, 1_200_000],
])("a total of %d is shown as about %d", (total, shown) => {
  expect(asEstimate(total)).toBe(shown);
});
