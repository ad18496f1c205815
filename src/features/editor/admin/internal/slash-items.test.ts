import { expect, test } from "vitest";
import { code, cursorAfter, heading, openEditor, p, picture, selectNode, text } from "#test/support/headless-editor.ts";
import { slashItems, takesSlash } from "./slash-menu.tsx";
import { toolState } from "./tools.ts";

const found = (query: string) => {
  const editor = openEditor(p("a"));
  cursorAfter(editor, "a");
  return slashItems(query, toolState(editor)).map(({ tool }) => tool.label);
};

test("all that can be inserted is offered; what cannot be is not", () => {
  expect(found("")).toHaveLength(24);
  expect(found("foot")).toEqual(["Footnote"]);
  const editor = openEditor(p("a"), picture());
  selectNode(editor, "image");
  expect(slashItems("foot", toolState(editor))).toEqual([]);
});

test("typing filters by the beginnings of words, the labels' first", () => {
  expect(found("quo")).toEqual(["Quote", "Pull quote"]);
  expect(found("DIV")).toEqual(["Horizontal rule"]);
  expect(found("tab")).toEqual(["Table"]);
  expect(found("block")).toEqual(["Quote", "Pull quote", "Code block"]);
  expect(found("photo")).toEqual(["Upload Image", "Picture from the library", "Image", "Gallery"]);
  expect(found("img")).toEqual(["Upload Image", "Picture from the library", "Image"]);
  expect(found("tldr")).toEqual(["Key points"]);
  expect(found("gal")).toEqual(["Gallery"]);
  expect(found("xyz")).toEqual([]);
});

test("a slash is only a slash in code", () => {
  const editor = openEditor(p("a", text("b", "code")), heading(2)("h"), code("c"));
  const at = (words: string) => {
    cursorAfter(editor, words);
    return takesSlash(editor.state.selection.$from);
  };
  expect([at("a"), at("h"), at("b"), at("c")]).toEqual([true, true, false, false]);
});
