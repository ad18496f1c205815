import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergedContent } from "#features/content/merge.ts";
import { parseContent } from "#features/content/parse.ts";
import { joinedBlocks, movableBlocks } from "#features/content/rules.ts";
import { contentHtml } from "#features/content/serialize.ts";
import { type Choice, chosenBlocks, piecesOf } from "#features/documents/room/admin/use-choices.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** Content as it is stored. */
const clean = (html: string): string => contentHtml(parseContent(html).nodes).html;
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .split(/[\s↩]+/)
    .filter((word) => /[a-z]/.test(word));

/** A block of words, of which each has a note or none. */
type Part = { kind: "p" | "li" | "td" | "h2"; words: [word: string, note: string | null][] };
const word = fc.constantFrom("amber", "birch", "cedar", "dune", "ember", "fjord", "glade", "heath");
const note = fc.option(
  fc.tuple(word, fc.constantFrom("", "<p>", "<p><strong>", "<ul><li>")).map(([text, open]) => {
    const close = [...open.matchAll(/<(\w+)>/g)].reverse().map(([, name]) => `</${name}>`);
    return `${open}note-${text}${close.join("")}`;
  }),
);
const part: fc.Arbitrary<Part> = fc.record({
  kind: fc.constantFrom("p", "li", "td", "h2"),
  words: fc.array(fc.tuple(word, note), { minLength: 1, maxLength: 3 }),
});
const AROUND = {
  p: ["<p>", "</p>"],
  h2: ["<h2>", "</h2>"],
  li: ["<ul><li><p>", "</p></li></ul>"],
  td: ["<table><tbody><tr><td><p>", "</p></td></tr></tbody></table>"],
};

/** Parts as an article's content, whose footnotes are numbered. */
function contentOf(parts: readonly Part[]): string {
  const notes: string[] = [];
  const text = parts.map(({ kind, words }) => {
    const inside = words.map(([text, own]) => {
      if (own === null) return text;
      const number = notes.push(own);
      return `${text}<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`;
    });
    return `${AROUND[kind][0]}${inside.join(" ")}${AROUND[kind][1]}`;
  });
  const list = notes.map((own, at) => `<li id="fn-${at + 1}">${own}</li>`).join("");
  return clean(`${text.join("")}<section class="footnotes"><ol>${list}</ol></section>`);
}
const content = fc.array(part, { maxLength: 6 }).map(contentOf);

/** What comes out of two versions where every difference gets the next choice. */
function choose(mine: string, theirs: string, choices: readonly Choice[]): string {
  let next = 0;
  const pieces = piecesOf(movableBlocks(mine) ?? [], movableBlocks(theirs) ?? []);
  return joinedBlocks(
    pieces.flatMap((piece) =>
      "same" in piece ? [piece.same] : chosenBlocks(piece, choices[next++ % choices.length] ?? "both"),
    ),
  );
}

describe(`footnotes in blocks that are chosen one by one (seed ${SEED})`, () => {
  test("content that is cut into such blocks and joined again is the same", () => {
    fc.assert(
      fc.property(content, (html) => {
        expect(movableBlocks(html)).not.toBeNull();
        expect(joinedBlocks(movableBlocks(html) ?? [])).toBe(html);
      }),
      { seed: SEED },
    );
  });

  test("of both no word is lost, of text or note; what is chosen is valid content, numbered in order", () => {
    const choices = fc.array(fc.constantFrom<Choice>("mine", "theirs", "both"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(content, content, choices, (mine, theirs, some) => {
        const both = choose(mine, theirs, ["both"]);
        for (const side of [mine, theirs]) for (const word of wordsOf(side)) expect(wordsOf(both)).toContain(word);
        for (const chosen of [both, choose(mine, theirs, some)]) {
          expect(clean(chosen)).toBe(chosen);
          const numbers = [...chosen.matchAll(/id="fnref-(\d+)"/g)].map(([, number]) => Number(number));
          expect(numbers).toEqual(numbers.map((_number, at) => at + 1));
        }
        expect(choose(mine, theirs, ["mine"])).toBe(mine);
        expect(choose(mine, theirs, ["theirs"])).toBe(theirs);
      }),
      { seed: SEED },
    );
  });

  test("a reference and its note move together, and what two added is merged", () => {
    const p = (text: string, own: string | null = null): Part => ({ kind: "p", words: [[text, own]] });
    const base = contentOf([p("one"), p("two", "old"), p("three")]);
    const mine = contentOf([p("one", "mine"), p("two", "old"), p("three")]);
    const theirs = contentOf([p("one"), p("two", "old"), p("three", "theirs")]);
    const all = contentOf([p("one", "mine"), p("two", "old"), p("three", "theirs")]);
    expect(mergedContent(base, mine, theirs)).toBe(all);
    expect(choose(mine, theirs, ["mine", "theirs"])).toBe(all);
    // Both wrote another note at one word.
    expect(
      mergedContent(
        base,
        contentOf([p("one"), p("two", "a"), p("three")]),
        contentOf([p("one"), p("two", "b"), p("three")]),
      ),
    ).toBeUndefined();
  });

  test("content whose notes do not fit its references is left whole", () => {
    const stray = '<p>a<sup><a href="#fn-2" id="fnref-2">2</a></sup></p>';
    expect(movableBlocks(stray)).toBeNull();
    expect(movableBlocks('<p>a</p><section class="footnotes"><ol><li id="fn-1">b</li></ol></section>')).toBeNull();
  });
});
