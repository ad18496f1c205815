import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adminMarkup, buttonsIn } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { Agenda, type Handling, Unscheduled } from "../entries.tsx";
import { MonthGrid, WeekGrid } from "../grids.tsx";
import { unscheduledDrafts } from "../handling.ts";
import { boardOf, type Item, instantAt, shownDays, type View } from "../items.ts";

const ZONE = "Africa/Nairobi";
const TODAY = "2026-11-25";
const at = (day: string, hour: number, minute = 0) => instantAt({ day, minute: hour * 60 + minute }, ZONE);
const item = (id: number, instant: number, change: Partial<Item> = {}): Item => ({
  key: `article-${id}`,
  kind: "article",
  id,
  title: `Story ${id}`,
  instant,
  state: "scheduled",
  etag: '"1"',
  isOthers: false,
  isReadOnly: false,
  ...change,
});
const handling: Handling = {
  grabbedKey: null,
  onKeyDown: () => {},
  onAsk: () => {},
  /** Cells show the minute of an item dropped on them, for an item at 10:25 and one without a time. */
  drag: ({ place: cell, item }) =>
    ({
      ...(cell && { "data-cell": `${cell.day} ${cell.minuteFor(625)} ${cell.minuteFor(undefined)}` }),
      ...(item && { draggable: true }),
    }) as never,
  canDrag: () => true,
};

function board(view: View, items: Item[]) {
  const days = shownDays(view, TODAY);
  return boardOf({ days, items, zone: ZONE, now: at(TODAY, 10), completeUntil: at("2027-01-01", 0) });
}
const week = (items: Item[], grabbedKey: string | null = null) =>
  adminMarkup(<WeekGrid board={board("week", items)} handling={{ ...handling, grabbedKey }} />);
const month = (items: Item[], grabbedKey: string | null = null) =>
  adminMarkup(<MonthGrid board={board("month", items)} month="2026-11" handling={{ ...handling, grabbedKey }} />);
const cellOf = (html: string, cell: string) =>
  html.split("<td ").find((part) => part.includes(`data-cell="${cell}"`)) ?? "";
const hoursOf = (html: string) => [...html.matchAll(/<th scope="row"[^>]*>([^<]*)</g)].map(([, hour]) => hour);

describe("the week", () => {
  test("has every hour of the day, so that something can be dropped on each", () => {
    const hours = hoursOf(week([item(1, at(TODAY, 9))]));
    expect([hours[0], hours.at(-1), hours.length]).toEqual(["00:00", "23:00", 24]);
  });

  test("names its days to whoever hears them, today among them", () => {
    const headings = [...week([]).matchAll(/<th scope="col" aria-label="([^"]*)"( aria-current="date")?/g)];
    expect(headings.map(([, name, isToday]) => [name, isToday !== undefined])).toEqual([
      ["Monday, November 23", false],
      ["Tuesday, November 24", false],
      ["Wednesday, November 25", true],
      ["Thursday, November 26", false],
      ["Friday, November 27", false],
      ["Saturday, November 28", false],
      ["Sunday, November 29", false],
    ]);
  });

  test("puts an item into the cell of its hour, which keeps the minutes of what is dropped on it", () => {
    const html = week([item(1, at("2026-11-26", 14, 59))]);
    expect(wordsOf(cellOf(html, "2026-11-26 865 840"))).toContain("14:59 Scheduled: Story 1");
    expect(cellOf(html, "2026-11-26 925 900")).not.toContain("Story 1");
  });

  test("says where a pause begins, once, and marks its hours but those with something else in them", () => {
    const html = week([item(1, at("2026-11-26", 8, 30)), item(2, at("2026-11-26", 12), { kind: "update" })]);
    expect(wordsOf(html).match(/No new article for 9 h 30 min/g)).toHaveLength(1);
    expect(wordsOf(cellOf(html, "2026-11-26 505 480"))).toContain("No new article for 9 h 30 min");
    const isMarked = (cell: string) => cellOf(html, cell).includes("data-gap");
    expect(["2026-11-26 565 540", "2026-11-26 745 720", "2026-11-26 1105 1080"].map(isMarked)).toEqual([
      ...[true, false, false],
    ]);
  });
});

