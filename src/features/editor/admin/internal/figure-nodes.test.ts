import type { Editor } from "@tiptap/core";
import { Slice } from "@tiptap/pm/model";
import { expect, test } from "vitest";
import { cleanHtml } from "#test/support/content.ts";
import {
  cursorAfter,
  cursorBefore,
  figure,
  gallery,
  html,
  openEditor,
  p,
  picture,
  press,
  quote,
  select,
  selectNode,
  type,
} from "#test/support/headless-editor.ts";
import { TOOLS } from "./tools.ts";

const FIGURE = '<figure><img src="/a.png" alt="" /><small>credit</small><figcaption>caption</figcaption></figure>';
const PICTURE = '<img src="/a.png" alt="" />';
const around = (editor: ReturnType<typeof openEditor>) => editor.state.selection.$from.parent.type.name;

test("a picture becomes a figure with the cursor in its caption, and a picture again, selected", () => {
  const editor = openEditor(picture(), p("a"));
  selectNode(editor, "image");
  expect(editor.commands.toggleFigure()).toBe(true);
  type(editor, "said");
  expect(html(editor)).toBe(`<figure>${PICTURE}<figcaption>said</figcaption></figure><p>a</p>`);
  expect(editor.commands.toggleFigure()).toBe(true);
  expect(html(editor)).toBe(`${PICTURE}<p>a</p>`);
  expect(editor.isActive("image")).toBe(true);
});

test("a picture in a quote becomes a figure there", () => {
  const editor = openEditor(quote(picture(), p("a")), p("b"));
  selectNode(editor, "image");
  editor.commands.toggleFigure();
  expect(html(editor)).toBe(`<blockquote><figure>${PICTURE}</figure><p>a</p></blockquote><p>b</p>`);
});

test("text cannot become a figure, and asking whether it can changes nothing", () => {
  const editor = openEditor(p("a"), picture(), p("b"));
  cursorAfter(editor, "a");
  expect(editor.commands.toggleFigure()).toBe(false);
  selectNode(editor, "image");
  expect(editor.can().toggleFigure()).toBe(true);
  expect(html(editor)).toBe(`<p>a</p>${PICTURE}<p>b</p>`);
});

test("selecting a figure's picture selects its lines too, so that none is left behind", () => {
  const editor = openEditor(figure("credit", "caption"), p("a"));
  selectNode(editor, "image");
  expect(editor.isActive("figure")).toBe(true);
  editor.commands.deleteSelection();
  expect(html(editor)).toBe("<p>a</p>");
});

test("a picture gets another width, alone or in a figure, but not in a gallery", () => {
  const editor = openEditor(picture(), p("a"));
  selectNode(editor, "image");
  editor.commands.setPictureWidth("wide");
  expect(html(editor)).toBe('<img src="/a.png" alt="" class="wide" /><p>a</p>');
  editor.commands.toggleFigure();
  editor.commands.setPictureWidth("full");
  expect(html(editor)).toBe('<figure><img src="/a.png" alt="" class="full" /></figure><p>a</p>');
  expect(cleanHtml(html(editor))).toBe(html(editor));
  editor.commands.setPictureWidth(null);
  expect(html(editor)).toBe(`<figure>${PICTURE}</figure><p>a</p>`);
  const inGallery = openEditor(gallery(figure("credit", "caption")), p("a"));
  cursorAfter(inGallery, "caption");
  expect(inGallery.commands.setPictureWidth("wide")).toBe(false);
});

test.each(["credit", "caption"])("Enter in the %s moves to a new line after the figure, or to an empty one", (line) => {
  const editor = openEditor(figure("credit", "caption"), p("a"));
  cursorAfter(editor, line);
  press(editor, "Enter");
  cursorAfter(editor, line);
  press(editor, "Enter");
  type(editor, "next");
  expect(html(editor)).toBe(`${FIGURE}<p>next</p><p>a</p>`);
});

