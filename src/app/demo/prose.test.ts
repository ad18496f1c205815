import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "#shared/random.ts";
import { learnProse } from "./prose.ts";

const TEXTS = [
  "<p>Bitcoin rose again on Monday, and traders were surprised. Analysts expected a decline; they were wrong.</p>",
  "<p>Traders were cautious. Analysts expected nothing, and were surprised.</p>",
];

test("a sentence begins with a capital, ends with one mark and uses only words that were read", () => {
  const { sentence } = learnProse(TEXTS);
  const known = new Set(TEXTS.join(" ").match(/[A-Za-z]+/g));
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const made = sentence(createRandom(seed));
      expect(made).toMatch(/^[A-Z][^.?!]*[^,;:.?!][.?!]$/);
      for (const word of made.match(/[A-Za-z]+/g) ?? []) expect(known).toContain(word);
    }),
  );
});

test("the same seed writes the same sentence, and others write others", () => {
  const { sentence } = learnProse(TEXTS);
  const made = (seed: number) => sentence(createRandom(String(seed)));
  expect(made(1)).toBe(made(1));
  expect(new Set(Array.from({ length: 50 }, (_, seed) => made(seed))).size).toBeGreaterThan(1);
});

test("a sentence ends even where the words go round in a circle, or the text breaks off after a comma", () => {
  const circle = learnProse([`<p>Round and round ${"and round ".repeat(30)}</p>`]);
  expect(circle.sentence(createRandom("x")).split(" ").length).toBeLessThanOrEqual(40);
  expect(learnProse(["<p>Prices fell sharply,</p>"]).sentence(createRandom("x"))).toBe("Prices fell sharply.");
});

test("a tag is a word of substance: no name, no short word", () => {
  const { word } = learnProse(TEXTS);
  const words = new Set(Array.from({ length: 200 }, (_, seed) => word(createRandom(String(seed)))));
  expect(words).toContain("traders");
  for (const one of words) expect(one).toMatch(/^[a-z]{6,}$/);
});
