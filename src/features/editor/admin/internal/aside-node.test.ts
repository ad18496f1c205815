import { expect, test } from "vitest";
import { aside, cursorAfter, html, openEditor, p, press, select, type } from "#test/support/headless-editor.ts";

test("several lines become one aside, which becomes another kind, and lines again", () => {
  const editor = openEditor(p("a"), p("b"));
  select(editor, "a", "b");
  editor.commands.toggleAside("pull-quote");
  expect(html(editor)).toBe('<aside class="pull-quote"><p>a</p><p>b</p></aside>');
  editor.commands.toggleCallout();
  editor.commands.setCallout("callout-warning");
  expect(html(editor)).toBe('<aside class="callout-warning"><p>a</p><p>b</p></aside>');
  editor.commands.toggleCallout();
  expect(html(editor)).toBe("<p>a</p><p>b</p>");
});

test("Enter in its empty last line leaves it", () => {
  const editor = openEditor(aside("callout-tip")(p("a")));
  cursorAfter(editor, "a");
  press(editor, "Enter");
  press(editor, "Enter");
  type(editor, "after");
  expect(html(editor)).toBe('<aside class="callout-tip"><p>a</p></aside><p>after</p>');
});
