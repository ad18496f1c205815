import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RoomSuggestions } from "#features/documents/suggestions/admin/room-suggestions.tsx";
import { adminMarkup, buttonsIn, hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { SuggestionList } from "../schema.ts";
import { suggestionsFor, useSuggestions } from "./calls.ts";
import { type ListedEdit, piecesOf, SuggestionsDialog } from "./room-suggestions.tsx";
import { RoomModeProvider } from "./suggestion-type.ts";

type Edit = ListedEdit["edit"];
const edit = (change: Partial<Edit>): Edit => ({
  key: "k1",
  field: "title",
  at: 0,
  blocks: 0,
  before: "",
  after: "",
  is_conflict: false,
  ...change,
});
const listOf = (change: Partial<SuggestionList>, ...edits: Edit[]): SuggestionList => ({
  texts: { title: "Old", excerpt: "", content: "<p>a</p><p>b</p><p>c</p>" },
  may_decide: true,
  suggestions: [
    {
      person: 3,
      name: "Esther Mwangi",
      is_mine: false,
      edits,
      created: "2026-11-20T12:00:00.000Z",
      saved: "2026-11-20T12:00:00.000Z",
    },
  ],
  ...change,
});
const title = edit({ before: "Old", after: "New" });

describe("the pieces of a document with suggestions", () => {
  test("are its text between the edits, each edit at its place, and plain texts first", () => {
    const list = listOf(
      {},
      edit({ key: "k3", field: "content", at: 3, after: "<p>d</p>" }),
      edit({ key: "k2", field: "content", at: 1, blocks: 1, before: "<p>b</p>", after: "<p>B</p>" }),
      title,
    );
    const pieces = piecesOf(list, { lines: ["title", "excerpt"], content: "content" });
    const named = pieces.map((piece) => (typeof piece === "string" ? piece : piece.edit.key));
    expect(named).toEqual(["k1", "<p>a</p>", "k2", "<p>c</p>", "k3"]);
  });

  test("show a block once that two people want changed", () => {
    const change = { field: "content", at: 0, blocks: 2, before: "<p>a</p><p>b</p>" };
    const list = listOf({}, edit({ ...change, key: "k1" }), edit({ ...change, key: "k2" }));
    const pieces = piecesOf(list, { lines: [], content: "content" });
    expect(pieces.map((piece) => (typeof piece === "string" ? piece : piece.edit.key))).toEqual([
      "k1",
      "k2",
      "<p>c</p>",
    ]);
  });
});

const FIELDS = { title: { label: "Title" } } as never;

class EmptyParser {
  parseFromString = () => ({ body: { childNodes: [] } });
}

describe("the suggestions of an article", () => {
  beforeEach(() => void vi.stubGlobal("DOMParser", EmptyParser));
  afterEach(() => void vi.unstubAllGlobals());
  const dialog = (list: SuggestionList | undefined, { isFailed = false, isBusy = false } = {}) =>
    adminMarkup(
      <SuggestionsDialog
        document={{ type: "article", id: 7 }}
        suggestions={{ list, isFailed, refetch: () => {}, decide: async () => undefined }}
        fields={FIELDS}
        isBusy={isBusy}
        onClose={() => {}}
      />,
    );

  const ALL = ["Accept all edits of Esther Mwangi", "Reject all edits of Esther Mwangi"];

  test("show each edit with what it changes, who suggests it and when, and are decided one by one or together", () => {
    const html = dialog(listOf({}, title));
    expect(html).toContain("<del>Old</del><ins>New</ins>");
    expect(wordsOf(html)).toMatch(/Esther Mwangi 1 edit .*Title .*Esther Mwangi, November 20, 2026/);
    expect(buttonsIn(html)).toEqual([...ALL, "Previous", "Next", "Accept", "Reject", "Close"]);
  });

  test("that are in conflict say so, and can only be rejected", () => {
    const html = dialog(listOf({}, { ...title, is_conflict: true }));
    expect(wordsOf(html)).toContain("Another change affects the same place.");
    expect(buttonsIn(html)).toEqual([...ALL, "Previous", "Next", "Reject", "Close"]);
  });

  test("are only shown to somebody who may not decide, and say when none is left", () => {
    expect(buttonsIn(dialog(listOf({ may_decide: false }, title)))).toEqual(["Previous", "Next", "Close"]);
    expect(wordsOf(dialog(listOf({ suggestions: [] })))).toContain("No suggestions left.");
  });

  test("are counted in the bar, next to the switch of the modes", () => {
    const document = { type: "article", id: 7 } as const;
    const form = { type: document, kind: { fields: FIELDS }, flush: async () => true } as never;
    const bar = (isSuggesting: boolean, list: SuggestionList) =>
      buttonsIn(
        adminMarkup(
          <RoomModeProvider value={() => {}}>
            <RoomSuggestions form={form} document={document} isSuggesting={isSuggesting} />
          </RoomModeProvider>,
          { client: cacheOf([[suggestionsFor(document), list]]) },
        ),
      );
    expect(bar(false, listOf({}, title, { ...title, key: "k2" }))).toEqual(["2 suggestions", "Edit", "Suggest"]);
    expect(bar(false, listOf({ suggestions: [] }))).toEqual(["Edit", "Suggest"]);
    expect(bar(true, listOf({}, title))).toEqual(["Edit", "Suggest"]);
  });

  test("that could not be accepted, as the document was changed, are tried on what it says now", async () => {
    const document = { type: "article", id: 7 } as const;
    const { api } = noteCalls(({ method }) => {
      if (method === "POST") throw apiError("stale_version");
      return { body: listOf({}, title) };
    });
    const refresh = vi.fn(async () => undefined);
    const run = (job: () => Promise<unknown>) => job().catch(() => undefined);
    const act = (action: (before: object) => unknown) => action({ row: { id: 7 }, etag: '"1"' });
    const form = { type: document, act, run, session: { refresh } } as never;
    const client = cacheOf([[suggestionsFor(document), listOf({}, title)]]);
    const { decide } = hookResult(() => useSuggestions(form, document), { api, client });
    void decide("accept", { person: 3, edits: ["k1"] });
    await expect.poll(() => refresh).toHaveBeenCalledOnce();
  });
});
