import { describe, expect, test } from "vitest";
import { bullets, cursorAfter, html, item, openEditor, p, press, text, type } from "#test/support/headless-editor.ts";

/** What becomes of a text that is typed into an empty article. */
const typed = (words: string) => {
  const editor = openEditor(p());
  editor.commands.setTextSelection(1);
  type(editor, words);
  return html(editor);
};

describe("typed shorthands", () => {
  test.each([
    ["# a", "<h1>a</h1>"],
    ["### a", "<h3>a</h3>"],
    ["- a", "<ul><li><p>a</p></li></ul>"],
    ["* a", "<ul><li><p>a</p></li></ul>"],
    ["3. a", '<ol start="3"><li><p>a</p></li></ol>'],
    ["> a", "<blockquote><p>a</p></blockquote>"],
    ["``` a", "<pre><code>a</code></pre>"],
    ["```sol a", '<pre><code class="language-solidity">a</code></pre>'],
    ["~~~rust a", '<pre><code class="language-rust">a</code></pre>'],
    ["---", "<hr />"],
    ["a **b** c", "<p>a <strong>b</strong> c</p>"],
    ["a *b* c", "<p>a <em>b</em> c</p>"],
    ["a ~~b~~ c", "<p>a <s>b</s> c</p>"],
    ["a `b` c", "<p>a <code>b</code> c</p>"],
    ["a [b c](https://example.com/d) e", '<p>a <a href="https://example.com/d">b c</a> e</p>'],
    ["[a](example.com)", '<p><a href="https://example.com">a</a></p>'],
    ["[a](/about)", '<p><a href="/about">a</a></p>'],
    ["[a](https://example.com/b_(c)).", '<p><a href="https://example.com/b_(c)">a</a>.</p>'],
  ])("%s", (words, made) => {
    expect(typed(words)).toBe(made);
  });

  test.each([
    ["a heading of a level that articles do not have", "#### a"],
    ["a sign in the middle of a line", "a # b"],
    ["an image, whose address nobody would check", "![a](javascript:x) "],
    ["a link that leads nowhere", "[a](b)"],
    ["a link that is none of ours", "[a](javascript:x)"],
    ["a link without words", "[ ](/a)"],
    ["a fence before its space", "```js"],
    ["names with signs in them", "a_b_c a*b*c"],
  ])("none for %s", (_what, words) => {
    const plain = typed(words);
    expect(plain).toBe(`<p>${words.trimEnd()}</p>`);
  });

  test("are taken back by undo or Backspace, with the signs as they were typed", () => {
    for (const keys of ["Mod-z", "Backspace"]) {
      const editor = openEditor(p());
      editor.commands.setTextSelection(1);
      type(editor, "# ");
      press(editor, keys);
      type(editor, "a");
      expect(html(editor)).toBe("<p># a</p>");
    }
  });

  test("are text in a line of code", () => {
    const editor = openEditor(p(text("code", "code")));
    cursorAfter(editor, "code");
    type(editor, " **b**");
    expect(html(editor)).toBe("<p><code>code **b**</code></p>");
  });
});

describe("typed addresses", () => {
  test.each([
    ["https://example.com/a ", '<a href="https://example.com/a">https://example.com/a</a>'],
    ["see example.com now", 'see <a href="https://example.com">example.com</a> now'],
    ["desk@example.com ", '<a href="mailto:desk@example.com">desk@example.com</a>'],
  ])("%j is a link once it is ended", (words, made) => {
    expect(typed(words)).toBe(`<p>${made}</p>`);
  });

  test.each([
    "javascript:alert(1) ",
    "ftp://example.com/a ",
    "file:///etc/passwd ",
    "3.5 ",
    "e.g. ",
    "index.html ",
    "hums.It is ",
    "fine.In the ",
    "end.So he ",
  ])("%j is none", (words) => {
    expect(typed(words)).not.toContain("<a ");
  });

  test("a link ends where it ends: what is typed after it is not part of it", () => {
    const link = { type: "link", attrs: { href: "https://example.com/" } };
    const editor = openEditor(p(text("here", link)));
    cursorAfter(editor, "here");
    type(editor, " and there");
    expect(html(editor)).toBe('<p><a href="https://example.com/">here</a> and there</p>');
  });
});

describe("Enter and Backspace in a list", () => {
  const list = () => openEditor(bullets(item(p("a")), item(p())), p("b"));

  test("Enter in an empty item ends the list", () => {
    const editor = list();
    editor.commands.setTextSelection(8);
    press(editor, "Enter");
    type(editor, "x");
    expect(html(editor)).toBe("<ul><li><p>a</p></li></ul><p>x</p><p>b</p>");
  });

  test("Enter in another makes the next one", () => {
    const editor = list();
    cursorAfter(editor, "a");
    press(editor, "Enter");
    type(editor, "x");
    expect(html(editor)).toContain("<ul><li><p>a</p></li><li><p>x</p></li>");
  });

  test("Shift+Enter breaks the line", () => {
    const editor = list();
    cursorAfter(editor, "a");
    press(editor, "Shift-Enter");
    type(editor, "x");
    expect(html(editor)).toContain("<li><p>a<br />x</p></li>");
  });
});
