import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectLinear } from "#test/support/growth.ts";
import { SEED } from "#test/support/seed.ts";
import { deriveContent } from "./derive.ts";
import {
  accepted,
  carried,
  isSameContent,
  rejected,
  suggestedIn,
  suggestedWords,
  withoutSuggestions,
} from "./suggestions.ts";

const [A, B] = ["aaaaaaaa", "bbbbbbbb"];
const ins = (id: string, words: string) => `<ins data-suggestion="${id}">${words}</ins>`;
const del = (id: string, words: string) => `<del data-suggestion="${id}">${words}</del>`;
const plain = (html: string) => withoutSuggestions(html, "article");
const taking = (html: string, ...ids: string[]) => accepted(html, new Set(ids), "article");
const refusing = (html: string, ...ids: string[]) => rejected(html, new Set(ids), "article");

const REPLACED = `<p>One ${del(A, "two")}${ins(A, "2")} three.</p>`;

test("a text without its suggestions keeps what they delete, and has nothing that they insert", () => {
  expect(plain(REPLACED)).toBe("<p>One two three.</p>");
  expect(taking(REPLACED, A)).toBe("<p>One 2 three.</p>");
  expect(refusing(REPLACED, A)).toBe("<p>One two three.</p>");
  expect(taking(REPLACED, B)).toBe(REPLACED);
});

test.each([
  ["a block", `<p data-inserted="${A}">x</p><p>y</p>`, "<p>y</p>", "<p>x</p><p>y</p>"],
  [
    "an item",
    `<ul><li>x</li><li data-inserted="${A}">y</li></ul>`,
    "<ul><li>x</li></ul>",
    "<ul><li>x</li><li>y</li></ul>",
  ],
  [
    "an item by its paragraph",
    `<ul><li>x</li><li><p data-deleted="${A}">y</p></li></ul>`,
    "<ul><li>x</li><li><p>y</p></li></ul>",
    "<ul><li>x</li></ul>",
  ],
  ["all items", `<ul><li data-inserted="${A}">y</li></ul>`, "", "<ul><li>y</li></ul>"],
  [
    "a row",
    `<table><tbody><tr><td>x</td></tr><tr data-deleted="${A}"><td>y</td></tr></tbody></table>`,
    "<table><tbody><tr><td>x</td></tr><tr><td>y</td></tr></tbody></table>",
    "<table><tbody><tr><td>x</td></tr></tbody></table>",
  ],
  [
    "a picture",
    `<p>x</p><img src="/a.png" alt="b" data-inserted="${A}" />`,
    "<p>x</p>",
    '<p>x</p><img src="/a.png" alt="b" />',
  ],
  [
    "bold words",
    `<p>a <strong>b${ins(A, "c")}</strong>d</p>`,
    "<p>a <strong>b</strong>d</p>",
    "<p>a <strong>bc</strong>d</p>",
  ],
  ["a mark of its own", `<p>a<strong>${ins(A, "c")}</strong>d</p>`, "<p>ad</p>", "<p>a<strong>c</strong>d</p>"],
  [
    "words between equal marks",
    `<p><em>a</em>${ins(A, "b")}<em>c</em></p>`,
    "<p><em>ac</em></p>",
    "<p><em>a</em>b<em>c</em></p>",
  ],
  ["a deletion in an insertion", `<p>a${ins(A, `b${del(B, "c")}`)}d</p>`, "<p>ad</p>", `<p>ab${del(B, "c")}d</p>`],
])("%s", (_what, marked, without, taken) => {
  expect(plain(marked)).toBe(without);
  expect(taking(marked, A)).toBe(taken);
});

const note = (id: number, words: string) => `<li id="fn-${id}"><p>${words} <a href="#fnref-${id}">↩</a></p></li>`;
const ref = (id: number) => `<sup><a href="#fn-${id}" id="fnref-${id}">${id}</a></sup>`;

test("the note of a suggested footnote goes with its reference", () => {
  const list = (...notes: string[]) => `<section class="footnotes"><ol>${notes.join("")}</ol></section>`;
  const marked = `<p>a${ins(A, ref(1))} b${ref(2)}</p>${list(note(1, "secret"), note(2, "known"))}`;
  expect(plain(marked)).toBe(`<p>a b${ref(1)}</p>${list(note(1, "known"))}`);
  expect(taking(marked, A)).toBe(marked.replace(ins(A, ref(1)), ref(1)));
  expect(plain(`<p>a${ins(A, ref(1))}</p>${list(note(1, "secret"))}`)).toBe("<p>a</p>");
});

