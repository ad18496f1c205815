import type { Editor } from "@tiptap/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { cursorAfter, html, openEditor, p } from "#test/support/headless-editor.ts";
import { type ContentOut, useContentOut } from "./editor-content.ts";

type Props = { editor: Editor; value: string; onChange: (html: string) => void; give: (out: ContentOut) => void };

function Surface({ editor, value, onChange, give }: Props) {
  give(useContentOut(editor, value, onChange));
  return null;
}

/** What the form hears of an editor that was opened on `value`. */
function open(editor: Editor, value: string) {
  const reported: string[] = [];
  let out: ContentOut = { html: () => "", flush: () => {} };
  const give = (given: ContentOut) => {
    out = given;
  };
  renderToStaticMarkup(<Surface editor={editor} value={value} onChange={(now) => reported.push(now)} give={give} />);
  return { ...out, reported };
}

function typing(value: string) {
  const editor = openEditor(p("text"));
  cursorAfter(editor, "text");
  return {
    editor,
    type: (words: string) => editor.view.dispatch(editor.state.tr.insertText(words)),
    ...open(editor, value),
  };
}

/** As an older program stored it: the editor writes the same another way. */
const OLD = "<p>te<b></b>xt</p>";

describe("the form hears", () => {
  test("nothing of a text that nobody changed, however it was written", () => {
    const { flush, reported, html: now } = typing(OLD);
    flush();
    expect([now(), reported]).toEqual([OLD, []]);
  });

  test("a change once, as the editor writes it", () => {
    const { type, flush, reported, html: now } = typing(OLD);
    type(" more");
    expect(now()).toBe("<p>text more</p>");
    for (let times = 0; times < 3; times++) flush();
    expect(reported).toEqual(["<p>text more</p>"]);
  });

  test("a text that is back to what it was as the very one that was given: nothing is to be saved", () => {
    const { editor, type, flush, reported } = typing(OLD);
    type(" more");
    flush();
    editor.commands.undo();
    flush();
    expect(reported).toEqual(["<p>text more</p>", OLD]);
    editor.commands.redo();
    flush();
    expect(reported).toHaveLength(3);
  });

  test("nothing of what was typed and taken back before it was told", () => {
    const { editor, type, flush, reported } = typing(OLD);
    type(" more");
    editor.commands.undo();
    flush();
    expect(reported).toEqual([]);
  });

  test("that a text is empty as an empty text", () => {
    const { editor, flush, reported } = typing(OLD);
    editor.view.dispatch(editor.state.tr.delete(0, editor.state.doc.content.size));
    flush();
    expect([html(editor), reported]).toEqual(["", [""]]);
  });
});

test("an empty article that was opened on nothing is nothing still", () => {
  const { html: now, flush, reported } = open(openEditor(p()), "");
  flush();
  expect([now(), reported]).toEqual(["", []]);
});
