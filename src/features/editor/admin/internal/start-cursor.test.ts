import { NodeSelection } from "@tiptap/pm/state";
import { describe, expect, test } from "vitest";
import { bullets, figure, gallery, html, item, openEditor, p, picture } from "#test/support/headless-editor.ts";
import { startCursor } from "../extensions.ts";

describe("the cursor of a text that is opened", () => {
  test.each([
    ["a picture", picture()],
    ["a figure", figure("Credit", "Caption")],
    ["a gallery", gallery(figure("", ""), figure("", ""))],
    ["a rule", { type: "horizontalRule" }],
  ])("is before %s at its start, where typing adds a paragraph and removes nothing", (_what, block) => {
    const editor = openEditor(block, p("Text"));
    const before = html(editor);
    const start = startCursor(editor.state.doc);
    if (!start) throw new Error("The first block stays selected.");
    expect(start).not.toBeInstanceOf(NodeSelection);
    editor.view.dispatch(editor.state.tr.setSelection(start).insertText("N"));
    editor.view.dispatch(editor.state.tr.insertText("ew"));
    expect(html(editor)).toBe(`<p>New</p>${before}`);
  });

  test("stays in the text of a first block that has some", () => {
    for (const block of [p("Text"), p(), bullets(item(p("Point")))])
      expect(startCursor(openEditor(block, picture()).state.doc)).toBeNull();
  });
});
