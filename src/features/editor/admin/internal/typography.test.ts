import { describe, expect, test } from "vitest";
import { code, cursorAfter, html, openEditor, p, press, text, type } from "#test/support/headless-editor.ts";
import { signsOf } from "../typed-signs.ts";

const typed = (words: string) => {
  const editor = openEditor(p());
  editor.commands.setTextSelection(1);
  type(editor, words);
  return editor;
};

describe("typed signs are printed as", () => {
  test.each([
    ['"a" b', "“a” b"],
    ['("a")', "(“a”)"],
    ["don't", "don’t"],
    ["the '90s' end", "the ‘90s’ end"],
    [`"'a' b"`, "“‘a’ b”"],
    ["a -- b", "a — b"],
    ["2019--2024", "2019–2024"],
    ["wait...", "wait…"],
    ["l'été's", "l’été’s"],
    ["a - b, a-b", "a - b, a-b"],
  ])("%s", (words, printed) => {
    expect(html(typed(words))).toBe(`<p>${printed}</p>`);
  });
});

test.each(["Mod-z", "Backspace"])("one %s gives back what was typed, and leaves it so", (keys) => {
  const editor = typed('a "');
  press(editor, keys);
  expect(html(editor)).toBe('<p>a "</p>');
  type(editor, "b");
  expect(html(editor)).toBe('<p>a "b</p>');
});

test("code keeps its signs", () => {
  const block = openEditor(code("a"));
  cursorAfter(block, "a");
  type(block, ` "b" -- c...`);
  expect(html(block)).toBe('<pre><code>a "b" -- c...</code></pre>');
  const mark = openEditor(p(text("a", "code")));
  cursorAfter(mark, "a");
  type(mark, `"`);
  expect(html(mark)).toBe('<p><code>a"</code></p>');
});

test("the signs are those of the site's language; English where it has none of its own", () => {
  expect(signsOf("de-CH").double).toEqual(["„", "“"]);
  expect(signsOf("fr").double[0]).toBe("«\u202f");
  expect(signsOf("sw")).toEqual(signsOf("en"));
  expect(signsOf("")).toEqual(signsOf("en"));
});
