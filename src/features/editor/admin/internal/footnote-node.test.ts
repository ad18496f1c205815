import { expect, test } from "vitest";
import {
  code,
  cursorAfter,
  footnote,
  html,
  openEditor,
  p,
  select,
  selectNode,
  text,
} from "#test/support/headless-editor.ts";
import { footnotesOf } from "../html-of.ts";
import { canHaveFootnote, selectFootnote, writeFootnote } from "./footnote-node.ts";

const ref = (number: number) => `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`;
const notes = (...texts: string[]) =>
  `<section class="footnotes"><ol>${texts
    .map((each, at) => `<li id="fn-${at + 1}"><p>${each} <a href="#fnref-${at + 1}">↩</a></p></li>`)
    .join("")}</ol></section>`;

test("footnotes are numbered in the order of the text, their notes at the end", () => {
  const editor = openEditor(p("a b"), p("c"));
  cursorAfter(editor, "c");
  writeFootnote(editor, "C");
  cursorAfter(editor, "a");
  writeFootnote(editor, "A");
  expect(html(editor)).toBe(`<p>a${ref(1)} b</p><p>c${ref(2)}</p>${notes("A", "C")}`);
  editor.commands.undo();
  expect(html(editor)).toBe(`<p>a b</p><p>c${ref(1)}</p>${notes("C")}`);
});

test("after selected words, which stay", () => {
  const editor = openEditor(p("a word b"));
  select(editor, "word");
  writeFootnote(editor, "W");
  expect(html(editor)).toBe(`<p>a word${ref(1)} b</p>${notes("W")}`);
});

test("a note is changed, and removed when it is emptied", () => {
  const editor = openEditor(p("a", footnote("A"), "b", footnote("B")));
  selectFootnote(editor, 1);
  writeFootnote(editor, "changed");
  expect(html(editor)).toBe(`<p>a${ref(1)}b${ref(2)}</p>${notes("A", "changed")}`);
  selectFootnote(editor, 0);
  writeFootnote(editor, "");
  expect(html(editor)).toBe(`<p>ab${ref(1)}</p>${notes("changed")}`);
});

test("moves with its words", () => {
  const editor = openEditor(p("a", footnote("A")), p("b", footnote("B")));
  const [first] = [editor.state.doc.child(0)];
  const { tr } = editor.state;
  editor.view.dispatch(tr.delete(0, first.nodeSize).insert(tr.doc.content.size, first));
  expect(html(editor)).toBe(`<p>b${ref(1)}</p><p>a${ref(2)}</p>${notes("B", "A")}`);
});

test("a number is outside of bold and of links, and spaces beside it are plain", () => {
  const link = { type: "link", attrs: { href: "/x" } };
  const note = { ...footnote("N"), marks: [link, { type: "bold" }] };
  const editor = openEditor(p(text("a", link, "bold"), note, text(" b ", link, "bold"), footnote("M")));
  expect(html(editor)).toBe(
    `<p><a href="/x"><strong>a</strong></a>${ref(1)}<a href="/x"><strong> b </strong></a>${ref(2)}</p>${notes("N", "M")}`,
  );
});

test("there is none in code, and asking costs nothing for blocks that have not changed", () => {
  const editor = openEditor(code("a"), p("b", footnote("B")));
  cursorAfter(editor, "a");
  expect(canHaveFootnote(editor.state)).toBe(false);
  cursorAfter(editor, "b");
  expect(canHaveFootnote(editor.state)).toBe(true);
  selectNode(editor, "footnote");
  expect(canHaveFootnote(editor.state)).toBe(true);
  expect(footnotesOf(editor.state.doc)[0]).toBe(footnotesOf(editor.state.doc)[0]);
});
