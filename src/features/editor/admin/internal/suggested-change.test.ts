import type { Editor } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accepted,
  isSameContent,
  rejected,
  suggestedWords,
  withoutSuggestions,
} from "#features/content/suggestions.ts";
import {
  bullets,
  cursorAfter,
  cursorBefore,
  figure,
  find,
  heading,
  html,
  item,
  openEditor,
  p,
  picture,
  press,
  select,
  selectNear,
  table,
  text,
  type,
} from "#test/support/headless-editor.ts";
import { SEED } from "#test/support/seed.ts";
import { htmlOf } from "../html-of.ts";
import { asSeen, suggestedChange } from "./suggested-change.ts";

/** Runs a change as a suggestion: what `act` dispatches is suggested. Returns the text with ids as letters. */
function suggesting(editor: Editor) {
  const ids: string[] = [];
  const by = {
    isOwn: (id: string | null) => ids.includes(id ?? ""),
    newId: () => {
      ids.push(`suggestion${ids.length + 1}`);
      return ids.at(-1) ?? "";
    },
  };
  // Without a page, the editor does not call the extension's own hook.
  const inner = editor as unknown as { dispatchTransaction: (tr: Transaction) => void };
  const dispatch = inner.dispatchTransaction.bind(editor);
  inner.dispatchTransaction = (tr) => {
    const suggested =
      tr.docChanged && tr.getMeta("history$") === undefined ? suggestedChange(editor.state, tr, by) : tr;
    if (suggested) dispatch(suggested);
  };
  return { ids };
}
const short = (editor: Editor) =>
  html(editor).replaceAll(/ data-(suggestion|inserted|deleted)="suggestion(\d+)"/g, (_all, kind: string, n) =>
    kind === "suggestion" ? n : `-${kind}${n}`,
  );
const remove = (editor: Editor, words: string) => {
  select(editor, words);
  editor.view.dispatch(editor.state.tr.deleteSelection());
};
const write = (editor: Editor, words: string) => editor.view.dispatch(editor.state.tr.insertText(words));

test("typed words are inserted, and deleted ones stay", () => {
  const editor = openEditor(p("One two three."));
  suggesting(editor);
  cursorAfter(editor, "One");
  for (const letter of " and a half") write(editor, letter);
  remove(editor, "three");
  expect(short(editor)).toBe("<p>One<ins1> and a half</ins> two <del2>three</del>.</p>");
});

test("a replaced word is one suggestion, and one's own insertion changes as it is", () => {
  const editor = openEditor(p("One two three."));
  suggesting(editor);
  select(editor, "two");
  write(editor, "2");
  expect(short(editor)).toBe("<p>One <del1>two</del><ins1>2</ins> three.</p>");
  write(editor, "nd");
  remove(editor, "2n");
  expect(short(editor)).toBe("<p>One <del1>two</del><ins1>d</ins> three.</p>");
});

test("the cursor moves as it would: before what Backspace deletes, and after what Delete deletes", () => {
  const editor = openEditor(p("aab"));
  suggesting(editor);
  cursorAfter(editor, "aa");
  const at = editor.state.selection.head;
  editor.view.dispatch(editor.state.tr.delete(at - 1, at));
  expect([short(editor), editor.state.selection.head]).toEqual(["<p>a<del1>a</del>b</p>", at - 1]);
  cursorBefore(editor, "b");
  const before = editor.state.selection.head;
  editor.view.dispatch(editor.state.tr.delete(before, before + 1));
  expect(editor.state.selection.head).toBe(before + 1);
});

test("a new line, a joined one and another kind of block are suggested block by block", () => {
  const editor = openEditor(p("One two"), p("three"));
  suggesting(editor);
  cursorAfter(editor, "One");
  press(editor, "Enter");
  expect(short(editor)).toBe(
    "<p>One<del1> two</del></p><p-inserted1> two</p><p>three</p>"
      .replace("> two</p>", ">&nbsp;two</p>")
      .replaceAll("&nbsp;", "\u00a0"),
  );
  const other = openEditor(p("One"), p("two"));
  suggesting(other);
  cursorBefore(other, "two");
  press(other, "Backspace");
  expect(short(other)).toBe("<p>One<ins1>two</ins></p><p-deleted1>two</p>");
  const third = openEditor(p("One"));
  suggesting(third);
  cursorAfter(third, "One");
  third.view.dispatch(third.state.tr.setBlockType(1, 2, third.schema.nodes.heading as never, { level: 2 }));
  expect(short(third)).toBe("<p-deleted1>One</p><h2-inserted1>One</h2>");
});

