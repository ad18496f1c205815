import { describe, expect, test } from "vitest";
import { costOf } from "#test/support/cpu-time.ts";
import { randomOf, SEED } from "#test/support/seed.ts";
import { patient } from "#test/support/slowness.ts";
import { mergeContent, mergedContent, mergeText } from "./merge.ts";
import { isSuggestionId } from "./model.ts";
import { suggestedWords, withoutSuggestions } from "./suggestions.ts";

const merge = (base: string, mine: string, theirs: string) =>
  mergedContent(`<p>${base}</p>`, `<p>${mine}</p>`, `<p>${theirs}</p>`);

test.each([
  ["words that each replaced", "One two three.", "One TWO three.", "ONE two three.", "ONE TWO three."],
  ["neighbouring words", "One two three.", "One TWO three.", "One two THREE.", "One TWO THREE."],
  ["sentences that both appended", "One.", "One. Mine.", "One. Theirs.", "One. Theirs. Mine."],
  ["words that both put first", "one", "Mine one", "Theirs one", "Theirs Mine one"],
  ["words in a sentence and a sentence after it", "One two.", "One two. Mine.", "One two said.", "One two said. Mine."],
  ["the same word", "teh cat", "the cat", "the cat sat", "the cat sat"],
  ["a sentence that was sent again, and continued", "A.", "A. B c d.", "A. B c d. E.", "A. B c d. E."],
  ["deletions that overlap", "a b c d e", "a d e", "a b e", "a e"],
  ["formatting of words that stay", "a b c", "a <strong>b</strong> c", "a b c d", "a <strong>b</strong> c d"],
  ["formatting around a replaced word", "a b c", "<em>a b c</em>", "a X c", "<em>a X c</em>"],
  ["formatting of one word by both", "a b", "a <em>b</em>", "a <strong>b</strong>", "a <strong><em>b</em></strong>"],
  [
    "a link and a word after it",
    "see here.",
    'see <a href="/x">here</a>.',
    "see here now.",
    'see <a href="/x">here</a> now.',
  ],
  ["a paragraph cut in two", "one two", "one</p><p>two", "one two three", "one</p><p>two three"],
  ["characters of a script without spaces", "比特币上涨", "比特币大涨", "比特币上涨了", "比特币大涨了"],
  ["Arabic", "سعر البيتكوين", "سعر البيتكوين اليوم", "ارتفع سعر البيتكوين", "ارتفع سعر البيتكوين اليوم"],
  ["character references", "a &amp; b", "a &amp; c", "x &amp; b", "x &amp; c"],
])("both change %s", (_what, base, mine, theirs, merged) => {
  expect(merge(base, mine, theirs)).toBe(`<p>${merged}</p>`);
});

test.each([
  [
    "a list item by item",
    "<ul><li><p>one</p></li><li><p>two</p></li></ul>",
    "<ul><li><p>one mine</p></li><li><p>two</p></li></ul>",
    "<ul><li><p>one</p></li><li><p>new</p></li><li><p>two theirs</p></li></ul>",
    "<ul><li><p>one mine</p></li><li><p>new</p></li><li><p>two theirs</p></li></ul>",
  ],
  [
    "a table cell by cell",
    "<table><tbody><tr><td><p>1</p></td><td><p>1</p></td><td><p>1</p></td></tr></tbody></table>",
    "<table><tbody><tr><td><p>1</p></td><td><p>2</p></td><td><p>1</p></td></tr></tbody></table>",
    "<table><tbody><tr><td><p>1</p></td><td><p>1</p></td><td><p>3</p></td></tr></tbody></table>",
    "<table><tbody><tr><td><p>1</p></td><td><p>2</p></td><td><p>3</p></td></tr></tbody></table>",
  ],
  [
    "code",
    '<pre><code class="language-js">let a = 1;\n  b();</code></pre>',
    '<pre><code class="language-js">let a = 2;\n  b();</code></pre>',
    '<pre><code class="language-js">let a = 1;\n  b();\n  c();</code></pre>',
    '<pre><code class="language-js">let a = 2;\n  b();\n  c();</code></pre>',
  ],
  [
    "a caption",
    '<figure><img src="/a.jpg" alt=""><figcaption>A bank in Lagos</figcaption></figure>',
    '<figure><img src="/a.jpg" alt=""><figcaption>A bank in Lagos, Nigeria</figcaption></figure>',
    '<figure><img src="/a.jpg" alt=""><figcaption>The bank in Lagos</figcaption></figure>',
    '<figure><img src="/a.jpg" alt=""><figcaption>The bank in Lagos, Nigeria</figcaption></figure>',
  ],
  [
    "a heading of another level",
    "<h2>One two</h2>",
    "<h3>One two</h3>",
    "<h2>One two three</h2>",
    "<h3>One two three</h3>",
  ],
  ["a line break", "<p>one two</p>", "<p>one<br>two</p>", "<p>one two three</p>", "<p>one<br>two three</p>"],
])("both change %s", (_what, base, mine, theirs, merged) => {
  expect(mergedContent(base, mine, theirs)).toBe(merged);
});

