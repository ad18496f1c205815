import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { parseHtml } from "#test/support/parse-html.ts";
import type { Note } from "../schema.ts";
import { NotesPanel } from "./notes-panel.tsx";
import type { Notes } from "./use-notes.ts";

const NOW = "2026-11-20T12:00:00.000Z";
const note = (id: number, change: Partial<Note> = {}): Note => ({
  id,
  state: "open",
  quote: "the bank rose",
  suggestion: "",
  text: `Question ${id}`,
  author: "Amina Otieno",
  is_mine: false,
  created: NOW,
  mentions: [],
  replies: [],
  ...change,
});
const reply = (id: number, text: string, author: string | null = "Baraka Njoroge") => ({
  id,
  text,
  author,
  is_mine: false,
  created: NOW,
  mentions: [],
});

type Shown = Partial<Omit<Notes, "typed">> & { typed?: Record<string, string> };

/** The panel of these notes: nothing in it does anything. */
function render({ typed = {}, ...shown }: Shown) {
  const nothing = async () => false;
  const notes: Notes = {
    ...{
      notes: [],
      people: [],
      isLoading: false,
      isFailed: false,
      isBusy: false,
      passages: [],
      placed: [],
      panel: { current: null },
    },
    isOpen: true,
    current: null,
    asked: 0,
    quote: null,
    refresh: () => {},
    setPlaced: () => {},
    open: () => {},
    close: () => {},
    compose: () => {},
    type: () => {},
    write: nothing,
    writeOn: nothing,
    reply: nothing,
    change: nothing,
    remove: async () => {},
    onRemoved: () => {},
    onSent: () => true,
    typed: (place) => typed[place] ?? "",
    ...shown,
  };
  const props = { notes, onGo: () => {}, onAdded: () => {}, onClose: () => {} };
  return parseHtml(adminMarkup(<NotesPanel {...props} />));
}

type Panel = ReturnType<typeof render>;
/** The names of a note's buttons, as a screen reader reads them. */
const buttonsOf = (panel: Panel, id: number) => panel.texts(`#note-${id} button:not([title])`);
const wordsIn = (panel: Panel) => panel.texts("aside").join();
const cardsOf = (panel: Panel) => panel.values("li[id^=note-]", "id").map((id) => Number(id?.slice("note-".length)));

test("a change of a note that was typed before the room was left is still there", () => {
  const panel = render({ notes: [note(1, { is_mine: true })], typed: { "text 1": "Question 1, in oth" } });
  expect(panel.texts("textarea")).toEqual(["Question 1, in oth"]);
  expect(panel.role("button", "Save")).toHaveLength(1);
});

describe("the panel of an article's notes", () => {
  test("counts the notes of each state beside its filter, of which one is chosen", () => {
    const panel = render({ notes: [note(1), note(2, { state: "resolved" }), note(3, { state: "resolved" })] });
    expect(panel.texts("[aria-pressed]")).toEqual(["All 3", "Open 1", "Answered 0", "Resolved 2"]);
    expect(panel.texts("[aria-pressed=true]")).toEqual(["All 3"]);
  });

  test("has them in the order of the text, those that are resolved last", () => {
    const notes = [note(1, { state: "resolved" }), note(2), note(3), note(4, { quote: "" })];
    expect(cardsOf(render({ notes, placed: [3, 1, 2] }))).toEqual([4, 3, 2, 1]);
  });
});

describe("a note", () => {
  test("leads to its passage where that is in the text, and else says that it is gone", () => {
    const notes = [note(1), note(2), note(3, { quote: "" })];
    const panel = render({ notes, placed: [1] });
    expect(panel.texts("[title='Go to the passage']")).toEqual(["the bank rose"]);
    expect(
      panel.texts("li[id^=note-]").map((text) => /no longer in the text|On the whole article/.exec(text)?.[0]),
    ).toEqual(["On the whole article", undefined, "no longer in the text"]);
  });

  test("marks the names that it mentions, and no others", () => {
    const text = "@Ann Lee, not @Ann or ann@example.com: @Ann Lee";
    const panel = render({ notes: [note(1, { text, mentions: ["Ann", "Ann Lee"] })] });
    expect(panel.texts("strong")).toEqual(["@Ann Lee", "@Ann", "@Ann Lee"]);
    expect(render({ notes: [note(1, { text })] }).all("strong")).toEqual([]);
  });

  test("has its replies in a list of their own, and names nobody who is gone", () => {
    const panel = render({
      notes: [note(1, { author: null, replies: [reply(2, "First"), reply(3, "Second", null)] })],
    });
    expect(panel.texts("[aria-label=Replies] > li")).toEqual([
      expect.stringContaining("First"),
      expect.stringContaining("Second"),
    ]);
    expect(wordsIn(panel).match(/A removed user/g)).toHaveLength(2);
    expect(render({ notes: [note(1)] }).all("[aria-label=Replies]")).toEqual([]);
  });

  test.each([
    ["open", ["Reply", "Answered", "Resolve"]],
    ["answered", ["Reply", "Resolve", "Reopen"]],
    ["resolved", ["Reopen"]],
  ] as const)("that is %s can be changed in these ways: %j", (state, labels) => {
    const panel = render({ notes: [note(1, { state, text: "Is this so?" })] });
    expect(buttonsOf(panel, 1)).toEqual(labels.map((label) => `${label} “Is this so?”`));
  });

  test("is changed and deleted by who wrote it alone", () => {
    const panel = render({ notes: [note(1, { is_mine: true }), note(2)] });
    expect(buttonsOf(panel, 1).map((name) => name.split(" ")[0])).toEqual([
      "Reply",
      "Answered",
      "Resolve",
      "Edit",
      "Delete",
    ]);
    expect(buttonsOf(panel, 2).map((name) => name.split(" ")[0])).toEqual(["Reply", "Answered", "Resolve"]);
  });

  test("names its buttons by no more than the beginning of a long text", () => {
    const panel = render({ notes: [note(1, { text: "y".repeat(5_000) })] });
    expect(buttonsOf(panel, 1)[0]).toBe(`Reply “${"y".repeat(60)}”`);
  });

  test("whose change is being stored takes no second one; a reply can be begun meanwhile", () => {
    const panel = render({ notes: [note(1)], isBusy: true });
    expect(panel.texts("button[aria-disabled=true]").map((name) => name.split(" ")[0])).toEqual([
      "Answered",
      "Resolve",
    ]);
  });
});

describe("what is being written", () => {
  const field = (panel: Panel) => [...panel.values("textarea", "placeholder"), ...panel.texts("textarea")];

  test("a reply that was begun before the page was left goes on, in the place of the note's buttons", () => {
    const panel = render({ notes: [note(1), note(2)], typed: { "2": "Half a repl" } });
    expect(field(panel)).toEqual(["Your reply", "Half a repl"]);
    expect(buttonsOf(panel, 2)).toEqual(["Reply", "Cancel"]);
    expect(buttonsOf(panel, 1)).toHaveLength(3);
  });
});
