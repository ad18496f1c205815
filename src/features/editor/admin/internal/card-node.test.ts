import { expect, test } from "vitest";
import { cleanHtml } from "#test/support/content.ts";
import { cursorAfter, html, openEditor, p, selectNode } from "#test/support/headless-editor.ts";
import { makeCards, pasteCard, unmadeCards } from "./card-nodes.ts";

const VIDEO = "https://www.youtube.com/watch?v=abcdefghijk";
const unmade = (address: string) => `<aside class="card"><p><a href="${address}">${address}</a></p></aside>`;
const DETAILS = { title: "A & B", source: "YouTube · Amina", picture: "/media/abcdefgh/40x30.jpg", isVideo: true };

test("an address pasted on an empty line is a card, below which writing goes on; one undo takes it back", () => {
  const editor = openEditor(p());
  expect(pasteCard(editor.view, ` ${VIDEO}\n`)).toBe(true);
  editor.view.dispatch(editor.state.tr.insertText("Below"));
  expect(html(editor)).toBe(`${unmade(VIDEO)}<p>Below</p>`);
  expect(cleanHtml(html(editor))).toBe(html(editor));
  editor.commands.undo();
  editor.commands.undo();
  expect(html(editor)).toBe("");
});

test("in a line of words, and for another address, it is pasted as it is", () => {
  const editor = openEditor(p("See "));
  cursorAfter(editor, "See ");
  expect(pasteCard(editor.view, VIDEO)).toBe(false);
  const empty = openEditor(p());
  for (const text of ["https://pages.example/story", "Some words", `${VIDEO} and more`, ""])
    expect(pasteCard(empty.view, text), text).toBe(false);
});

test("is made of what the server knows, which no undo takes back, and turned into a link", () => {
  const editor = openEditor(p("x"), p());
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  editor.commands.insertCard(VIDEO);
  expect(unmadeCards(editor.state.doc)).toEqual([VIDEO]);
  makeCards(editor, new Map([[VIDEO, DETAILS]]));
  const made = `<aside class="card-video"><p><a href="${VIDEO}"><img src="/media/abcdefgh/40x30.jpg" alt="" />A &amp; B</a></p><p>YouTube · Amina</p></aside>`;
  expect(html(editor)).toBe(`<p>x</p>${made}`);
  expect(cleanHtml(html(editor))).toBe(html(editor));
  expect(unmadeCards(editor.state.doc)).toEqual([]);
  selectNode(editor, "card");
  editor.commands.cardToLink();
  expect(html(editor)).toBe(`<p>x</p><p><a href="${VIDEO}">A &amp; B</a></p>`);
});

test("a link that it was turned into before it was made does not become a card again", () => {
  const editor = openEditor(p());
  editor.commands.insertCard(VIDEO);
  selectNode(editor, "card");
  editor.commands.cardToLink();
  expect(html(editor)).toBe(`<p><a href="${VIDEO}">youtube.com/watch?v=abcdefghijk</a></p>`);
  expect(cleanHtml(html(editor))).toBe(html(editor));
});

test("of an own article is stored as its address, and shown by what the site knows of it", () => {
  const editor = openEditor(p());
  editor.commands.insertCard("/article/7");
  expect(unmadeCards(editor.state.doc)).toEqual(["/article/7"]);
  makeCards(editor, new Map([["/article/7", { ...DETAILS, isVideo: false }]]));
  expect(unmadeCards(editor.state.doc)).toEqual([]);
  expect(html(editor)).toBe('<aside class="card"><p><a href="/article/7">/article/7</a></p></aside>');
  expect(cleanHtml(html(editor))).toBe(html(editor));
  selectNode(editor, "card");
  editor.commands.cardToLink();
  expect(html(editor)).toBe('<p><a href="/article/7">A &amp; B</a></p>');
});