test("words that both changed differently stand in each result, with everything else of both", () => {
  const base = "<p>Prices rose 5 percent.</p><p>Two.</p>";
  const merged = mergeContent(
    base,
    "<p>Prices rose 6 percent today.</p><p>Two!</p>",
    "<p>All prices rose 7 percent.</p><p>Two.</p>",
  );
  expect(merged).toEqual({
    mine: "<p>All prices rose 6 percent today.</p><p>Two!</p>",
    theirs: "<p>All prices rose 7 percent today.</p><p>Two!</p>",
    isConflict: true,
  });
});

test("a sentence that both moved in a paragraph, each to another place, is a conflict", () => {
  const merged = mergeContent("<p>a b c d e f</p>", "<p>c d a b e f</p>", "<p>c d e f a b</p>");
  expect(merged.isConflict).toBe(true);
});

test("a paragraph that both brought back, each with other words, is a conflict", () => {
  const back = (end: string) => `<p>one ${end}</p><p>Once upon a time ${end}.</p>`;
  expect(mergeContent("<p>one</p>", back("mine"), back("theirs")).isConflict).toBe(true);
});

test("plain text is merged by words, unless it gets too long", () => {
  expect(mergeText("Kenya taxes miners", "Kenya taxes all miners", "Kenya now taxes miners", 300)).toEqual({
    mine: "Kenya now taxes all miners",
    theirs: "Kenya now taxes all miners",
    isConflict: false,
  });
  expect(mergeText("One", "One mine", "One theirs", 12).isConflict).toBe(true);
  expect(mergeText("", "Mine", "Theirs", 300).isConflict).toBe(true);
  expect(mergeText("One", "Mine", "Theirs", 300)).toEqual({ mine: "Mine", theirs: "Theirs", isConflict: true });
});

test("texts of the greatest length are merged", () => {
  const text = (piece: string) => piece.repeat(400_000);
  const last = `<p>${text("a ")}c</p>`;
  expect(mergeContent(`<p>${text("a ")}</p>`, `<p>${text("b ")}</p>`, last).isConflict).toBe(false);
  expect(mergeContent("<p>x</p>", "<p>a</p>".repeat(125_000), "<p>x</p><p>y</p>").theirs).toContain("y");
});

test("a paragraph of 100,000 words is merged in time, however it was changed", async () => {
  const words = Array.from({ length: 100_000 }, (_, at) => `w${at % 700}`);
  const html = (list: readonly string[]) => `<p>${list.join(" ")}</p>`;
  const texts = [words.map((word, at) => (at % 3 === 0 ? `${word}x` : word)), words.toReversed(), words.with(7, "new")];
  for (const text of texts) {
    const cost = await costOf(() => mergeContent(html(words), html(text), html(words.with(99_000, "other"))));
    expect(cost).toBeLessThan(patient(6_000));
  }
});