test("footnotes that become neighbours stay two, and a number is no word of a suggestion", () => {
  const list = (...notes: string[]) => `<section class="footnotes"><ol>${notes.join("")}</ol></section>`;
  const notes = list(note(1, "one"), note(2, "two"));
  const both = `<p>a${ref(1)}${ref(2)}.</p>${notes}`;
  expect(taking(`<p>a${ref(1)}${del(A, " more")}${ref(2)}.</p>${notes}`, A)).toBe(both);
  expect(plain(`<p>a${ref(1)}${ins(A, " more")}${ref(2)}.</p>${notes}`)).toBe(both);
  expect(taking(`<p>a${ref(1)}${ins(A, ref(2))}.</p>${notes}`, A)).toBe(both);
  const first = suggestedWords(`<p>a${ins(A, ref(1))}</p>${list(note(1, "one"))}`, "article");
  expect(suggestedWords(`<p>a${ref(1)}${ins(A, ref(2))}</p>${notes}`, "article")).toEqual(first);
});

test("a suggested caption leaves none behind", () => {
  const figure = (caption: string) => `<figure><img src="/a.png" alt="" />${caption}</figure>`;
  expect(plain(figure(`<figcaption>${ins(A, "New")}</figcaption>`))).toBe(figure(""));
  expect(taking(figure(`<figcaption>${del(A, "Old")}</figcaption>`), A)).toBe(figure(""));
});

test("the cost of many suggestions grows with the text", async () => {
  const joined = (share: number) => `<p>${`<em>x<u>a</u></em>${ins(A, "b")}`.repeat(8_000 * share)}</p>`;
  await expectLinear(joined, plain);
  const quote = `<blockquote data-deleted="${A}">`;
  const nested = (share: number) =>
    `${quote.repeat(40)}${"<p>a</p>".repeat(16_000 * share)}${"</blockquote>".repeat(40)}`;
  await expectLinear(nested, (html) => suggestedWords(html, "article"));
});

describe("no other text has suggestions", () => {
  const marked = `<p>a${ins(A, "secret")}</p><p data-inserted="${A}">secret</p><p data-deleted="${A}">b</p>`;

  test("whatever is derived from it", () => {
    const { content } = deriveContent(marked);
    expect(JSON.stringify(content)).not.toMatch(/secret|data-|ins>/);
    expect(content.html).toBe("<p>a</p><p>b</p>");
  });

  test.each([
    ["ins", "<p>a<ins>b</ins></p>"],
    ["another id", '<p>a<ins data-suggestion="<x>">b</ins></p>'],
  ])("%s without an id is ordinary text", (_what, html) => expect(deriveContent(html).content.html).toBe("<p>ab</p>"));
});

test("texts that differ in empty lines or invisible space alone are the same", () => {
  expect(isSameContent("<p>a</p><p></p><p>b </p>", "<p>a</p><p>b</p>")).toBe(true);
  expect(isSameContent('<p>a<a href="/a"> </a></p>', "<p>a</p>")).toBe(true);
  expect(isSameContent('<p>a<a href="/a"> </a>b</p>', "<p>a b</p>")).toBe(true);
  expect(isSameContent('<p>a<a href="/a"><strong> </strong></a></p>', "<p>a</p>")).toBe(true);
  expect(isSameContent("<p><em>a<strong> </strong>b</em></p>", "<p><em>a b</em></p>")).toBe(true);
  expect(isSameContent("<p>a</p>", "<p>a</p><p>b</p>")).toBe(false);
  expect(isSameContent('<p><a href="/a">a</a></p>', "<p>a</p>")).toBe(false);
  expect(isSameContent('<p><a href="/a">a<em> </em></a></p>', "<p>a</p>")).toBe(false);
});

test("the words of suggestions are listed by id, in the order of the text", () => {
  const marked = `<p data-inserted="${B}">New ${del(A, "one")}</p><p>a ${del(A, "old")}${ins(A, "new")}</p>`;
  expect([...suggestedWords(marked, "article")]).toEqual([
    [B, { inserted: "New one", deleted: "" }],
    [A, { inserted: "new", deleted: "oneold" }],
  ]);
});

test("words inserted into a block that another person suggests belong to their own suggestion", () => {
  const typed = `${del(B, "two")}${ins(B, "2")}`;
  const marked = `<p data-deleted="${A}">One ${typed}</p><p data-inserted="${A}">Two ${ins(B, "3")}</p>`;
  const words = suggestedWords(marked, "article");
  expect(words.get(A)).toEqual({ inserted: "Two ", deleted: "One two" });
  expect(words.get(B)).toEqual({ inserted: "23", deleted: "two" });
});

describe("suggestions in a text that was written without them", () => {
  test("stay where nothing changed, and go with a block that changed", () => {
    const marked = `<p>a${ins(A, "!")}</p><p>b${ins(B, "!")}</p><p>c</p>`;
    expect(carried(marked, "<p>new</p><p>a</p><p>b, more</p><p>c</p>", "article")).toBe(
      `<p>new</p><p>a${ins(A, "!")}</p><p>b, more</p><p>c</p>`,
    );
    expect(carried(marked, "<p>a</p><p>b</p><p>c</p>", "article")).toBe(marked);
    expect(carried(marked, "<p>x</p>", "article")).toBe("<p>x</p>");
  });
});

