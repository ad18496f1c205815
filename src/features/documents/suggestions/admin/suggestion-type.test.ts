import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.ts";
import { useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import type { KeptSession } from "#features/documents/session/admin/kept-sessions.ts";
import { type Stored, startSession } from "#features/documents/session/session.ts";
import { editorApi, hookResult } from "#test/support/admin-markup.tsx";
import { stubIndexedDb, stubWindow } from "#test/support/browser.ts";
import type { Texts } from "../rules.ts";
import type { OwnSuggestion } from "../schema.ts";
import { suggestionType } from "./suggestion-type.ts";
import { useIsSuggesting } from "./use-room-mode.ts";

let disk: ReturnType<typeof stubIndexedDb>;
beforeAll(() => {
  disk = stubIndexedDb();
  stubWindow();
});
afterEach(() => disk.rows.clear());
afterAll(() => vi.unstubAllGlobals());

const stored = (title: string, etag: string): Stored<Texts> => {
  const values = { title, excerpt: "", content: "" };
  return { values, etag, row: { id: 7, texts: values, edits: 1, is_behind: false, saved: null } };
};

/** The room of a suggestion that was typed in two windows. */
function conflicting() {
  const known = stored("Old", '"1d1"');
  const theirs = stored("Theirs", '"1d2"');
  const session = { ...startSession(known, known.values), local: { ...known.values, title: "Mine" } };
  const opening = { session: { ...session, conflict: { theirs, known: known.values } }, kept: null };
  const refs = { guard: null, editor: { current: null } };
  const callbacks = { onDone: () => undefined, onCreated: () => undefined };
  const submit = () => Promise.reject(new Error("Nothing is saved by hand."));
  const props = { account: "1", opening, ...refs, ...callbacks, submit };
  const api = editorApi();
  return hookResult(() => useRoomForm<OwnSuggestion, Texts>(suggestionType(ARTICLE_TYPE), props), { api });
}

const kept = () =>
  [...disk.rows.values()].flatMap((row) => {
    const { type, aside, title } = row as KeptSession;
    return type === undefined ? [] : [{ type, aside, title }];
  });

test("the suggestion that was not chosen of two is kept as a suggestion, not as work on the document", async () => {
  await conflicting().conflict.takeTheirs();
  expect(kept()).toEqual([{ type: "article-suggestion", aside: "mine", title: "Mine" }]);
});

test("the stored suggestion is kept where the other one is chosen, as it has no versions", async () => {
  await conflicting().conflict.keepMine();
  expect(kept()).toEqual([{ type: "article-suggestion", aside: "theirs", title: "Theirs" }]);
});

test("a document that is not stored yet has no suggestions at its address", () => {
  const isSuggesting = (address: string) => hookResult(useIsSuggesting, { address });
  expect(isSuggesting("/admin/articles/7?mode=suggest")).toBe(true);
  expect(isSuggesting("/admin/articles/new?mode=suggest")).toBe(false);
});
