import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import type { DocumentKey } from "#shared/document.ts";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import type { Note } from "../schema.ts";
import { notesOf, useNotes } from "./use-notes.ts";

const ARTICLE = 7;
const DOCUMENT = { type: "article", id: ARTICLE } as const;
const note = (id: number, change: Partial<Note> = {}): Note => ({
  id,
  state: "open",
  quote: `quote ${id}`,
  suggestion: "",
  text: "Is this so?",
  author: "Amina Otieno",
  is_mine: true,
  created: "2026-11-20T12:00:00.000Z",
  mentions: [],
  replies: [],
  ...change,
});

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** An article's notes as a room first shows them, where the server answers calls as `answer` does. */
function open(known: Note[] | undefined, answer: () => unknown = () => null, document: DocumentKey | null = DOCUMENT) {
  const client = cacheOf(known ? [[notesOf(DOCUMENT), known]] : []);
  const { api, calls } = noteCalls(async () => ({ body: await answer() }));
  const notes = hookResult(() => useNotes(document), { client, api: { ...api, account: () => "3" } });
  const sent = () => calls.map(({ method, url, body }) => [method, url, body]);
  return { notes, sent, shown: () => client.getQueryData<Note[]>(notesOf(DOCUMENT).queryKey) };
}

describe("notes as the editor marks them", () => {
  test("look as they stand; what is resolved is not shown, but keeps its place", () => {
    const { notes } = open([note(1), note(2, { state: "answered" }), note(3, { state: "resolved" })]);
    expect(notes.passages).toEqual([
      { id: 1, quote: "quote 1", look: "open" },
      { id: 2, quote: "quote 2", look: "quiet" },
      { id: 3, quote: "quote 3", look: "none" },
    ]);
  });

  test("are none before they are loaded, and none of an article that is not stored", () => {
    expect(open(undefined).notes).toMatchObject({ notes: [], passages: [], isLoading: true, isFailed: false });
    expect(open(undefined, () => null, null).notes).toMatchObject({ notes: [], passages: [], isFailed: false });
  });
});

describe("what the server has stored is shown at once:", () => {
  const others = [note(1), note(3)];

  test("a new note, last", async () => {
    const made = note(9, { quote: "" });
    const { notes, sent, shown } = open(others, () => made);
    expect(await notes.write("Is this so?")).toBe(true);
    expect(sent()).toEqual([["POST", editorApiUrl.notes(ARTICLE), { quote: "", text: "Is this so?" }]]);
    expect(shown()).toEqual([...others, made]);
  });

  test("the first note of an article whose list is still on its way", async () => {
    const { notes, shown } = open(undefined, () => note(9));
    await notes.write("Is this so?");
    expect(shown()).toEqual([note(9)]);
  });

  test("a reply and a change, in the note's own place", async () => {
    const answered = note(1, { state: "answered" });
    const { notes, sent, shown } = open(others, () => answered);
    expect(await notes.reply(1, "It is.")).toBe(true);
    expect(shown()).toEqual([answered, note(3)]);
    await notes.change(1, { state: "answered" });
    expect(shown()).toEqual([answered, note(3)]);
    expect(sent()).toEqual([
      ["POST", editorApiUrl.noteReplies(ARTICLE, 1), { text: "It is." }],
      ["PATCH", editorApiUrl.note(ARTICLE, 1), { state: "answered" }],
    ]);
  });

  test("that a note is gone, once its deletion is confirmed", async () => {
    const { notes, sent, shown } = open(others);
    await notes.remove(1);
    expect(sent()).toEqual([["DELETE", editorApiUrl.note(ARTICLE, 1), undefined]]);
    expect(shown()).toEqual(others);
    notes.onRemoved(1);
    expect(shown()).toEqual([note(3)]);
  });

  test("a change of a note that somebody has deleted meanwhile brings it back nowhere", async () => {
    const { notes, shown } = open([note(3)], () => note(1));
    await notes.change(1, { state: "resolved" });
    expect(shown()).toEqual([note(3)]);
  });
});

describe("what the server has not stored", () => {
  const lost = () => Promise.reject(new NetworkError());

  test("is not shown, and said to have failed", async () => {
    const { notes, shown } = open([note(1)], lost);
    expect(await notes.write("Is this so?")).toBe(false);
    expect(await notes.reply(1, "It is.")).toBe(false);
    expect(await notes.change(1, { text: "Other words" })).toBe(false);
    expect(shown()).toEqual([note(1)]);
  });

  test("stays among what is typed; what was stored does not", async () => {
    kept.set("jarida-notes:3:7", JSON.stringify({ new: "Is this so?", "1": "It i" }));
    await open([note(1)], lost).notes.write("Is this so?");
    expect(open([note(1)]).notes.typed("new")).toBe("Is this so?");
    await open([note(1)], () => note(2)).notes.write("Is this so?");
    const { notes } = open([note(1)]);
    expect([notes.typed("new"), notes.typed("1")]).toEqual(["", "It i"]);
  });

  test("a second press while the first is on its way does nothing", async () => {
    const { promise, resolve } = Promise.withResolvers<Note>();
    const { notes, sent } = open([], () => promise);
    const [first, second] = [notes.write("Once"), notes.write("Once")];
    expect(await second).toBe(false);
    resolve(note(1));
    expect([await first, sent().length]).toEqual([true, 1]);
  });
});

describe("what is typed", () => {
  test("into one note while another is on its way stays, here and in this browser", async () => {
    const { promise, resolve } = Promise.withResolvers<Note>();
    const { notes } = open([note(1)], () => promise);
    const written = notes.write("Is this so?");
    notes.type("1", "It is, as");
    resolve(note(2));
    await written;
    expect(open([note(1)]).notes.typed("1")).toBe("It is, as");
  });

  test("after a note while that is on its way stays, as the beginning of another", async () => {
    const { promise, resolve } = Promise.withResolvers<Note>();
    const { notes } = open([note(1)], () => promise);
    notes.type("new", "Is this so?");
    const written = notes.write("Is this so?");
    notes.type("new", "Is this so? And this");
    resolve(note(2));
    expect(await written).toBe(false);
    expect(open([note(1)]).notes.typed("new")).toBe("And this");
    // Replaced words are not a continuation of the sent ones.
    notes.type("1", "No.");
    expect([notes.onSent("1", "Yes."), open([]).notes.typed("1")]).toEqual([false, "No."]);
  });

  test("is stored in this browser, for its account, article and note", () => {
    open([]).notes.type("new", "Half a no");
    expect(open([]).notes.typed("new")).toBe("Half a no");
    expect(open([]).notes.typed("1")).toBe("");
    expect([...kept]).toEqual([["jarida-notes:3:7", '{"new":"Half a no"}']]);
  });

  test("leaves nothing behind once it is emptied", () => {
    open([]).notes.type("1", "x");
    open([]).notes.type("new", "y");
    open([]).notes.type("1", "");
    expect([...kept.values()]).toEqual(['{"new":"y"}']);
  });

  test.each(["null", "12", '"text"', "{", "", "[]"])("is none where %j is stored instead", (stored) => {
    kept.set("jarida-notes:3:7", stored);
    expect(open([]).notes.typed("new")).toBe("");
  });
});
