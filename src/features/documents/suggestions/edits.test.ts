import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { accepted, editsIn, rebased, rejected, type Suggestion } from "./edits.ts";

const html = (...words: string[]) => words.map((word) => `<p>${word}</p>`).join("");
const textsOf = (title: string, ...words: string[]) => ({ title, excerpt: "", content: html(...words) });
const article = (base: ReturnType<typeof textsOf>, texts: ReturnType<typeof textsOf>): Suggestion => ({ base, texts });
const edits = (suggestion: Suggestion, current: ReturnType<typeof textsOf>) => editsIn("article", suggestion, current);

/** What becomes of each paragraph, and whether a new one follows. */
const rewriting = fc.array(
  fc.record({ does: fc.constantFrom("keep", "keep", "delete", "change"), adds: fc.boolean() }),
  {
    minLength: 9,
    maxLength: 9,
  },
);
const title = fc.constantFrom("One", "Two", "Three");
const titles = fc.tuple(title, title, title);
const given = fc.record({ count: fc.nat(8), suggested: rewriting, current: rewriting, titles });

/** A document of paragraphs that all differ, what somebody suggests for it, and what it is by now. */
function versionsOf({ count, suggested, current, titles }: typeof given extends fc.Arbitrary<infer One> ? One : never) {
  const base = Array.from({ length: count }, (_, at) => `w${at}`);
  const rewrite = (steps: typeof suggested, name: string) =>
    ["", ...base].flatMap((word, at) => {
      const { does = "keep", adds } = steps[at] ?? {};
      const own = word === "" || does === "delete" ? [] : [does === "change" ? `${word} ${name}` : word];
      return [...own, ...(adds ? [`new ${name} ${at}`] : [])];
    });
  return [
    textsOf(titles[0], ...base),
    textsOf(titles[1], ...rewrite(suggested, "theirs")),
    textsOf(titles[2], ...rewrite(current, "mine")),
  ] as const;
}

type Texts = ReturnType<typeof textsOf>;
const check = (property: (base: Texts, suggested: Texts, current: Texts, random: number) => void) =>
  fc.assert(
    fc.property(given, fc.nat(1_000), (rewritten, random) => {
      property(...versionsOf(rewritten), random);
    }),
    { seed: SEED, numRuns: 300 },
  );

describe("the edits of a suggestion", () => {
  test("are of neighbouring blocks one each, at their places in the document, with what they replace", () => {
    const suggestion = article(textsOf("One", "a", "b", "c"), textsOf("Two", "A", "B", "c", "new"));
    expect(edits(suggestion, textsOf("One", "intro", "a", "b", "c"))).toMatchObject([
      { field: "title", before: "One", after: "Two", is_conflict: false },
      { field: "content", at: 1, blocks: 1, before: "<p>a</p>", after: "<p>A</p>" },
      { field: "content", at: 2, blocks: 1, before: "<p>b</p>", after: "<p>B</p>" },
      { field: "content", at: 4, blocks: 0, before: "", after: "<p>new</p>" },
    ]);
  });

  test("are conflicts where the document has other words there by now, and gone where it has the same", () => {
    const suggestion = article(textsOf("One", "a", "b"), textsOf("Two", "A", "B"));
    expect(edits(suggestion, textsOf("Three", "mine", "B"))).toMatchObject([
      { field: "title", is_conflict: true },
      { field: "content", after: "<p>A</p>", is_conflict: true },
    ]);
    expect(accepted("article", suggestion, textsOf("Three", "mine", "B")).changes).toEqual({});
  });

  test(`make the suggestion if all are accepted, and the document if none is (seed ${SEED})`, () =>
    check((base, suggested) => {
      const suggestion = article(base, suggested);
      const all = accepted("article", suggestion, base);
      expect({ ...base, ...all.changes }).toEqual(suggested);
      expect(edits(all.suggestion, suggested)).toEqual([]);
      expect(accepted("article", suggestion, base, new Set())).toEqual({ changes: {}, suggestion });
      expect(rejected("article", suggestion, base).texts).toEqual(base);
    }));

  test(`make the same document in whatever order they are accepted (seed ${SEED})`, () =>
    check((base, suggested, current, random) => {
      const free = (suggestion: Suggestion, now: Texts) =>
        edits(suggestion, now).filter(({ is_conflict }) => !is_conflict);
      const atOnce = accepted("article", article(base, suggested), current);
      let [suggestion, now] = [article(base, suggested), current];
      for (let left = free(suggestion, now); left.length > 0; left = free(suggestion, now)) {
        const { key } = left[random % left.length] ?? { key: "" };
        const step = accepted("article", suggestion, now, new Set([key]));
        now = { ...now, ...step.changes };
        ({ suggestion } = step);
        expect(free(suggestion, now)).toHaveLength(left.length - 1);
      }
      expect(now).toEqual({ ...current, ...atOnce.changes });
    }));

  test(`stay what they are when the suggestion becomes one of a newer document (seed ${SEED})`, () =>
    check((base, suggested, current) => {
      const suggestion = article(base, suggested);
      const next = rebased("article", suggestion, current);
      const isFree = edits(suggestion, current).every(({ is_conflict }) => !is_conflict);
      expect(next !== undefined).toBe(isFree);
      if (next) expect(next.texts).toEqual({ ...current, ...accepted("article", suggestion, current).changes });
    }));

  test("of which one is rejected are offered without it, and the others stay", () => {
    const base = textsOf("One", "a", "b", "c");
    const suggestion = article(base, textsOf("Two", "A", "b", "C"));
    const [title, first, last] = edits(suggestion, base);
    const left = rejected("article", suggestion, base, new Set([first?.key ?? ""]));
    expect(left.texts).toEqual(textsOf("Two", "a", "b", "C"));
    expect(edits(left, base)).toEqual([title, last]);
  });
});
