import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { figure, html, openEditor, p, picture } from "#test/support/headless-editor.ts";
import { bringPictures, removePictures } from "./text-pictures.ts";

vi.mock("#features/media/remote/admin/remote-items.tsx", () => ({ useRemoteItems: () => [] }));
beforeEach(() => void vi.stubGlobal("window", globalThis));
afterEach(() => vi.unstubAllGlobals());

const GONE = "https://pictures.example/gone.png";
const OTHER = "https://pictures.example/other.png";

test("removing a picture removes all of its address with their captions, and nothing else; it can be undone", () => {
  const editor = openEditor(
    p("Before"),
    figure("Who", "What", picture(GONE)),
    picture(OTHER),
    picture(GONE),
    p("After"),
  );
  const before = html(editor);
  removePictures(editor, GONE);
  expect(html(editor)).not.toContain(GONE);
  expect(html(editor)).not.toContain("What");
  for (const kept of ["Before", OTHER, "After"]) expect(html(editor)).toContain(kept);
  editor.commands.undo();
  expect(html(editor)).toBe(before);
});

test("a copy takes the place of its picture, which undoing does not bring back", () => {
  const editor = openEditor(p("Text"), picture(GONE), picture(OTHER));
  bringPictures(editor, new Map([[GONE, "/media/copy"]]));
  expect(html(editor)).toContain("/media/copy");
  editor.commands.undo();
  expect(html(editor)).toContain("/media/copy");
  expect(html(editor)).not.toContain(GONE);
  expect(html(editor)).toContain(OTHER);
});
