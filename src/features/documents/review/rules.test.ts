import fc from "fast-check";
import { expect, test } from "vitest";
import { textHash } from "./queries.ts";
import { isFindable, type Judged, type ReviewRule, reasonsFor, sayReasons, wordsIn } from "./rules.ts";

const RULE: ReviewRule = { enabled: true, words: ["hack", "ETF", "class action", "黑客"], category_ids: [7], also: [] };
const PLAIN: Judged = {
  ...{
    title: "A quiet day",
    excerpt: "",
    tags: [],
    category: "Tech",
    categoryId: 1,
    isBreaking: false,
    imageAlt: "",
    names: [],
    text: "",
  },
};
const words = (article: Partial<Judged>) =>
  reasonsFor(RULE, { ...PLAIN, ...article }).map(({ kind, value }) => value || kind);

test.each([
  ["a word", { title: "Bridge HACK drains pools" }, ["hack"]],
  ["the beginning of a longer one", { text: "It was hacked by hackers." }, ["hack"]],
  ["nothing inside of another", { text: "A shack; a KETF token" }, []],
  ["an accent, and a width", { excerpt: "häck and ＥＴＦs" }, ["hack", "ETF"]],
  ["what hides between its letters", { title: "ha\u200bck, E\u00adT\u2060F" }, ["hack", "ETF"]],
  ["letters of other scripts that look alike", { title: "hаck, НАСК, ꓧᎪСК" }, ["hack"]],
  [
    "the same in other places",
    { text: "It was hасked.", tags: ["ꓰꓔꓝ"], excerpt: "ᴄlᴀss ᴀᴄtiᴏn" },
    ["hack", "ETF", "class action"],
  ],
  ["no word that only begins like one in another script", { text: "Насколько это важно? Καθαρά νέα." }, []],
  ["words one after the other, whatever is between", { text: "a class-\naction suit" }, ["class action"]],
  ["no words that only meet across fields", { title: "A new class", excerpt: "action" }, []],
  ["a tag", { tags: ["Hack"] }, ["hack"]],
  ["a script without spaces", { text: "交易所遭黑客攻击" }, ["黑客"]],
  ["a category, by its id", { category: "Markets", categoryId: 7 }, ["Markets"]],
  ["the flag", { isBreaking: true }, ["breaking"]],
])("the rule finds %s", (_what, article, expected) => {
  expect(words(article)).toEqual(expected);
});

test("a word of another script is found with Latin letters in it", () => {
  const inRussian = { ...RULE, words: ["взлом"] };
  for (const title of ["Взлом", "ВЗЛОМ", "взлoм биржи", "BЗЛOM", "Взлoмали"])
    expect([title, reasonsFor(inRussian, { ...PLAIN, title }).length]).toEqual([title, 1]);
  expect(reasonsFor(inRussian, { ...PLAIN, title: "Биржа" })).toEqual([]);
});

test("a rule that is off finds nothing", () => {
  expect(reasonsFor({ ...RULE, enabled: false }, { ...PLAIN, title: "Hack", isBreaking: true })).toEqual([]);
});

test("a word is found wherever it stands as a word, whatever is around it", () => {
  const separator = fc.constantFrom(" ", ", ", "\n", "—", "“", "/", "\u00a0");
  fc.assert(
    fc.property(fc.string(), separator, fc.string(), (before, mark, after) => {
      expect(words({ text: `${before}${mark}Hack${mark}${after}` })).toContain("hack");
    }),
  );
});

test("a word without letters could never be found", () => {
  expect([isFindable("hack"), isFindable("  !? "), isFindable("\u200b")]).toEqual([true, false, false]);
});

test("a correction is looked through for words alone", () => {
  expect(wordsIn(RULE, "It was no hack.")).toEqual([{ kind: "word", value: "hack" }]);
  expect([wordsIn(RULE, "It was another bank."), wordsIn({ ...RULE, enabled: false }, "Hack")]).toEqual([[], []]);
});

test("reasons are told in words, a few of many", () => {
  const word = (value: string) => ({ kind: "word" as const, value });
  expect(sayReasons([word("hack"), { kind: "category", value: "Markets" }])).toBe(
    "it says “hack” and it is in Markets",
  );
  expect(sayReasons([..."abcde"].map(word))).toBe("it says “a”, it says “b”, it says “c”, and for 2 more reasons");
});

test("a text is approved to the letter: any change of what readers get is another one, of other fields it is not", () => {
  const text = { title: "a", excerpt: "b", image_url: "c", image_alt: "d", content: "e" };
  const changes = Object.keys(text).map((name) => textHash({ ...text, [name]: "x" }));
  expect(new Set([textHash(text), ...changes]).size).toBe(6);
  // Not even where words only move from one field into the next.
  expect(textHash({ ...text, title: "ab", excerpt: "" })).not.toBe(textHash({ ...text, title: "a", excerpt: "b" }));
  expect(textHash({ ...text, tags: ["x"] } as typeof text)).toBe(textHash(text));
  for (const name of ["seo_title", "seo_description", "social_title", "social_text", "social_image"]) {
    expect(textHash({ ...text, [name]: "" })).toBe(textHash(text));
    expect(textHash({ ...text, [name]: "x" })).not.toBe(textHash(text));
  }
  expect(textHash({ ...text, seo_title: "x" })).not.toBe(textHash({ ...text, social_title: "x" }));
  // Stored with approvals: another form would end all of them.
  const withOthers = (...others: [string, string][]) => textHash(text, { others });
  expect(
    new Set([textHash(text), withOthers(["tag", "x"]), withOthers(["slug", "x"]), withOthers(["tag", "y"])]).size,
  ).toBe(4);
  expect(withOthers()).toBe(textHash(text));
  expect(textHash(text)).toBe("af3a47788c1cbf3a62256dcf244bdd4dfa061ff336d50937204657dd790626f1");
});

test("a rule that is longer finds no less, whatever the article says", () => {
  const texts = fc.array(fc.constantFrom("hack", "Hacked", "ETF", "class", "action", "a", "!"), { maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.subarray(RULE.words), fc.boolean(), (said, some, isBreaking) => {
      const article = { ...PLAIN, text: said.join(" "), isBreaking };
      const few = reasonsFor({ ...RULE, words: some }, article);
      expect(reasonsFor(RULE, article)).toEqual(expect.arrayContaining(few));
    }),
  );
});

test("three reasons are all told, and one more as a number", () => {
  const reasons = ["a", "b", "c", "d"].map((value) => ({ kind: "word", value }) as const);
  expect(sayReasons(reasons.slice(0, 3))).toBe("it says “a”, it says “b”, and it says “c”");
  expect(sayReasons([{ kind: "breaking", value: "" }])).toBe("it is breaking news");
});

test("a text is read as its controls show it: letters in reverse hide no word", () => {
  expect(words({ title: "\u202edekcah\u202c" })).toEqual(["hack"]);
  expect(words({ imageAlt: "It was hacked", names: ["ETF desk"] })).toEqual(["hack", "ETF"]);
});
