import fc from "fast-check";
import { expect, test } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { adviceOf, isFindable, withReplacements, wordFinder } from "./house-words.ts";

const word = (avoid: string, replacement = "", more: { reason?: string; language?: string } = {}) => ({
  avoid,
  replacement,
  reason: "",
  language: "",
  ...more,
});
const found = (avoid: string, text: string, language = "en") =>
  wordFinder([word(avoid)], language)(text).map((one) => text.slice(one.from, one.to));

test.each([
  ["a word in any case", "utilise", "Utilise it, utilise them, utilised", ["Utilise", "utilise"]],
  ["not a part of another word", "mail", "email e-mail mailbox mail", ["mail"]],
  ["with an English ’s", "Twitter", "Twitter’s, Twitter's and Twitters", ["Twitter", "Twitter"]],
  ["with either apostrophe", "don't", "don’t don't don", ["don’t", "don't"]],
  ["a phrase across spaces", "in order to", "In  order\u00a0to, in order not to", ["In  order\u00a0to"]],
  ["only as it is written with capitals", "US", "US us Us", ["US"]],
  ["with composed letters in either form", "café", "cafe\u0301 café cafe", ["cafe\u0301", "café"]],
  ["with a soft hyphen inside", "blockchain", "block\u00adchain", ["block\u00adchain"]],
  ["in Cyrillic", "биткойн", "Биткойн биткойны", ["Биткойн"]],
  ["in Arabic", "عملة", "عملة معماة، العملة", ["عملة"]],
  ["in Chinese, anywhere", "比特", "比特币和比特", ["比特", "比特"]],
  ["in Thai, anywhere", "เงิน", "การเงินดี", ["เงิน"]],
])("finds %s", (_what, avoid, text, expected) => {
  expect(found(avoid, text)).toEqual(expected);
});

test("the longest phrase is found, and words of another language are not", () => {
  const find = wordFinder([word("data"), word("data centre"), word("sana", "", { language: "sw" })], "en-GB");
  expect(find("The data centre has data, sana.").map(({ text }) => text)).toEqual(["data centre", "data"]);
  expect(wordFinder([word("sana", "", { language: "sw" })], "sw-KE")("sana")).toHaveLength(1);
});

test("a replacement has the case of the word, and one without stays", () => {
  const find = wordFinder([word("utilise", "use"), word("very")], "en");
  expect(withReplacements("Utilise it very often, then utilise more.", find)).toBe("Use it very often, then use more.");
});

test("the advice names the word, the replacement and the reason", () => {
  const [one] = wordFinder([word("utilise", "use", { reason: "plain words" })], "en")("Utilise it");
  expect(one && adviceOf(one)).toBe("“Utilise”: write “Use” (plain words)");
});

test("signs alone cannot be found", () => {
  expect(["…", " ", "— –", ""].map(isFindable)).toEqual([false, false, false, false]);
  expect(isFindable("x ".repeat(21))).toBe(false);
});

test(`what is found is in the text where it says, in order (seed ${SEED})`, () => {
  const part = fc.constantFrom("a", "b", "A", " ", "-", "’", "'", "s", "é", "e\u0301", "比", "\u200d", "😀");
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), text, (avoided, given) => {
      let end = 0;
      for (const one of wordFinder(
        avoided.map((each) => word(each)),
        "en",
      )(given)) {
        expect(one.from).toBeGreaterThanOrEqual(end);
        expect(given.slice(one.from, one.to)).toBe(one.text);
        end = one.to;
      }
    }),
    { seed: SEED },
  );
});

test("a long text with many near matches takes linear time", () => {
  const avoided = Array.from({ length: 300 }, (_, at) => word(`${"a ".repeat(19)}b${at}`));
  const find = wordFinder(avoided, "en");
  const started = performance.now();
  expect(find("a ".repeat(100_000))).toEqual([]);
  expect(performance.now() - started).toBeLessThan(5_000);
});
