import { Node } from "@tiptap/pm/model";
import { expect, test, vi } from "vitest";
import { lengthOfContent } from "#features/content/length.ts";
import { bullets, figure, footnote, heading, item, openEditor, p, table, text } from "#test/support/headless-editor.ts";
import { htmlOf } from "../html-of.ts";
import { statsOf } from "./editor-status.tsx";

test("words are counted across marks, lists and tables; signs between them are none", () => {
  const editor = openEditor(
    p("One ", text("two", "bold"), text("’s"), " — 3,5 …"),
    bullets(item(p("four")), item(p("five"))),
    table(["six", "seven"]),
    p("eight", footnote("not counted")),
  );
  expect(statsOf(editor.state.doc).words).toBe(8);
});

test("a caption and a footnote's place count alike in the bar and in stored HTML", () => {
  const editor = openEditor(figure("Reuters", "The old bridge"), p("Tom & Ann said", footnote("Note"), " so"));
  expect(statsOf(editor.state.doc).words).toBe(8);
  expect(lengthOfContent(htmlOf(editor.state.doc)).words).toBe(8);
});

test("reading takes a minute at least, and none without words", () => {
  const minutes = (words: number) => statsOf(openEditor(p(Array(words).fill("a").join(" ") || " ")).state.doc).minutes;
  expect([minutes(0), minutes(1), minutes(230 * 3)]).toEqual([0, 1, 3]);
});

test("the outline has the headings with text", () => {
  const editor = openEditor(heading(1)("A "), p("b"), heading(3)(), heading(2)("C"));
  expect(statsOf(editor.state.doc).outline).toEqual([
    { level: 1, text: "A" },
    { level: 2, text: "C" },
  ]);
});

test("a keystroke has only its own block read again, however long the text", () => {
  const editor = openEditor(...Array.from({ length: 350 }, (_, n) => p(`paragraph ${n}`)));
  statsOf(editor.state.doc);
  editor.view.dispatch(editor.state.tr.insertText("x ", 1));
  const read = vi.spyOn(Node.prototype, "forEach");
  expect(statsOf(editor.state.doc).words).toBe(701);
  expect(read.mock.calls.length).toBeLessThan(10);
  read.mockRestore();
});
