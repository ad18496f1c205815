import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { openEditor, p, select } from "#test/support/headless-editor.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import type { TextStats } from "../rich-text.ts";
import { EditorStatus } from "./editor-status.tsx";
import { FindPanel } from "./find-panel.tsx";

const status = (stats: Partial<TextStats>) =>
  renderToStaticMarkup(
    <EditorStatus
      stats={{ words: 0, characters: 0, minutes: 0, outline: [], ...stats }}
      onFind={() => {}}
      onKeys={() => {}}
      onHeading={() => {}}
    />,
  );
const said = (stats: Partial<TextStats>) => parseHtml(status(stats)).texts("p").join();

describe("below the text", () => {
  test.each([
    [{ words: 0, minutes: 0 }, "0 words"],
    [{ words: 1, minutes: 1 }, "1 word · 1 min read"],
    [{ words: 230, minutes: 1 }, "230 words · 1 min read"],
    [{ words: 12_345, minutes: 54 }, "12,345 words · 54 min read"],
    [{ characters: 3_360, minutes: 7 }, "3,360 characters · 7 min read"],
    [{ words: 1, characters: 40, minutes: 1 }, "1 word, 40 characters · 1 min read"],
  ])("%j is said as %s", (stats, words) => {
    expect(said(stats)).toBe(words);
  });
});

describe("the panel that finds", () => {
  const query = (...selected: [first: string, last?: string]) => {
    const editor = openEditor(p("some words, <b> & more"), p("another line"), p("x".repeat(201)));
    if (selected[0] !== "") select(editor, ...selected);
    const html = renderToStaticMarkup(<FindPanel editor={editor} fields={[]} onClose={() => {}} />);
    return parseHtml(html).values("input[aria-label=Find]", "value")[0];
  };

  test("begins with the words that are selected, as text", () => {
    expect(query("words")).toBe("words");
    expect(query("<b> &")).toBe("<b> &");
    expect(query("x".repeat(200))).toBe("x".repeat(200));
  });

  test("begins with nothing where nothing is selected, more than a line, or more than one looks for", () => {
    expect([query(""), query("words", "another"), query("x".repeat(201))]).toEqual(["", "", ""]);
  });
});
