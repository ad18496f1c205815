import { expect, test } from "vitest";
import { cleanHtml } from "#test/support/content.ts";
import {
  bullets,
  cursorAfter,
  cursorBefore,
  html,
  item,
  openEditor,
  p,
  press,
  select,
  type,
} from "#test/support/headless-editor.ts";

const toggled = (...blocks: string[]) => {
  const editor = openEditor(...blocks.map((words) => p(words)), p("end"));
  select(editor, blocks[0] ?? "", blocks.at(-1) ?? "");
  editor.commands.toggleToggle();
  return editor;
};

test("the selected lines become a toggle with the cursor in its title, and lines again", () => {
  const editor = toggled("a", "b");
  type(editor, "More");
  const made = "<details><summary>More</summary><p>a</p><p>b</p></details><p>end</p>";
  expect(html(editor)).toBe(made);
  expect(cleanHtml(made)).toBe(made);
  editor.commands.toggleToggle();
  expect(html(editor)).toBe("<p>More</p><p>a</p><p>b</p><p>end</p>");
});

test("Enter in the title begins a line below it; Backspace at its start makes lines of the toggle", () => {
  const editor = toggled("a");
  type(editor, "t");
  press(editor, "Enter");
  type(editor, "new");
  expect(html(editor)).toBe("<details><summary>t</summary><p>new</p><p>a</p></details><p>end</p>");
  cursorAfter(editor, "t");
  press(editor, "Backspace");
  expect(html(editor)).toContain("<details>");
  cursorBefore(editor, "t");
  press(editor, "Backspace");
  expect(html(editor)).toBe("<p>t</p><p>new</p><p>a</p><p>end</p>");
});

test("Enter in an empty last line leaves the toggle", () => {
  const editor = toggled("a");
  cursorAfter(editor, "a");
  press(editor, "Enter");
  press(editor, "Enter");
  type(editor, "out");
  expect(html(editor)).toBe("<details><summary></summary><p>a</p></details><p>out</p><p>end</p>");
});

test("what is in a list becomes a toggle with the full list, which has no place for one", () => {
  const editor = openEditor(bullets(item(p("a"))), p("end"));
  cursorAfter(editor, "a");
  editor.commands.toggleToggle();
  expect(html(editor)).toBe("<details><summary></summary><ul><li><p>a</p></li></ul></details><p>end</p>");
});
