import fc from "fast-check";
import { expect, test } from "vitest";
import { mayHaveNeighbours, withinOneEdit } from "#shared/vocabulary.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { neighbours, vocabulary, wordsBeginning } from "./vocabulary.ts";

describeOnEngines("the vocabulary", (open) => {
  async function start() {
    const { db } = await open();
    const add = vocabulary();
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
