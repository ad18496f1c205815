import { expect, test } from "vitest";
import type { StoryIdea } from "../endpoints.ts";
import { type BoardView, columnsOf, dueWords } from "./columns.ts";

const NOW = Date.parse("2026-11-30T09:00:00Z");
const story = (given: Partial<StoryIdea>): StoryIdea => ({
  ...{ id: 1, title: "Port", state: "idea", people: [], due: null, is_late: false, length: null, slot: "" },
  ...{ section: "", note: "", article: null, may_change: true, etag: '"1"' },
  ...given,
});
const boardOf = (view: BoardView, stories: StoryIdea[]) =>
  columnsOf({ view, stories, people: [{ id: 7, name: "Amina" }], zone: "Africa/Nairobi", now: NOW });

test("has a column for each state that is used, and makes drafts of ideas alone", () => {
  const columns = boardOf("state", [story({ state: "changes", article: 3 })]);
  expect(columns.map(({ title }) => title)).toEqual([
    "Idea",
    "Draft",
    "In review",
    "Changes requested",
    "Ready",
    "Scheduled",
  ]);
  const drop = (key: string, given: Partial<StoryIdea>) =>
    columns.find((column) => column.key === key)?.drop(story(given), "idea");
  expect(drop("writing", {})).toEqual({ draft: true });
  expect(drop("ready", {})).toEqual({ rejected: "Make a draft first." });
  expect(drop("ready", { state: "writing", article: 3 })).toEqual({
    rejected: "Open the article to change its state.",
  });
});

test("replaces only the person whose column a story leaves", () => {
  const shared = story({
    people: [
      { id: 8, name: "Baraka" },
      { id: 9, name: "Cheptoo" },
    ],
  });
  const columns = boardOf("person", [shared]);
  expect(columns.map(({ title, stories }) => [title, stories.length])).toEqual([
    ["Open", 0],
    ["Amina", 0],
    ["Baraka", 1],
    ["Cheptoo", 1],
  ]);
  expect(columns[1]?.drop(shared, "8")).toEqual({ change: { people: [9, 7] } });
  expect(columns[0]?.drop(shared, "8")).toEqual({ change: { people: [9] } });
});

test("moves stories to days of the newsroom at the time that they have, otherwise in the afternoon", () => {
  const late = story({ due: "2026-11-28T20:30:00Z" });
  const columns = boardOf("day", [late, story({ due: "2027-01-01T00:00:00Z" }), story({})]);
  expect(columns.map(({ title, stories }) => `${title} ${stories.length}`)).toEqual([
    "Before today 1",
    "Today 0",
    "Tomorrow 0",
    "Wed, Dec 2 0",
    "Thu, Dec 3 0",
    "Fri, Dec 4 0",
    "Sat, Dec 5 0",
    "Later 1",
    "No date 1",
  ]);
  expect(columns[1]?.drop(late, "past")).toEqual({ change: { due: "2026-11-30T20:30:00.000Z" } });
  expect(columns[1]?.drop(story({}), "none")).toEqual({ change: { due: "2026-11-30T14:00:00.000Z" } });
  expect(columns.at(-1)?.drop(late, "past")).toEqual({ change: { due: null } });
  expect(dueWords("2026-11-30T14:00:00Z", "Africa/Nairobi", NOW)).toBe("Today, 17:00");
});
