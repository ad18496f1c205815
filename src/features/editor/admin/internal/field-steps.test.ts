import { closeHistory } from "@tiptap/pm/history";
import { expect, test } from "vitest";
import { html, openEditor, p } from "#test/support/headless-editor.ts";
import { FieldStep } from "./field-steps.ts";
import { countWords, findMatches, replaceMatches } from "./find-panel.tsx";

/** An editor, and the changes of fields that its transactions made, as "before → after". */
function open() {
  const editor = openEditor(p("The bank."));
  const changes: string[] = [];
  editor.on("transaction", ({ transaction }) => {
    for (const step of transaction.steps)
      if (step instanceof FieldStep) changes.push(`${step.field}: ${step.before} → ${step.after}`);
  });
  return { editor, changes };
}

test("one undo takes back what was replaced in the text, the title and the excerpt, and one redo replaces it again", () => {
  const { editor, changes } = open();
  const matches = findMatches(editor.state.doc, { query: "bank", isExact: false, isWord: false });
  const tr = replaceMatches(editor.state, matches, "fund");
  tr.step(new FieldStep("title", "Bank", "fund")).step(new FieldStep("excerpt", "A bank", "A fund"));
  editor.view.dispatch(closeHistory(tr));
  changes.length = 0;
  editor.commands.undo();
  expect(html(editor)).toBe("<p>The bank.</p>");
  expect(changes).toEqual(["excerpt: A fund → A bank", "title: fund → Bank"]);
  editor.commands.redo();
  expect(html(editor)).toBe("<p>The fund.</p>");
  expect(changes.slice(2)).toEqual(["title: Bank → fund", "excerpt: A bank → A fund"]);
});

test("a replacement in the title alone can be undone too", () => {
  const { editor, changes } = open();
  editor.view.dispatch(editor.state.tr.step(new FieldStep("title", "Bank", "fund")));
  editor.commands.undo();
  expect(changes.at(-1)).toBe("title: fund → Bank");
});

test("places are counted where they are in more than one of title, excerpt and text", () => {
  const fields = [{ label: "title" }, { label: "excerpt" }];
  const places = (...parts: number[]) => parts.map((part) => ({ part, from: 0, to: 1 }));
  expect(countWords(places(0, 2, 2), fields)).toBe("Title 1, text 2");
  expect([countWords(places(2, 2), fields), countWords([], fields)]).toEqual(["", ""]);
});
