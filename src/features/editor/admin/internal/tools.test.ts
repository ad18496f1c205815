import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { cleanHtml } from "#test/support/content.ts";
import { editorDocument } from "#test/support/editor-documents.ts";
import {
  bullets,
  code,
  cursorAfter,
  cursorBefore,
  heading,
  html,
  item,
  laidOut,
  link,
  openEditor,
  p,
  picture,
  press,
  quote,
  select,
  selectNear,
  selectNode,
  table,
  text,
} from "#test/support/headless-editor.ts";
import { SEED } from "#test/support/seed.ts";
import type { Tool } from "./tools.ts";
import { BLOCK_TOOLS, TOOLS, toolState } from "./tools.ts";

type RunnableTool = Extract<Tool, { run: unknown }>;
const ALL = [...TOOLS, ...BLOCK_TOOLS].flat();
const RUNNABLE = ALL.filter((tool): tool is RunnableTool => "run" in tool);
const toolOf = (label: string) => RUNNABLE.find((tool) => tool.label === label) as RunnableTool;

/** What each tool makes of a word in a line, or of the line. */
const MADE: Record<string, string> = {
  "Heading 1": "<h1>a word b</h1>",
  "Heading 2": "<h2>a word b</h2>",
  "Heading 3": "<h3>a word b</h3>",
  Bold: "<p>a <strong>word</strong> b</p>",
  Italic: "<p>a <em>word</em> b</p>",
  Underline: "<p>a <u>word</u> b</p>",
  Strikethrough: "<p>a <s>word</s> b</p>",
  Code: "<p>a <code>word</code> b</p>",
  Quote: "<blockquote><p>a word b</p></blockquote>",
  "Code block": "<pre><code>a word b</code></pre>",
  "Pull quote": '<aside class="pull-quote"><p>a word b</p></aside>',
  Callout: '<aside class="callout-note"><p>a word b</p></aside>',
  "Key points": '<aside class="key-points"><ul><li><p>a word b</p></li></ul></aside>',
  "Bullet list": "<ul><li><p>a word b</p></li></ul>",
  "Numbered list": "<ol><li><p>a word b</p></li></ol>",
  "Increase indent": '<p class="indent-1">a word b</p>',
  "Align center": '<p class="align-center">a word b</p>',
  "Align right": '<p class="align-right">a word b</p>',
  Justify: '<p class="align-justify">a word b</p>',
};
const PLAIN = "<p>a word b</p>";
const onWord = () => {
  const editor = openEditor(p("a word b"));
  select(editor, "word");
  return editor;
};

describe.each(Object.entries(MADE))("%s", (label, made) => {
  const tool = toolOf(label);

  test("applies it, shows that it is on, and is undone in one step", () => {
    const editor = onWord();
    expect(tool.run(editor.chain()).run()).toBe(true);
    expect(html(editor)).toBe(made);
    if (tool.pressed) expect(toolState(editor)[tool.pressed]).toBe(true);
    expect(toolState(editor)).toMatchObject({ canUndo: true, canRedo: false });
    toolOf("Undo").run(editor.chain()).run();
    expect(html(editor)).toBe(PLAIN);
    expect(toolState(editor)).toMatchObject({ canUndo: false, canRedo: true });
    toolOf("Redo").run(editor.chain()).run();
    expect(html(editor)).toBe(made);
  });

  test("does the same by its keys as by its button", () => {
    const editor = onWord();
    expect(press(editor, tool.keys ?? "")).toBe(true);
    expect(html(editor)).toBe(made);
  });

  test("is removed by the same tool, or by its opposite", () => {
    const editor = onWord();
    tool.run(editor.chain()).run();
    const back = label === "Increase indent" ? "Decrease indent" : /Align|Justify/.test(label) ? "Align left" : label;
    toolOf(back).run(editor.chain()).run();
    expect(html(editor)).toBe(PLAIN);
    if (tool.pressed) expect(toolState(editor)[tool.pressed]).toBe(false);
  });
});

test("no two tools share keys, and none uses a browser's or the form's", () => {
  const keys = ALL.flatMap((tool) => tool.keys?.toLowerCase() ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  for (const taken of ["mod-s", "mod-p", "mod-f", "mod-t", "mod-w", "mod-c", "mod-v", "mod-x", "mod-a"])
    expect(keys).not.toContain(taken);
});

test("undo and redo have keys that work", () => {
  const editor = onWord();
  editor.commands.toggleBold();
  press(editor, "Mod-Z");
  expect(html(editor)).toBe(PLAIN);
  press(editor, "Mod-Shift-Z");
  expect(html(editor)).toBe(MADE.Bold);
});

describe("the toolbar's state for the selection", () => {
  const shown = (editor: ReturnType<typeof openEditor>) =>
    Object.entries(toolState(editor))
      .filter(([name, isOn]) => isOn && name !== "canHaveFootnote")
      .map(([name]) => name);

  test.each([
    ["a plain line, which is left-aligned", p("a"), ["left"]],
    ["each mark of a text", p(text("a", "bold", "italic", link("/x"))), ["bold", "italic", "link", "left"]],
    ["a heading and its level", heading(2)("a"), ["left", "heading2"]],
    ["a line's alignment", laidOut({ align: "right" })("a"), ["right"]],
    ["a line of code, which has no alignment", code("a"), ["codeBlock"]],
    ["what a line is in", quote(bullets(item(p("a")))), ["blockquote", "bulletList", "left"]],
    ["a table around it", table(["a", "b"]), ["left", "table"]],
  ])("%s", (_what, content, expected) => {
    const editor = openEditor(content, p());
    cursorAfter(editor, "a");
    expect(shown(editor)).toEqual(expected);
  });

  test("a picture, which may become a figure and has no alignment", () => {
    const editor = openEditor(picture(), p());
    selectNode(editor, "image");
    expect(shown(editor)).toEqual(["image", "canBeFigure", "picture", "textWidth"]);
    toolOf("Caption and credit").run(editor.chain()).run();
    expect(shown(editor)).toContain("figure");
  });

  test("the first of several lines", () => {
    const editor = openEditor(heading(1)("a"), laidOut({ align: "center" })("b"), p());
    select(editor, "a", "b");
    expect(shown(editor)).toEqual(["left", "heading1"]);
  });

  test("a mark only if the whole selection has it", () => {
    const editor = openEditor(p(text("a", "bold"), "b"));
    select(editor, "a", "b");
    expect(shown(editor)).toEqual(["left"]);
    cursorBefore(editor, "a");
    expect(shown(editor)).toContain("bold");
  });
});

test(`whatever tools are used, the server keeps every word and mark, and undo restores everything (seed ${SEED})`, () => {
  // ProseMirror warns where Tiptap leaves the cursor for a moment.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const use = fc.record({ at: fc.nat(1_000), length: fc.nat(20), tool: fc.constantFrom(...RUNNABLE) });
  fc.assert(
    fc.property(editorDocument, fc.array(use, { minLength: 1, maxLength: 8 }), ({ content = [] }, uses) => {
      const editor = openEditor(p("first"), ...content, p("last"));
      const before = html(editor);
      for (const { at, length, tool } of uses) {
        selectNear(editor, at, length);
        tool.run(editor.chain()).run();
        editor.state.doc.check();
        expect(cleanHtml(html(editor))).toBe(html(editor));
      }
      for (let left = 50; left > 0 && editor.commands.undo(); ) left--;
      expect(html(editor)).toBe(before);
    }),
    { seed: SEED, numRuns: 30 },
  );
});
