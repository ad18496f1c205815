import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import type { Note } from "../schema.ts";
import { NotesPanel } from "./notes-panel.tsx";
import type { Notes } from "./use-notes.ts";

const NOW = "2026-11-20T12:00:00.000Z";
const note = (id: number, change: Partial<Note> = {}): Note => ({
  ...{ id, state: "open", quote: "the bank rose", text: `Question ${id}`, author: "Amina Otieno" },
  ...{ is_mine: false, created: NOW, mentions: [], replies: [] },
  ...change,
});
const reply = (id: number, text: string, author: string | null = "Baraka Njoroge") => ({
  ...{ id, text, author, is_mine: false, created: NOW, mentions: [] },
});

type Shown = Partial<Omit<Notes, "typed">> & { typed?: Record<string, string> };

/** The panel of these notes: nothing in it does anything. */
function render({ typed = {}, ...shown }: Shown): string {
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
    ...{ isOpen: true, current: null, asked: 0, quote: null },
    ...{ refresh: () => {}, setPlaced: () => {}, open: () => {}, close: () => {}, compose: () => {}, type: () => {} },
    ...{ write: nothing, reply: nothing, change: nothing, remove: async () => {}, onRemoved: () => {} },
    onSent: () => true,
    typed: (place) => typed[place] ?? "",
    ...shown,
  };
  const props = { notes, onGo: () => {}, onAdded: () => {}, onClose: () => {} };
  return adminMarkup(<NotesPanel {...props} />);
}

/** What the buttons of a note are called, for who hears them one after another. */
const buttonsOf = (html: string, id: number) => {
  const card = html.slice(html.indexOf(`id="note-${id}"`)).split('<li id="note-')[0] ?? "";
  return [...card.matchAll(/<button[^>]*>([^<]*)<span class="sr-only"> ([^<]*)<\/span>/g)].map(
    ([, label, of]) => `${label} ${of}`,
  );
};
const cardsOf = (html: string) => [...html.matchAll(/<li id="note-(\d+)"/g)].map(([, id]) => Number(id));

test("a change of a note that was typed before the room was left is still there", () => {
  const html = render({ notes: [note(1, { is_mine: true })], typed: { "text 1": "Question 1, in oth" } });
  expect(html).toMatch(/<textarea[^>]*>Question 1, in oth<\/textarea>/);
  expect(html).toContain("Save");
});

describe("the panel of an article's notes", () => {
  test("has a name, and is hidden while it is closed", () => {
    expect(render({})).toMatch(/<aside aria-labelledby="notes-heading" class/);
    expect(render({})).toContain('<h2 id="notes-heading"');
    expect(render({ isOpen: false })).toMatch(/<aside [^>]*hidden=""/);
  });

  test("says how to write the first note, and offers no filters before there is one", () => {
    const html = render({});
    expect(html).toContain("No notes yet.");
    expect(html).not.toMatch(/<fieldset|<ul/);
  });

  test("does not say that there are none while it is loading, or where they could not be loaded", () => {
    const loading = render({ isLoading: true });
    const failed = render({ isFailed: true, isLoading: true });
    for (const html of [loading, failed]) expect(html).not.toContain("No notes yet.");
    expect(failed).toContain("Could not load the notes.");
    expect(failed).toContain("Try again");
    expect(loading).not.toContain("Could not load");
  });

  test("counts the notes of each state beside its filter, of which one is chosen", () => {
    const html = render({ notes: [note(1), note(2, { state: "resolved" }), note(3, { state: "resolved" })] });
    const filters = [...html.matchAll(/aria-pressed="(\w+)">(\w+) <span[^>]*>(\d+)</g)].map((found) => found.slice(1));
    expect(filters).toEqual([
      ["true", "All", "3"],
      ["false", "Open", "1"],
      ["false", "Answered", "0"],
      ["false", "Resolved", "2"],
    ]);
  });

  test("has them in the order of the text, those that are resolved last", () => {
    const notes = [note(1, { state: "resolved" }), note(2), note(3), note(4, { quote: "" })];
    expect(cardsOf(render({ notes, placed: [3, 1, 2] }))).toEqual([4, 3, 2, 1]);
  });
});