test("a proposed text becomes suggested blocks, unless others suggest for the same", () => {
  const marked = `<p>a</p><p>b${ins(B, "!")}</p>`;
  const suggested = suggestedIn(marked, "<p>A</p><p>b</p><p>c</p>", A, "article");
  expect(suggested).toBe(
    `<p data-deleted="${A}">a</p><p data-inserted="${A}">A</p><p>b${ins(B, "!")}</p><p data-inserted="${A}">c</p>`,
  );
  expect(plain(String(suggested))).toBe("<p>a</p><p>b</p>");
  expect(suggestedIn(marked, "<p>a</p><p>other</p>", A, "article")).toBeUndefined();
});

type Piece = { words: string; isBold: boolean; how: "plain" | "ins" | "del"; id: number };
type Block = { pieces: Piece[]; how: "plain" | "inserted" | "deleted"; id: number };
const IDS = Array.from({ length: 5 }, (_, at) => `suggestion${at}`);
const idOf = (id: number) => IDS[id] ?? "";
const piece: fc.Arbitrary<Piece> = fc.record({
  words: fc.constantFrom("one", "two ", "três", "أربعة", "&", "6"),
  isBold: fc.boolean(),
  how: fc.constantFrom("plain", "plain", "ins", "del"),
  id: fc.nat(IDS.length - 1),
});
const block: fc.Arbitrary<Block> = fc.record({
  pieces: fc.array(piece, { minLength: 1, maxLength: 5 }),
  how: fc.constantFrom("plain", "plain", "inserted", "deleted"),
  id: fc.nat(IDS.length - 1),
});
/** Ids in their final state: open ones are shown as suggestions, others as decided. */
type State = (id: number) => "open" | "accepted" | "rejected";

/** The text in these states. */
const written = (blocks: readonly Block[], state: State): string =>
  blocks
    .map(({ pieces, how, id }) => {
      const isGone = state(id) === (how === "inserted" ? "rejected" : "accepted");
      if (how !== "plain" && isGone) return "";
      const attribute = how !== "plain" && state(id) === "open" ? ` data-${how}="${idOf(id)}"` : "";
      return `<p${attribute}>${lineOf(pieces, state)}</p>`;
    })
    .join("");

function lineOf(pieces: readonly Piece[], state: State): string {
  const shown = pieces.flatMap(({ words, isBold, how, id }) => {
    if (how === "plain") return [{ isBold, open: "", words }];
    if (state(id) === "open") return [{ isBold, open: `${how} ${idOf(id)}`, words }];
    return state(id) === (how === "ins" ? "accepted" : "rejected") ? [{ isBold, open: "", words }] : [];
  });
  const escaped = (words: string) => words.replaceAll("&", "&amp;");
  let html = "";
  for (const [at, { isBold, open, words }] of shown.entries()) {
    const [before, after] = [shown[at - 1], shown[at + 1]];
    const [name = "", id = ""] = open.split(" ");
    const startsBold = isBold && !before?.isBold;
    const isFirst = open !== "" && (before?.open !== open || before.isBold !== isBold);
    const isLast = open !== "" && (after?.open !== open || after.isBold !== isBold);
    html += `${startsBold ? "<strong>" : ""}${isFirst ? `<${name} data-suggestion="${id}">` : ""}${escaped(words)}`;
    html += `${isLast ? `</${name}>` : ""}${isBold && !after?.isBold ? "</strong>" : ""}`;
  }
  return html;
}

const check = (property: (blocks: Block[], taken: readonly number[]) => void) =>
  fc.assert(fc.property(fc.array(block, { maxLength: 6 }), fc.subarray([0, 1, 2, 3, 4]), property), {
    seed: SEED,
    numRuns: 500,
  });

describe(`in any text (seed ${SEED})`, () => {
  test("removing all suggestions gives the text without them", () => {
    check((blocks) => {
      const marked = written(blocks, () => "open");
      expect(plain(marked)).toBe(written(blocks, () => "rejected"));
      expect(taking(marked, ...IDS)).toBe(written(blocks, () => "accepted"));
      expect(deriveContent(marked).content.html).toBe(plain(marked));
    });
  });

  test("decisions about different suggestions give the same text in any order", () => {
    check((blocks, taken) => {
      const marked = written(blocks, () => "open");
      const [yes, no] = [taken.map(idOf), IDS.filter((id) => !taken.map(idOf).includes(id))];
      const final = written(blocks, (id) => (taken.includes(id) ? "accepted" : "rejected"));
      expect(refusing(taking(marked, ...yes), ...no)).toBe(final);
      expect(taking(refusing(marked, ...no), ...yes)).toBe(final);
      expect(yes.reduce((text, id) => taking(text, id), refusing(marked, ...no))).toBe(final);
    });
  });

  test("open suggestions are stored as they are", () => {
    check((blocks) => {
      const marked = written(blocks, () => "open");
      const flags = { isWritten: true, hasSuggestions: true };
      expect(deriveContent(marked, [], "article", undefined, flags).content.html).toBe(marked);
    });
  });
});
