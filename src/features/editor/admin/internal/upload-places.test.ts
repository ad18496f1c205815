import type { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { cursorAfter, find, html, openEditor, p, select } from "#test/support/headless-editor.ts";
import { addPlace, hasSeveralPlaces, pictureAt, placeOf, removePlace } from "./picture-uploads.ts";

/** A widget's element is never looked at here. */
const element = {} as HTMLElement;

function placed(editor: Editor, after: string): object {
  const id = {};
  const pos = find(editor, after) + after.length;
  editor.view.dispatch(addPlace(editor.state.tr, { id, pos, element }));
  return id;
}
function arrive(editor: Editor, id: object, src: string): void {
  const place = placeOf(editor.state, id);
  if (place !== null) editor.view.dispatch(pictureAt(editor.state, src, place));
  editor.view.dispatch(removePlace(editor.state.tr, id));
}

test("a place moves with the text around it", () => {
  const editor = openEditor(p("abc"));
  const id = placed(editor, "a");
  editor.view.dispatch(editor.state.tr.insertText("before ", 1));
  expect(placeOf(editor.state, id)).toBe(find(editor, "a") + 1);
  editor.view.dispatch(editor.state.tr.insertText("after ", find(editor, "c")));
  expect(placeOf(editor.state, id)).toBe(find(editor, "a") + 1);
});

test("a place is removed with the text around it, and does not come back by undo", () => {
  const editor = openEditor(p("abcd"), p("e"));
  const id = placed(editor, "b");
  select(editor, "abcd");
  editor.commands.deleteSelection();
  expect(placeOf(editor.state, id)).toBeNull();
  editor.commands.undo();
  expect(placeOf(editor.state, id)).toBeNull();
});

test("a place is not content, and adding one is not an undo step", () => {
  const editor = openEditor(p("ab"));
  placed(editor, "a");
  expect(html(editor)).toBe("<p>ab</p>");
  expect(editor.can().undo()).toBe(false);
});

test("pictures appear in the order in which they were chosen, whichever arrives first", () => {
  for (const order of [
    [0, 1, 2],
    [2, 0, 1],
  ]) {
    const editor = openEditor(p("ab"));
    const ids = [0, 1, 2].map(() => placed(editor, "a"));
    expect(hasSeveralPlaces(editor.state, find(editor, "a") + 1)).toBe(true);
    if (order[0] === 0) for (const each of order) arrive(editor, ids[each] ?? {}, `/${each}.png`);
    else {
      // One that is taken back leaves the others in place.
      editor.view.dispatch(removePlace(editor.state.tr, ids[1] ?? {}));
      expect(placeOf(editor.state, ids[1] ?? {})).toBeNull();
      for (const each of [0, 2]) arrive(editor, ids[each] ?? {}, `/${each}.png`);
    }
    const numbers = [...html(editor).matchAll(/src="\/(\d)\.png"/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(order[0] === 0 ? [0, 1, 2] : [0, 2]);
    expect(html(editor)).toMatch(/^<p>a<\/p><img.*<p>b<\/p>$/);
  }
});

test("a picture replaces an empty line", () => {
  const editor = openEditor(p("a"), p(), p("b"));
  editor.view.dispatch(pictureAt(editor.state, "/a.png", 4));
  expect(html(editor)).toBe('<p>a</p><img src="/a.png" alt="" /><p>b</p>');
});

test("a picture does not replace the last line, where writing continues", () => {
  const editor = openEditor(p("a"), p());
  editor.view.dispatch(pictureAt(editor.state, "/a.png", 4));
  expect(editor.state.doc.childCount).toBe(3);
  expect(editor.state.doc.lastChild?.type.name).toBe("paragraph");
});

test("a picture does not replace a line where another one is still expected", () => {
  const editor = openEditor(p("a"), p(), p("b"));
  const ids = [{}, {}];
  for (const id of ids) editor.view.dispatch(addPlace(editor.state.tr, { id, pos: 4, element }));
  for (const [at, id] of ids.entries()) arrive(editor, id, `/${at}.png`);
  expect(html(editor)).toBe('<p>a</p><img src="/0.png" alt="" /><img src="/1.png" alt="" /><p>b</p>');
});

test("a picture in the middle of a line splits it; at its ends it does not", () => {
  const made = (words: string) => {
    const editor = openEditor(p("ab"));
    cursorAfter(editor, words);
    editor.view.dispatch(pictureAt(editor.state, "/a.png", editor.state.selection.from));
    return html(editor);
  };
  expect(made("a")).toBe('<p>a</p><img src="/a.png" alt="" /><p>b</p>');
  expect(made("ab")).toBe('<p>ab</p><img src="/a.png" alt="" />');
});

test("a picture that was described before brings its texts along", () => {
  const made = (known: Partial<StoredPicture>) => {
    const editor = openEditor(p("a"), p(), p("b"));
    const texts = { alt: "", caption: "", credit: "", licence: "", ...known } as StoredPicture;
    editor.view.dispatch(pictureAt(editor.state, "/a.png", 4, texts));
    return html(editor);
  };
  expect(made({ alt: "A quay" })).toBe('<p>a</p><img src="/a.png" alt="A quay" /><p>b</p>');
  expect(made({ caption: "At dawn", credit: "Amina", licence: "CC BY" })).toBe(
    '<p>a</p><figure><img src="/a.png" alt="" /><small>Amina, CC BY</small><figcaption>At dawn</figcaption></figure><p>b</p>',
  );
});
