import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editorDocument } from "#test/support/editor-documents.ts";
import { expectLinear } from "#test/support/growth.ts";
import { code, footnote, html, openEditor, p, quote, text } from "#test/support/headless-editor.ts";
import { SEED } from "#test/support/seed.ts";
import {
  type FindOptions,
  findMatches,
  findPlaces,
  MAX_MATCHES,
  placeFrom,
  replacedIn,
  replaceMatches,
} from "./find-panel.tsx";

const ANY: FindOptions = { query: "", isExact: false, isWord: false };
const open = () =>
  openEditor(p("Bank, bank", text("ing", "bold")), quote(p("the ", text("ba", "bold"), "nk")), code("bank"));
const found = (editor: ReturnType<typeof openEditor>, options: Partial<FindOptions>) =>
  findMatches(editor.state.doc, { ...ANY, ...options }).map(({ from, to }) => editor.state.doc.textBetween(from, to));

describe("finding", () => {
  test("goes across marks and blocks, in any case", () => {
    expect(found(open(), { query: "bank" })).toEqual(["Bank", "bank", "bank", "bank"]);
  });

  test("can tell case and whole words", () => {
    expect(found(open(), { query: "Bank", isExact: true })).toEqual(["Bank"]);
    expect(found(open(), { query: "bank", isWord: true })).toEqual(["Bank", "bank", "bank"]);
    expect(found(openEditor(p("éa a aé a_ a")), { query: "a", isWord: true })).toEqual(["a", "a"]);
  });

  test("takes signs as they are, and finds nothing for nothing", () => {
    expect(found(openEditor(p("a.b a*b (a)")), { query: "a*b" })).toEqual(["a*b"]);
    expect(found(open(), { query: "" })).toEqual([]);
  });

  test("keeps its place after letters whose other case is longer, and after footnotes", () => {
    expect(found(openEditor(p("İİ bank", footnote("n"), " bank")), { query: "BANK" })).toEqual(["bank", "bank"]);
  });

  test("does not match across blocks or a footnote", () => {
    expect(found(openEditor(p("ba", footnote("n"), "nk"), p("ba"), p("nk")), { query: "bank" })).toEqual([]);
  });

  test("stops at a limit, and takes time in proportion to the text", async () => {
    const editorOf = (size: number) => openEditor(...Array.from({ length: 400 * size }, () => p("ab ".repeat(300))));
    expect(found(editorOf(1), { query: "a" })).toHaveLength(MAX_MATCHES);
    await expectLinear(editorOf, (editor) => found(editor, { query: "ab ".repeat(100) }));
  });
});

describe("finding in the fields above the text too", () => {
  const fields = [{ text: "Bank of banks" }, { text: "No word of it" }];
  const places = () => findPlaces({ fields, doc: openEditor(p("The bank.")).state.doc }, { ...ANY, query: "bank" });

  test("comes before the text, in the order of the fields", () => {
    expect(places().map(({ part, from }) => [part, from])).toEqual([
      [0, 0],
      [0, 8],
      [2, 5],
    ]);
  });

  test.each([
    ["in the text", { part: 2, from: 1 }, 2],
    ["behind all of the text's, at the first of all", { part: 2, from: 9 }, 0],
    ["within a field", { part: 0, from: 3 }, 1],
    ["in a field that has none left, at the next field's", { part: 1, from: 0 }, 2],
  ] as const)("starts at the cursor: %s", (_where, position, at) => {
    expect(placeFrom(places(), position)).toBe(at);
  });

  test("replaces every match of a field, also by nothing and by what contains it", () => {
    const [bank, of] = places();
    const matches = [bank, of].flatMap((place) => place ?? []);
    expect(replacedIn("Bank of banks", matches, "bank's")).toBe("bank's of bank'ss");
    expect(replacedIn("Bank of banks", matches, "")).toBe(" of s");
  });
});

describe("replacing", () => {
  test("all at once is one step to undo, and keeps marks", () => {
    const editor = open();
    const before = html(editor);
    const matches = findMatches(editor.state.doc, { ...ANY, query: "bank" });
    editor.view.dispatch(replaceMatches(editor.state, matches, "ledger"));
    expect(html(editor)).toBe(
      "<p>ledger, ledger<strong>ing</strong></p><blockquote><p>the <strong>ledger</strong></p></blockquote><pre><code>ledger</code></pre>",
    );
    editor.commands.undo();
    expect(html(editor)).toBe(before);
  });

  test(`leaves nothing of what was sought, and nothing else changed (seed ${SEED})`, () => {
    fc.assert(
      fc.property(editorDocument, fc.constantFrom("a", " ", "b  ", "x"), ({ content = [] }, query) => {
        const editor = openEditor(p("a b"), ...content, p("end"));
        const plain = () => editor.state.doc.textBetween(0, editor.state.doc.content.size, "\n", "\ufffc");
        const expected = plain().replaceAll(query, "§");
        const matches = findMatches(editor.state.doc, { ...ANY, query, isExact: true });
        editor.view.dispatch(replaceMatches(editor.state, matches, "§"));
        editor.state.doc.check();
        expect(plain()).toBe(expected);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});
