import { describe, expect, test } from "vitest";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { articleGroup, type Entry, issueGroup, namedGroups, peopleGroup, pictureGroup } from "./entries.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
/** At noon, which is the same day in nearly every zone. */
const DAY = "2026-01-05T12:00:00.000Z";
const LATER = "2027-01-05T12:00:00.000Z";

const screens = ["Articles", "Media", "Messages", "Calendar", "Settings", "Audience", "Authors"].map((label) => ({
  label,
  to: `/admin/${label.toLowerCase()}`,
}));
const actions = ["New article", "New issue", "New category", "New ad", "New person", "New key"].map((label) => ({
  label,
  run: () => {},
}));
const labels = ({ entries }: { entries: Entry[] }) => entries.map(({ label }) => label);
const placeOf = (entry: Entry | undefined) => entry && "to" in entry && entry.to;

describe("actions and screens", () => {
  test("are all there before anything is typed", () => {
    const [doable, places] = namedGroups("", screens, actions);
    expect([labels(doable), labels(places)]).toEqual([
      actions.map(({ label }) => label),
      screens.map(({ label }) => label),
    ]);
  });

  test("are at most five each once something is typed, so that what is found has room", () => {
    const many = screens.map((screen) => ({ ...screen, label: `Newsroom ${screen.label}` }));
    expect(namedGroups("new", many, actions).map(({ entries }) => entries.length)).toEqual([5, 5]);
  });

  test.each([
    ["system", ["Screens", "System", "System theme"]],
    ["sys", ["Screens", "System", "System theme"]],
    ["system theme", ["Actions", "System theme"]],
  ])("typing '%s' puts the exact name first, and a screen before an action", (query, expected) => {
    const groups = namedGroups(query, [{ label: "System", to: "/system" }], [{ label: "System theme", run: () => {} }]);
    const shown = groups.filter(({ entries }) => entries.length > 0);
    expect([shown[0]?.title, ...shown.flatMap(labels)]).toEqual(expected);
  });

  test("keep what they do and their own keys, and lead nowhere else", () => {
    const run = () => {};
    const [places, doable] = namedGroups(
      "sa",
      [{ label: "Saved", to: "/saved" }],
      [{ label: "Save", keys: "Mod-S", run }],
    );
    expect(doable.entries).toEqual([{ key: "action Save", label: "Save", keys: "Mod-S", run }]);
    expect(places.entries).toEqual([{ key: "screen /saved", label: "Saved", to: "/saved" }]);
  });

  test("of the same name are told apart, or a choice would jump from one to the other", () => {
    const [doable, places] = namedGroups("", [{ label: "Trash", to: "/trash" }], [{ label: "Trash", run: () => {} }]);
    expect(doable.entries[0]?.key).not.toBe(places.entries[0]?.key);
  });
});

describe("an article that was found", () => {
  const entryOf = (change: Parameters<typeof exampleSummary>[0]) =>
    articleGroup("Articles", [exampleSummary({ id: 7, published_date: DAY, ...change })], NOW).entries[0];

  test.each([
    ["published", {}, "public", "Jan 05, 2026 · Amina Otieno"],
    ["scheduled", { published_date: LATER }, "scheduled", "Jan 05, 2027 · Amina Otieno"],
    ["ready, whose date means nothing yet", { status: "ready" }, "ready", "Amina Otieno"],
    ["a draft", { status: "draft" }, "writing", "Amina Otieno"],
    ["of no date", { published_date: null }, "public", "Amina Otieno"],
    ["of nobody", { byline: "" }, "public", "Jan 05, 2026"],
  ] as const)("says that it is %s", (_what, change, state, hint) => {
    expect(entryOf(change)).toMatchObject({ hint, story: { state } });
  });

  test("has the state that the server says", () => {
    const found = { ...exampleSummary({ id: 7 }), story: { state: "corrected", has_changes: false } as const };
    expect(articleGroup("Articles", [found], NOW).entries[0]?.story).toEqual(found.story);
  });

  test("leads to its writing room, also where it has no title yet", () => {
    const untitled = entryOf({ title: "" });
    expect([untitled?.label, placeOf(untitled)]).toEqual(["Untitled article", "/admin/articles/7"]);
  });

  test("shows its picture, and the room of one where it has only the placeholder", () => {
    expect(entryOf({ image_url: "/media/abcdefgh/160x90.jpg" })?.picture).toBe("/media/abcdefgh/160x90.jpg");
    expect([entryOf({ image_url: "/fallback.jpg" })?.picture, entryOf({ image_url: "" })?.picture]).toEqual([
      null,
      null,
    ]);
  });
});

describe("an issue that was found", () => {
  const entryOf = (change: Partial<Issue>) =>
    issueGroup(
      [{ id: 4, subject: "The week", state: "draft", started_at: null, updated_at: DAY, ...change } as Issue],
      NOW,
    ).entries[0];

  test("says when it was last saved, or when its sending began", () => {
    expect(entryOf({})?.hint).toBe("last saved Jan 05, 2026");
    expect(entryOf({ state: "sent", started_at: LATER })?.hint).toBe("Jan 05, 2027");
    expect(entryOf({ updated_at: "2026-11-20T11:55:00.000Z" })?.hint).toBe("last saved 5 minutes ago");
  });

  test("leads to its room, also where it has no subject yet", () => {
    const untitled = entryOf({ subject: "" });
    expect([untitled?.label, placeOf(untitled)]).toEqual(["Untitled issue", "/admin/issues/4"]);
  });
});

describe("a picture that was found", () => {
  const entryOf = (change: Partial<StoredPicture>) =>
    pictureGroup([
      {
        id: 9,
        url: "/media/abcdefgh/160x90.jpg",
        width: 160,
        height: 90,
        name: "",
        alt: "",
        caption: "",
        credit: "",
        ...change,
      } as StoredPicture,
    ]).entries[0];

  test.each([
    [
      "what it shows",
      { alt: "A harbour", caption: "Mombasa", name: "a.jpg", credit: "AFP" },
      "A harbour",
      "a.jpg · AFP",
    ],
    ["else its caption", { caption: "Mombasa", name: "a.jpg" }, "Mombasa", "a.jpg"],
    ["else its file's name, which is not said twice", { name: "a.jpg", credit: "AFP" }, "a.jpg", "AFP"],
    ["else that it has no text", {}, "Picture without a text", ""],
  ])("is called by %s", (_what, change, label, hint) => {
    expect(entryOf(change)).toMatchObject({ label, hint });
  });

  test("is shown small", () => {
    const key = "a".repeat(24);
    expect(entryOf({ url: `/media/${key}/3000x2000.jpg`, width: 3000, height: 2000 })?.picture).toBe(
      `/media/${key}/320.webp`,
    );
  });
});

describe("people", () => {
  test("are not listed before anything is typed", () => {
    expect(peopleGroup("", ["Amina Otieno"]).entries).toEqual([]);
  });

  test("lead to the list of the articles that name them, whatever is in a name", () => {
    const [found] = peopleGroup("zo", ["Amina", 'Zoë & "Söhne" #1?']).entries;
    const search = new URL(String(placeOf(found)), "https://news.example").searchParams;
    expect([...search]).toEqual([["query", 'Zoë & "Söhne" #1?']]);
  });

  test("are at most four", () => {
    expect(peopleGroup("a", ["Ann", "Abe", "Ada", "Ali", "Ana"]).entries).toHaveLength(4);
  });
});
