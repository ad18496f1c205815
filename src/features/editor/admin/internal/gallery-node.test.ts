import { expect, test } from "vitest";
import {
  cursorAfter,
  figure,
  gallery,
  html,
  openEditor,
  p,
  picture,
  press,
  select,
  selectNode,
  type,
} from "#test/support/headless-editor.ts";
import { pictureAt } from "./picture-uploads.ts";

const A = '<figure><img src="/a.png" alt="" /></figure>';
const B = '<figure><img src="/b.png" alt="B" /><figcaption>b</figcaption></figure>';
const two = () => [picture(), figure("", "b", picture("/b.png", "B"))];
const filled = () => openEditor(p("x"), gallery(figure("", "one"), figure("", "two", picture("/b.png"))), p("y"));

test("pictures beside each other become a gallery, and single figures again, in one step each", () => {
  const editor = openEditor(p("x"), ...two(), p("y"));
  selectNode(editor, "image");
  expect(editor.commands.toggleGallery()).toBe(true);
  const made = `<p>x</p><div class="gallery">${A}${B}</div><p>y</p>`;
  expect(html(editor)).toBe(made);
  editor.commands.undo();
  expect(html(editor)).toBe(`<p>x</p><img src="/a.png" alt="" />${B}<p>y</p>`);
  editor.commands.redo();
  expect(html(editor)).toBe(made);
  editor.commands.toggleGallery();
  expect(html(editor)).toBe(`<p>x</p>${A}${B}<p>y</p>`);
});

test("one picture alone, or a selection with text, is none", () => {
  const single = openEditor(p("x"), picture(), p("y"));
  selectNode(single, "image");
  expect(single.can().toggleGallery()).toBe(false);
  const mixed = openEditor(p("x"), ...two(), p("y"));
  select(mixed, "x", "y");
  expect(mixed.commands.toggleGallery()).toBe(false);
});

test("a figure moves within its gallery, but not out of it", () => {
  const editor = filled();
  cursorAfter(editor, "one");
  expect(editor.commands.moveInGallery(-1)).toBe(false);
  expect(editor.commands.moveInGallery(1)).toBe(true);
  expect(html(editor)).toMatch(/two.*one/);
  expect(editor.commands.moveInGallery(1)).toBe(false);
  expect(editor.commands.moveInGallery(-1)).toBe(true);
  expect(html(editor)).toMatch(/one.*two/);
});

test("Enter goes from caption to caption, and then to a line after the gallery", () => {
  const editor = filled();
  cursorAfter(editor, "one");
  press(editor, "Enter");
  type(editor, "> ");
  press(editor, "Enter");
  type(editor, "after");
  editor.state.doc.check();
  expect(html(editor)).toContain("<figcaption>two&gt;</figcaption></figure></div><p>after</p>");
});

test("deleting its figures one by one leaves no empty picture and no empty gallery", () => {
  const editor = filled();
  for (const left of [1, 0]) {
    selectNode(editor, "figure");
    editor.commands.deleteSelection();
    editor.state.doc.check();
    expect(html(editor).split("<img")).toHaveLength(left + 1);
  }
  expect(html(editor)).not.toContain("gallery");
});

test("a picture that is uploaded into a gallery becomes a figure of it", () => {
  const editor = filled();
  cursorAfter(editor, "one");
  editor.view.dispatch(pictureAt(editor.state, "/c.png", editor.state.selection.from));
  editor.state.doc.check();
  expect(html(editor)).toMatch(/one<\/figcaption><\/figure><figure><img src="\/c.png" alt="" \/><\/figure><figure>/);
});