test("Tab moves from a picture to its caption, its credit and the text below, and Shift+Tab back", () => {
  const editor = openEditor(picture(), p("a"));
  selectNode(editor, "image");
  press(editor, "Tab");
  type(editor, "said");
  press(editor, "Tab");
  type(editor, "Photo: A");
  expect(html(editor)).toBe(`<figure>${PICTURE}<small>Photo: A</small><figcaption>said</figcaption></figure><p>a</p>`);
  press(editor, "Shift-Tab");
  expect(around(editor)).toBe("figureCaption");
  press(editor, "Tab");
  press(editor, "Tab");
  type(editor, "x");
  expect(html(editor)).toContain("<p>xa</p>");
});

test("Tab after Esc leaves the editor, also from a caption", () => {
  const editor = openEditor(figure("credit", "caption"), p("a"));
  cursorAfter(editor, "caption");
  press(editor, "Escape");
  expect(press(editor, "Tab")).toBe(false);
});

test("Enter elsewhere is an ordinary one", () => {
  const editor = openEditor(p("ab"));
  cursorAfter(editor, "a");
  press(editor, "Enter");
  expect(html(editor)).toBe("<p>a</p><p>b</p>");
});

test("Backspace at the start of the caption does not merge it with the credit", () => {
  const editor = openEditor(figure("credit", "caption"), p("a"));
  cursorBefore(editor, "caption");
  press(editor, "Backspace");
  expect(html(editor)).toBe(`${FIGURE}<p>a</p>`);
});

test("the credit allows no marks, the caption does", () => {
  const editor = openEditor(figure("credit", "caption"), p("a"));
  for (const words of ["credit", "caption"]) {
    select(editor, words);
    editor.commands.toggleBold();
  }
  expect(html(editor)).toContain("<small>credit</small><figcaption><strong>caption</strong></figcaption>");
});

const LINES = /^(Heading|Quote|Code block|.* list|.* indent|Align|Justify)/;
const LINE_TOOLS = TOOLS.flat().filter((tool) => LINES.test(tool.label));

test.each(LINE_TOOLS.map((tool) => [tool.label, tool] as const))(
  "%s does not change the type of a figure's lines",
  (_label, tool) => {
    for (const words of ["credit", "caption"]) {
      const editor = openEditor(p("a"), figure("credit", "caption"), p("b"));
      cursorAfter(editor, words);
      if ("run" in tool) tool.run(editor.chain()).run();
      editor.state.doc.check();
      expect(html(editor)).toContain(FIGURE);
    }
  },
);

const RULE = (editor: Editor) => editor.commands.setHorizontalRule();
const TABLE = (editor: Editor) => editor.commands.insertTable();
const IMAGE = (editor: Editor) => editor.commands.setImage({ src: "/b.png" });
const LINES_OF_TEXT = (editor: Editor) => {
  const { schema, tr } = editor.state;
  const pasted = schema.nodeFromJSON({ type: "doc", content: [p("x"), p("y")] });
  editor.view.dispatch(tr.replaceSelection(new Slice(pasted.content, 1, 1)));
};

test.each([
  ["a rule", "credit", RULE],
  ["a rule", "caption", RULE],
  ["a table", "credit", TABLE],
  ["a table", "cap", TABLE],
  ["an image", "cre", IMAGE],
  ["an image", "caption", IMAGE],
  ["several lines", "cred", LINES_OF_TEXT],
  ["several lines", "cap", LINES_OF_TEXT],
])(
  "%s inserted into a figure after %j splits it into a figure and text: no empty picture, no word lost",
  (_what, words, put) => {
    for (const content of [[figure("credit", "caption")], [quote(figure("credit", "caption"))]]) {
      const editor = openEditor(p("a"), ...content, p("b"));
      cursorAfter(editor, words);
      put(editor);
      editor.state.doc.check();
      expect(html(editor)).toMatch(/<figure><img src="\/a.png" alt="" \/>/);
      expect(html(editor).split("<img")).toHaveLength(put === IMAGE ? 3 : 2);
      expect(html(editor).split("<figure")).toHaveLength(2);
      expect(editor.state.doc.textContent.replace(/[xy]/g, "")).toBe("acreditcaptionb");
      editor.commands.undo();
      expect(html(editor)).toContain(FIGURE);
    }
  },
);
