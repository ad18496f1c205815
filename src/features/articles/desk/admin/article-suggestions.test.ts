import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NEW_VALUES } from "#features/articles/admin/form-values.tsx";
import { portsOf } from "#features/documents/room/admin/room-session.ts";
import { useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import type { Texts } from "#features/documents/rules.ts";
import { suggestionType, useIsSuggesting } from "#features/documents/suggestions/admin/suggestion-type.ts";
import type { OwnSuggestion } from "#features/documents/suggestions/schema.ts";
import { editorApi, hookResult } from "#test/support/admin-markup.tsx";
import { stubWindow } from "#test/support/browser.ts";
import { forgetSession, freeSessions } from "#ui/admin/session/kept-sessions.ts";
import { type Stored, startSession } from "#ui/admin/session/session.ts";
import { ARTICLE_TYPE } from "./article-type.tsx";

const ACCOUNT = "suggesting";
beforeEach(() => {
  // A session that is still open when the test ends has timers, and the next file has no window for them.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  stubWindow();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { key } of await freeSessions(ACCOUNT)) await forgetSession(key);
  vi.unstubAllGlobals();
});

const stored = (title: string, etag: string): Stored<Texts> => {
  const values = { title, excerpt: "", content: "" };
  return { values, etag, row: { id: 7, texts: values, edits: 1, may_read: true } };
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
  const props = { account: ACCOUNT, opening, ...refs, ...callbacks, submit };
  const api = editorApi();
  return hookResult(() => useRoomForm<OwnSuggestion, Texts>(suggestionType(ARTICLE_TYPE), props), { api });
}

const kept = async () => (await freeSessions(ACCOUNT)).map(({ type, aside, title }) => ({ type, aside, title }));

test("the suggestion that was not chosen of two is kept as a suggestion, not as work on the document", async () => {
  await conflicting().conflict.takeTheirs();
  expect(await kept()).toEqual([{ type: "article-suggestion", aside: "mine", title: "Mine" }]);
});

test("the stored suggestion is kept where the other one is chosen, as it has no versions", async () => {
  await conflicting().conflict.keepMine();
  expect(await kept()).toEqual([{ type: "article-suggestion", aside: "theirs", title: "Theirs" }]);
});

test("a suggestion that differs is not said to be the user's own: its authors change it as they decide", () => {
  expect(conflicting().conflict.saver).toBeNull();
});

test("a document that is not stored yet has no suggestions at its address", () => {
  const isSuggesting = (address: string) => hookResult(useIsSuggesting, { address });
  expect(isSuggesting("/admin/articles/7?mode=suggest")).toBe(true);
  expect(isSuggesting("/admin/articles/new?mode=suggest")).toBe(false);
});

test("an update by hand follows an autosave of the text with its suggestions, which it cannot send", () => {
  const { status: _status, published_date: _date, ...values } = NEW_VALUES;
  const [plain, marked] = ["<p>One</p>", '<p>One<ins data-suggestion="first0001"> more</ins></p>'];
  const of = (text: string, storedText: string, submit?: () => Promise<never>) => {
    const base = { values: { ...values, content: storedText }, etag: '"1"' };
    return portsOf(ARTICLE_TYPE, editorApi(), submit).storesFirst?.({ ...values, content: text }, base);
  };
  expect([of(plain, plain), of(marked, plain), of(plain, marked)]).toEqual([false, true, true]);
  // A server without working copies has no autosave.
  expect(of(marked, marked, () => Promise.reject(new Error("Not sent.")))).toBe(false);
});