test("formatting replaces the words by formatted ones", () => {
  const editor = openEditor(p("One two three"));
  suggesting(editor);
  select(editor, "two");
  editor.view.dispatch(editor.state.tr.addMark(5, 8, editor.schema.marks.bold?.create() as never));
  expect(short(editor)).toBe("<p>One <del1>two</del><strong><ins1>two</ins></strong> three</p>");
});

test("items, rows and pictures are inserted and deleted as such", () => {
  const list = openEditor(bullets(item(p("one")), item(p("two"))));
  suggesting(list);
  cursorAfter(list, "one");
  press(list, "Enter");
  write(list, "new");
  expect(short(list)).toBe("<ul><li><p>one</p></li><li-inserted1><p>new</p></li><li><p>two</p></li></ul>");
  const rows = openEditor(table(["a", "b"], ["c", "d"]));
  suggesting(rows);
  const { doc, tr } = rows.state;
  rows.view.dispatch(tr.delete(1 + (doc.firstChild?.firstChild?.nodeSize ?? 0), doc.content.size - 1));
  expect(short(rows)).toContain("<tr-deleted1><td><p>c</p></td>");
  const pictures = openEditor(p("a"), picture("/a.png", "b"), p("c"));
  suggesting(pictures);
  pictures.view.dispatch(pictures.state.tr.delete(3, 4));
  expect(short(pictures)).toBe('<p>a</p><img-deleted1 src="/a.png" alt="b" /><p>c</p>');
});

test("a suggestion of another is deleted as a suggestion, and not continued", () => {
  const theirs = { type: "insertion", attrs: { id: "theirs001" } };
  const editor = openEditor(p("a", text("bcd", theirs), "e"));
  suggesting(editor);
  remove(editor, "c");
  cursorAfter(editor, "d");
  write(editor, "!");
  expect(short(editor).replaceAll(' data-suggestion="theirs001"', "T")).toBe(
    "<p>a<insT>b<del1>c</del>d</ins><ins2>!</ins>e</p>",
  );
});

test("nothing is suggested around a paragraph that is deleted, nor a table made uneven", () => {
  const editor = openEditor(p("One"), p("two"));
  suggesting(editor);
  act(editor, { does: "quote", at: 0 });
  const quoted = short(editor);
  act(editor, { does: "list", at: 0 });
  expect(short(editor)).toBe(quoted);
  const own = openEditor(table(["a", "b"], ["c", "d"]));
  suggesting(own);
  const before = html(own);
  cursorBefore(own, "a");
  own.commands.changeTable("addRowBefore");
  own.commands.setTextSelection({ from: 8, to: find(own, "a") + 1 });
  own.commands.deleteSelection();
  expect(withoutSuggestions(html(own), "article")).toBe(before);
});

test("a new line before a word leaves the space before it in the text", () => {
  const editor = openEditor(p("One two three."));
  suggesting(editor);
  cursorAfter(editor, "One ");
  editor.commands.setHardBreak();
  expect(withoutSuggestions(html(editor), "article")).toBe("<p>One two three.</p>");
});

test("a caption is suggested for a picture without one, and what is pasted into a figure with the lines that it loses", () => {
  const editor = openEditor(figure("", ""), p("x"));
  const before = html(editor);
  suggesting(editor);
  editor.commands.setNodeSelection(0);
  editor.commands.goToFigureLine("figureCaption");
  type(editor, "New");
  expect(html(editor)).toContain("New");
  expect(withoutSuggestions(html(editor), "article")).toBe(before);
  const other = openEditor(figure("Credit", "Caption"), p("x"));
  const was = html(other);
  suggesting(other);
  cursorAfter(other, "Credit");
  const lines = ["One", "two"].map((line) => other.schema.nodeFromJSON(p(line)));
  other.view.dispatch(other.state.tr.replaceSelection(new Slice(Fragment.from(lines), 1, 1)));
  expect(html(other)).toContain("two");
  expect(withoutSuggestions(html(other), "article")).toBe(was);
});

test("what another suggests to delete keeps the words that it has", () => {
  const own = { inserted: "suggestion1", deleted: "theirs001" };
  const editor = openEditor({ ...p("mine"), attrs: own });
  suggesting(editor).ids.push("suggestion1");
  cursorAfter(editor, "mine");
  write(editor, " more");
  expect(suggestedWords(html(editor), "article").get("theirs001")).toEqual({ inserted: "", deleted: "mine" });
});

test("an own block is written on after a sign of Markdown became one", () => {
  const editor = openEditor(p("One"), p("two"), p("three"));
  suggesting(editor);
  editor.commands.setTextSelection(6);
  type(editor, "abc");
  cursorBefore(editor, "abc");
  for (const sign of ["1. ", "- ", "## "]) {
    type(editor, sign);
    press(editor, "Backspace");
  }
  editor.state.doc.check();
  expect(isSameContent(withoutSuggestions(html(editor), "article"), "<p>One</p><p>two</p><p>three</p>")).toBe(true);
});