/** Histories of two or three writers of one paragraph. The long form runs 10,000. */
const COUNT = process.env.FAULTS === "long" ? 10_000 : 400;

type Writer = { base: string; local: string };
const wordsOf = (html: string): string[] => html.match(/\bw\d+\b/g) ?? [];

/** Writers of one paragraph and what is stored of it, as the server and the windows merge it. */
class Paragraph {
  readonly #random: ReturnType<typeof randomOf>;
  readonly #gone = new Set<string>();
  #count = 0;
  stored: string;
  writers: Writer[];
  conflicts = 0;

  constructor(seed: number) {
    this.#random = randomOf(seed);
    this.stored = `<p>${Array.from({ length: 12 }, () => this.#word()).join(" ")}.</p>`;
    const count = 2 + this.#random.below(2);
    this.writers = Array.from({ length: count }, () => ({ base: this.stored, local: this.stored }));
  }

  #word = (): string => `w${String(Math.imul(++this.#count, 2_654_435_761) >>> 0)}`;

  type(writer: Writer): void {
    const words = writer.local.split(" ");
    const at = this.#random.below(words.length);
    const word = this.#word();
    const what = this.#random.below(10);
    const part = words[at] ?? "";
    const [own = ""] = wordsOf(part);
    if (what < 4)
      words.splice(at, 0, `${/^<p>/.test(part) ? "<p>" : ""}${word}`, part.replace(/^<p>/, "")) &&
        words.splice(at + 2, 1);
    else if (what < 6 && own) words[at] = part.replace(own, `${own} ${word}`);
    else if (what < 8 && own) words[at] = part.replace(own, word);
    else if (what < 9 && own && !part.includes("<")) words[at] = part.replace(own, `<strong>${own}</strong>`);
    else if (own && !part.includes("<")) words[at] = part.replace(own, "");
    writer.local = words.join(" ").replaceAll(/ +/g, " ");
    const left = new Set(wordsOf(writer.local));
    if (own && !left.has(own)) this.#gone.add(own);
  }