describe("a note", () => {
  test("leads to its passage where that is in the text, and else says that it is gone", () => {
    const notes = [note(1), note(2), note(3, { quote: "" })];
    const html = render({ notes, placed: [1] });
    expect(html).toMatch(/<button type="button" title="Go to the passage"[^>]*><span[^>]*>the bank rose</);
    expect(html.match(/This passage is no longer in the text\./g)).toHaveLength(1);
    expect(html.match(/On the whole article/g)).toHaveLength(1);
  });

  test("shows what anybody wrote as text, with its lines", () => {
    const text = "<script>alert(1)</script>\n\u202eright to left & 👩‍💻";
    const html = render({
      notes: [note(1, { text, quote: "<b>x</b>", author: "<i>A</i>", replies: [reply(2, "<u>r</u>")] })],
    });
    expect(html).not.toMatch(/<(script|b|i|u)>/);
    expect(html).toMatch(
      /whitespace-pre-line[^>]*>&lt;script&gt;alert\(1\)&lt;\/script&gt;\n\u202eright to left &amp; 👩‍💻</,
    );
  });

  test("marks the names that it mentions, and no others", () => {
    const text = "@Ann Lee, not @Ann or ann@example.com: @Ann Lee";
    const html = render({ notes: [note(1, { text, mentions: ["Ann", "Ann Lee"] })] });
    expect([...html.matchAll(/<strong[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual([
      ...["@Ann Lee", "@Ann", "@Ann Lee"],
    ]);
    expect(render({ notes: [note(1, { text })] })).not.toContain("<strong");
  });

  test("has its replies in a list of their own, and names nobody who is gone", () => {
    const html = render({ notes: [note(1, { author: null, replies: [reply(2, "First"), reply(3, "Second", null)] })] });
    expect(html).toMatch(/<ul aria-label="Replies"[\s\S]*First[\s\S]*Second/);
    expect(html.match(/Somebody who is gone/g)).toHaveLength(2);
    expect(render({ notes: [note(1)] })).not.toContain('aria-label="Replies"');
  });

  test("that was asked for is the current one, and no other is", () => {
    const html = render({ notes: [note(1), note(2)], current: 2 });
    expect(html.match(/<li [^>]*aria-current="true"/g)).toEqual([expect.stringContaining('id="note-2"')]);
  });

  test.each([
    ["open", ["Reply", "Answered", "Resolve"], undefined],
    ["answered", ["Reply", "Resolve", "Reopen"], "Answered"],
    ["resolved", ["Reopen"], "Resolved"],
  ] as const)("that is %s can be changed in these ways: %j", (state, labels, said) => {
    const html = render({ notes: [note(1, { state, text: "Is this so?" })] });
    expect(buttonsOf(html, 1)).toEqual(labels.map((label) => `${label} “Is this so?”`));
    expect(html.match(/ml-auto font-semibold">(\w+)</)?.[1]).toBe(said);
  });

  test("is changed and deleted by who wrote it alone", () => {
    const html = render({ notes: [note(1, { is_mine: true }), note(2)] });
    expect(buttonsOf(html, 1).map((name) => name.split(" ")[0])).toEqual([
      "Reply",
      "Answered",
      "Resolve",
      "Edit",
      "Delete",
    ]);
    expect(buttonsOf(html, 2).map((name) => name.split(" ")[0])).toEqual(["Reply", "Answered", "Resolve"]);
  });

  test("names its buttons by no more than the beginning of a long text", () => {
    const html = render({ notes: [note(1, { text: "y".repeat(5_000) })] });
    expect(buttonsOf(html, 1)[0]).toBe(`Reply “${"y".repeat(60)}”`);
  });

  test("whose change is being stored takes no second one; a reply can be begun meanwhile", () => {
    const html = render({ notes: [note(1)], isBusy: true });
    const busy = [...html.matchAll(/<button[^>]*aria-disabled="true"[^>]*>(\w+)/g)].map(([, label]) => label);
    expect(busy).toEqual(["Answered", "Resolve"]);
  });
});

describe("what is being written", () => {
  const field = (html: string) => html.match(/<textarea[^>]*placeholder="([^"]*)"[^>]*>([^<]*)</)?.slice(1);

  test("is a note on the passage that it quotes, or on the whole article", () => {
    const html = render({ quote: "the <bank>", typed: { new: "Is this & that so?" } });
    expect(html).toContain("the &lt;bank&gt;");
    expect(field(html)).toEqual(["Your note", "Is this &amp; that so?"]);
    expect(render({ quote: "" })).toContain("On the whole article");
    expect(render({ quote: null })).toContain("Note on the whole article</button>");
    expect(field(render({ quote: null }))).toBeUndefined();
  });

  test("can be sent once it has words", () => {
    const canSend = (text: string) =>
      !/<button[^>]*disabled=""[^>]*>Add note/.test(render({ quote: "", typed: { new: text } }));
    expect([canSend(""), canSend(" \n\t"), canSend("x")]).toEqual([false, false, true]);
  });

  test("is as long as the server takes, and its field has a name", () => {
    const html = render({ quote: "" });
    expect(html).toMatch(/<label for="([^"]+)" class="sr-only">Your note<\/label><textarea[^>]*id="\1"/);
    expect(html).toContain('maxLength="5000"');
  });

  test("a reply that was begun before the page was left goes on, in the place of the note's buttons", () => {
    const html = render({ notes: [note(1), note(2)], typed: { "2": "Half a repl" } });
    expect(field(html)).toEqual(["Your reply", "Half a repl"]);
    expect(buttonsOf(html, 2)).toEqual([]);
    expect(buttonsOf(html, 1)).toHaveLength(3);
  });
});