test("undo takes a suggestion back, and redo brings it again", () => {
  const editor = openEditor(p("One two"));
  suggesting(editor);
  remove(editor, "two");
  editor.commands.undo();
  expect(short(editor)).toBe("<p>One two</p>");
  editor.commands.redo();
  expect(short(editor)).toBe("<p>One <del1>two</del></p>");
});

const BLOCKS = {
  picture: () => picture("/b.png", "new"),
  rule: () => ({ type: "horizontalRule" }),
  table: () => table(["e", "f"], ["g", "h"]),
};
const ROWS = ["addRowAfter", "addRowBefore", "deleteRow", "addColumnAfter", "deleteColumn", "deleteTable"] as const;
const isRow = (name: string): name is (typeof ROWS)[number] => (ROWS as readonly string[]).includes(name);
const isBlock = (name: string): name is keyof typeof BLOCKS => name in BLOCKS;

const action = fc.oneof(
  fc.record({
    does: fc.constant("write" as const),
    at: fc.nat(60),
    length: fc.nat(3),
    words: fc.constantFrom("x", "yz", "أب", " "),
  }),
  fc.record({ does: fc.constant("delete" as const), at: fc.nat(60), length: fc.nat(12) }),
  fc.record({ does: fc.constant("bold" as const), at: fc.nat(60), length: fc.nat(8) }),
  fc.record({ does: fc.constant("link" as const), at: fc.nat(60), length: fc.nat(8) }),
  fc.record({
    does: fc.constantFrom(
      ...ROWS,
      "Enter",
      "Backspace",
      "heading",
      "list",
      "undo",
      "quote",
      "picture",
      "rule",
      "table",
    ),
    at: fc.nat(60),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

function act(editor: Editor, one: Action): void {
  selectNear(editor, one.at, "length" in one ? one.length : 0);
  if (one.does === "write") write(editor, one.words);
  else if (one.does === "delete") editor.view.dispatch(editor.state.tr.deleteSelection());
  else if (one.does === "bold") editor.commands.toggleMark("bold");
  else if (one.does === "heading") editor.commands.toggleNode("heading", "paragraph", { level: 2 });
  else if (one.does === "list") editor.commands.toggleList("bulletList", "listItem");
  else if (one.does === "undo") editor.commands.undo();
  else if (one.does === "link") editor.commands.toggleMark("link", { href: "/a" });
  else if (one.does === "quote") editor.commands.toggleWrap("blockquote");
  else if (isRow(one.does)) editor.commands.changeTable(one.does);
  else if (isBlock(one.does)) editor.commands.insertContent(BLOCKS[one.does]());
  else press(editor, one.does);
}

test(`whatever is suggested, the text without it is the text before (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
      const editor = openEditor(
        p("One two three."),
        picture("/a.png", "b"),
        heading(2)("Four"),
        bullets(item(p("five")), item(p("six"))),
        table(["a", "b"], ["c", "d"]),
        p("Seven ", text("eight", "bold"), " nine."),
      );
      const before = html(editor);
      const { ids } = suggesting(editor);
      for (const one of actions) act(editor, one);
      editor.state.doc.check();
      const marked = html(editor);
      const without = withoutSuggestions(marked, "article");
      expect(isSameContent(without, before), without).toBe(true);
      const taken = accepted(marked, new Set(ids), "article");
      expect(taken).not.toMatch(/data-(?:suggestion|inserted|deleted)/);
      // What is accepted is what the editor shows; decisions one by one, in any order, come to the same.
      const blocks = editor.state.doc.children.flatMap((node) => asSeen(node) ?? []);
      const seen = htmlOf(editor.schema.topNodeType.create(null, blocks));
      expect(isSameContent(taken, seen), `${taken}\n${seen}`).toBe(true);
      const inTurn = (decide: typeof accepted) =>
        ids.toReversed().reduce((text, id) => decide(text, new Set([id]), "article"), marked);
      expect(isSameContent(inTurn(accepted), taken)).toBe(true);
      expect(isSameContent(inTurn(rejected), before)).toBe(true);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("typing in a long text with suggestions stays fast", () => {
  const editor = openEditor(...Array.from({ length: 1_000 }, (_, at) => p(`Paragraph ${at} ${"word ".repeat(18)}`)));
  suggesting(editor);
  for (let at = 0; at < 50; at++) remove(editor, `Paragraph ${at} `);
  cursorAfter(editor, "Paragraph 500");
  const start = performance.now();
  for (let key = 0; key < 20; key++) type(editor, "a");
  expect((performance.now() - start) / 20).toBeLessThan(50);
  expect(find(editor, "aaaa")).toBeGreaterThan(0);
});