  /** Chooses where both changed the same words; the other one's words are gone. */
  #merged(base: string, mine: string, theirs: string): string {
    const merged = mergeContent(base, mine, theirs);
    if (!merged.isConflict) return merged.theirs;
    this.conflicts++;
    const [chosen, other] = this.#random.chance(0.5) ? [merged.mine, merged.theirs] : [merged.theirs, merged.mine];
    const left = new Set(wordsOf(chosen));
    for (const word of wordsOf(other)) if (!left.has(word)) this.#gone.add(word);
    return chosen;
  }

  save(writer: Writer, typesOn = false): void {
    const sent = writer.local;
    const before = new Set([...wordsOf(this.stored), ...wordsOf(sent)]);
    this.stored = this.#merged(writer.base, sent, this.stored);
    this.#look(before);
    if (typesOn) this.type(writer);
    writer.local = this.#merged(sent, writer.local, this.stored);
    writer.base = this.stored;
  }

  #look(before: ReadonlySet<string>): void {
    const now = wordsOf(this.stored);
    const set = new Set(now);
    expect(now.length, `doubled: ${this.stored}`).toBe(set.size);
    const lost = [...before].filter((word) => !set.has(word) && !this.#gone.has(word));
    // A word that one deleted may be in what another one has sent.
    expect(lost, `lost: ${this.stored}`).toEqual([]);
  }

  run(): void {
    for (let step = 0; step < 24; step++) {
      const writer = this.#random.pick(this.writers);
      if (this.#random.chance(0.7)) this.type(writer);
      else this.save(writer, this.#random.chance(0.3));
    }
  }

  finish(order: readonly Writer[]): string {
    for (const writer of [...order, ...order]) this.save(writer);
    for (const { local } of this.writers) expect(local).toBe(this.stored);
    return this.stored;
  }
}

test(`no word of two or three writers of one paragraph is lost or doubled, and all end with one text (seed ${SEED})`, () => {
  let conflicts = 0;
  for (let at = 0; at < COUNT; at++) {
    const history = () => {
      const paragraph = new Paragraph(SEED + at);
      paragraph.run();
      return paragraph;
    };
    const [one, other] = [history(), history()];
    try {
      const before = one.conflicts;
      const [first, second] = [one.finish(one.writers), other.finish(other.writers.toReversed())];
      conflicts += one.conflicts;
      // Without a choice, the order of the last saves decides only the order of words at one place.
      if (one.conflicts === before && other.conflicts === before)
        expect(wordsOf(second).sort()).toEqual(wordsOf(first).sort());
    } catch (error) {
      throw new Error(`History ${SEED + at}`, { cause: error });
    }
  }
  expect(conflicts / COUNT).toBeLessThan(2);
});

describe("words typed while another suggests to delete their block, or them, are never that one's", () => {
  const X = "aaaaaaaa";
  const deleted = (name: string, inner: string) => `<${name} data-deleted="${X}">${inner}</${name}>`;
  const figure = (caption: string) => `<img src="/a.jpg" alt="" /><figcaption>${caption}</figcaption>`;
  const row = (cell: string) => `<td><p>${cell}</p></td>`;
  const item = (words: string) => `<li><p>${words}</p></li>`;
  test.each([
    ["a paragraph", "<p>Three.</p>", "<p>Three more.</p>", deleted("p", "Three."), "Three.", " more"],
    ["a heading", "<h2>Three</h2>", "<h2>Three now</h2>", deleted("h2", "Three"), "Three", " now"],
    ["bold words", "<p>Three.</p>", "<p>Three <strong>more</strong>.</p>", deleted("p", "Three."), "Three.", " more"],
    ["a list", `<ul>${item("a")}</ul>`, `<ul>${item("a b")}</ul>`, deleted("ul", item("a")), "a", " b"],
    [
      "an item of a list",
      `<ul>${item("a")}</ul>`,
      `<ul>${item("a")}${item("b")}</ul>`,
      deleted("ul", item("a")),
      "a",
      "b",
    ],
    [
      "a row",
      `<table><tbody><tr>${row("1")}</tr></tbody></table>`,
      `<table><tbody><tr>${row("1 2")}</tr></tbody></table>`,
      `<table><tbody>${deleted("tr", row("1"))}</tbody></table>`,
      "1",
      " 2",
    ],
    [
      "a caption",
      `<figure>${figure("A bank")}</figure>`,
      `<figure>${figure("A bank in Lagos")}</figure>`,
      deleted("figure", figure("A bank")),
      "A bank",
      " in Lagos",
    ],
    ["a footnote", "<p>Three.</p>", "<p>Three<fn>Note</fn>.</p>", deleted("p", "Three."), "Three.", "*"],
  ])("%s", (_what, base, mine, theirs, kept, added) => {
    const { theirs: merged, isConflict } = mergeContent(base, mine, theirs);
    expect(isConflict).toBe(false);
    const words = suggestedWords(merged, "article");
    expect(words.get(X)).toEqual({ inserted: "", deleted: kept });
    expect([...words.keys()].filter((id) => id !== X).map((id) => words.get(id))).toEqual([
      { inserted: added, deleted: "" },
    ]);
    expect([...words.keys()].every(isSuggestionId)).toBe(true);
  });

  test("words between the deleted ones stay a plain change", () => {
    const del = (words: string) => `<del data-suggestion="${X}">${words}</del>`;
    expect(merge("Three four.", "Three new four.", `${del("Three four")}.`)).toBe(
      `<p>${del("Three")} new${del(" four")}.</p>`,
    );
  });

  test("a word that is corrected stays, suggested to be replaced", () => {
    const merged =
      mergedContent("<p>One tow three.</p>", "<p>One two three.</p>", deleted("p", "One tow three.")) ?? "";
    const words = suggestedWords(merged, "article");
    expect([...words.keys()].filter((id) => id !== X).map((id) => words.get(id))).toEqual([
      { inserted: " two", deleted: " tow" },
    ]);
    expect(withoutSuggestions(merged, "article")).toBe("<p>One tow three.</p>");
    const half = `The t<ins data-suggestion="mmmmmmmm">h</ins>e<del data-suggestion="mmmmmmmm">h</del> cat.`;
    expect(mergedContent("<p>The teh cat.</p>", `<p>${half}</p>`, deleted("p", "The teh cat."))).toBe(
      deleted("p", half),
    );
  });

  test("a block that is suggested already is suggested once", () => {
    const items = '<li><p data-deleted="mmmmmmmm">a</p><p data-inserted="mmmmmmmm" class="align-right">a</p></li>';
    const list = (inner: string) => `<ul>${inner}</ul>`;
    expect(mergedContent(list("<li><p>a</p></li>"), list(items), deleted("ul", "<li><p>a</p></li>"))).toBe(
      deleted("ul", items),
    );
  });

  test("a paragraph that is cut in two loses none of its words", () => {
    const merged = mergedContent(
      "<blockquote><p>A b.</p></blockquote>",
      "<blockquote><p>A</p><p>b.</p></blockquote>",
      deleted("blockquote", "<p>A b.</p>"),
    );
    expect(merged).toBe(deleted("blockquote", "<p>A</p><p>b.</p>"));
  });

  test("in code, which has no suggestions, it is a choice", () => {
    const code = (text: string) => `<code>${text}</code>`;
    expect(mergeContent(`<pre>${code("a")}</pre>`, `<pre>${code("a = 1")}</pre>`, deleted("pre", code("a")))).toEqual({
      mine: `<pre>${code("a = 1")}</pre>`,
      theirs: deleted("pre", code("a")),
      isConflict: true,
    });
  });
});

describe("a text that another changed is the same without what one suggests", () => {
  const ins = (words: string) => `<ins data-suggestion="aaaaaaaa">${words}</ins>`;
  const del = (words: string) => `<del data-suggestion="aaaaaaaa">${words}</del>`;
  const quote =
    '<p data-deleted="aaaaaaaa">One two.</p><blockquote data-inserted="aaaaaaaa"><p>One two.</p></blockquote>';
  const list = '<p data-deleted="aaaaaaaa">One two.</p><ul data-inserted="aaaaaaaa"><li><p>One two.</p></li></ul>';
  test.each([
    ["an inserted word with its space", "<p>One two.</p>", `<p>One two${ins(" now")}.</p>`, "<p>Ones two.</p>"],
    [
      "a deleted word with its space",
      "<p>One two three.</p>",
      `<p>One two${del(" three")}.</p>`,
      "<p>Ones two three.</p>",
    ],
    ["a word cut by inserted words", "<p>ale one</p>", `<p>al${ins(" m ")}e one</p>`, "<p>ale two</p>"],
    ["words put before others", "<p>wa.</p>", `<p>${ins(" m ")}wa.</p>`, "<p>t wa.</p>"],
    [
      "words beside bold ones",
      "<p>a <strong>b</strong>.</p>",
      `<p>a${del(" ")}<strong>${del("b")}</strong>.</p>`,
      "<p>t a <strong>b</strong>.</p>",
    ],
    ["a paragraph made a quote", "<p>One two.</p>", quote, "<p>One new two.</p>"],
    ["a paragraph made a list", "<p>One two.</p>", list, "<p>One new two.</p>"],
  ])("%s", (_what, base, suggested, written) => {
    const { theirs: merged, isConflict } = mergeContent(base, suggested, written);
    expect([isConflict, withoutSuggestions(merged, "article")]).toEqual([false, written]);
    expect([...suggestedWords(merged, "article").keys()]).toEqual(["aaaaaaaa"]);
  });
});
