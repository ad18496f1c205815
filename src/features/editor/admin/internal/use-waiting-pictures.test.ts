import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiError } from "#test/support/api-error.ts";
import { figure, gallery, html, openEditor, p, picture } from "#test/support/headless-editor.ts";
import { addWaitingPicture, uploadWaiting } from "#ui/admin/session/waiting-pictures.ts";
import { settlePictures } from "./text-pictures.ts";

beforeEach(() => void vi.stubGlobal("window", globalThis));
afterEach(() => vi.unstubAllGlobals());

const add = () => addWaitingPicture(new File(["bytes"], "quay.png", { type: "image/png" }));
const store = (address: string) => uploadWaiting([address], async () => "/media/quay");
const refuse = (address: string) =>
  uploadWaiting([address], () => Promise.reject(apiError("file_too_large", "It is too large.")));

test("the stored address takes the place of the local one wherever it is, and is no step to undo", async () => {
  const address = await add();
  const editor = openEditor(p("a"), picture(address, "A quay"), gallery(figure("Who", "What", picture(address))));
  editor.view.dispatch(editor.state.tr.insertText("typed ", 1));
  expect(settlePictures(editor)).toEqual([]);
  expect(html(editor)).toContain(address);
  await store(address);
  expect(settlePictures(editor)).toEqual([]);
  expect(html(editor)).not.toContain("pending:");
  expect(html(editor)).toContain('<img src="/media/quay" alt="A quay" />');
  editor.commands.undo();
  expect(html(editor)).toMatch(/^<p>a<\/p><img src="\/media\/quay"/);
});

test("one that was deleted while it waited comes back by undo, and is stored as well", async () => {
  const address = await add();
  const editor = openEditor(p("a"), picture(address), p("b"));
  editor.commands.deleteRange({ from: 3, to: 4 });
  expect(html(editor)).toBe("<p>a</p><p>b</p>");
  await store(address);
  editor.commands.undo();
  settlePictures(editor);
  expect(html(editor)).toBe('<p>a</p><img src="/media/quay" alt="" /><p>b</p>');
});

test("one that is refused goes, and its words stay; undoing does not bring it back", async () => {
  const [alone, inFigure] = [await add(), await add()];
  const editor = openEditor(p("a"), picture(alone), figure("Who", "What it shows", picture(inFigure)), p("b"));
  await refuse(alone);
  await refuse(inFigure);
  expect(settlePictures(editor)).toHaveLength(2);
  expect(html(editor)).toBe("<p>a</p><p>Who</p><p>What it shows</p><p>b</p>");
  expect(editor.can().undo()).toBe(false);
  expect(settlePictures(editor)).toEqual([]);
});