describe("the month", () => {
  const full = (count: number) =>
    Array.from({ length: count }, (_, index) => item(index + 1, at("2026-11-26", 8 + index)));
  const shown = (html: string) => [...html.matchAll(/line-clamp-2[^>]*>Story (\d+)</g)].map(([, id]) => Number(id));

  test("shows four items of a day; of more it shows three, and how many there are", () => {
    expect(shown(month(full(4)))).toEqual([1, 2, 3, 4]);
    expect(wordsOf(month(full(4)))).not.toContain("more");
    expect(shown(month(full(7)))).toEqual([1, 2, 3]);
    expect(wordsOf(month(full(7)))).toContain("4 more");
    expect(month(full(7))).toMatch(/href="\/admin\/calendar\?view=week&amp;date=2026-11-26"[^>]*>4 more</);
  });

  test("always shows the one that keys carry, at its hour, in place of another", () => {
    const html = month(full(7), "article-6");
    expect(shown(html)).toEqual([1, 2, 6]);
    expect(wordsOf(html)).toContain("4 more");
  });

  test("gives what had no time nine o'clock, and keeps the time of what had one", () => {
    expect(cellOf(month([]), "2026-11-26 625 540")).not.toBe("");
  });

  test("marks the days that belong to the months around it", () => {
    const html = month([]);
    const isOutside = (day: string) => cellOf(html, `${day} 625 540`).includes("data-outside");
    expect(["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"].map(isOutside)).toEqual([
      ...[true, false, false, true],
    ]);
  });
});

describe("an item", () => {
  test("says what moves it, and where from, to whoever hears it", () => {
    expect(buttonsIn(week([item(1, at("2026-11-26", 9))]))).toEqual(["Move “Story 1”, Thu, Nov 26, 09:00"]);
    expect(week([item(1, at("2026-11-26", 9))], "article-1")).toMatch(/id="move-article-1"[^>]*aria-pressed="true"/);
  });

  test("that cannot be moved has nothing to move it with, and says why", () => {
    const html = week([item(1, at("2026-11-24", 9), { state: "published" })]);
    expect(buttonsIn(html)).toEqual([]);
    expect(html).toContain(
      'title="Published: Story 1. Published articles cannot be moved: readers have already seen them."',
    );
  });

  test("of somebody else leads to its page, beside the admin area, not to a closed room", () => {
    expect(week([item(3, at(TODAY, 9), { isReadOnly: true })])).toMatch(/<a href="\/article\/3" target="_blank"/);
    expect(week([item(3, at(TODAY, 9))])).toMatch(/<a [^>]*href="\/admin\/articles\/3"/);
  });
});

describe("the agenda", () => {
  const agenda = (items: Item[]) => adminMarkup(<Agenda board={board("week", items)} handling={handling} />);

  test("leaves out days that have nothing to say, but not today", () => {
    const days = [...agenda([item(1, at("2026-11-29", 9))]).matchAll(/<section aria-label="([^"]*)"/g)];
    expect(days.map(([, day]) => day)).toEqual([
      ...["Wednesday, November 25", "Thursday, November 26", "Friday, November 27", "Sunday, November 29"],
    ]);
  });

  test("tells of pauses in the hours that they last", () => {
    const words = wordsOf(agenda([item(1, at("2026-11-26", 13))]));
    expect(words).toContain("08:00 to 13:00: No new article for 5 h");
    expect(words).toContain("13:00 to 18:00: No new article for 5 h");
  });

  test("of days without anything says so", () => {
    const past = board("week", []).map((day) => ({ ...day, isToday: false, isEmpty: false }));
    expect(wordsOf(adminMarkup(<Agenda board={past} handling={handling} />))).toBe(
      "Nothing is scheduled or published here.",
    );
    const today = board("week", []).map((day) => ({ ...day, isEmpty: false }));
    expect(wordsOf(adminMarkup(<Agenda board={today} handling={handling} />))).toBe(
      "Wednesday, November 25, today Nothing today.",
    );
  });
});

describe("drafts without a time", () => {
  beforeEach(() => void vi.useFakeTimers({ now: at(TODAY, 10) }));
  afterEach(() => vi.useRealTimers());
  const call = unscheduledDrafts(30);
  const drafts = (count: number, total = count) => ({
    items: Array.from({ length: count }, (_, index) => exampleSummary({ id: index + 1, title: `Draft ${index + 1}` })),
    total,
  });
  const render = (data: object | undefined, moving: string[] = [], role: "chief" | "writer" = "chief") =>
    adminMarkup(<Unscheduled handling={handling} moving={moving} />, {
      client: data ? cacheOf([[call, data]]) : cacheOf(),
      role,
    });

  test("leave out those that are on their way to a day", () => {
    const html = render(drafts(3), ["article-2"]);
    expect(buttonsIn(html)).toEqual(["Move “Draft 1”, a draft", "Move “Draft 3”, a draft"]);
  });

  test("cannot be moved by those who may not publish", () => {
    const html = render(drafts(2), [], "writer");
    expect([buttonsIn(html), html.includes('draggable="true"')]).toEqual([[], false]);
    expect(wordsOf(html)).toContain("Draft 2");
  });
});
