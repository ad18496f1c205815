import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoryState } from "#shared/story.ts";
import {
  addDays,
  boardOf,
  type Day,
  dayTime,
  draftItem,
  type Item,
  instantAt,
  isMovable,
  itemOf,
  screenOf,
  shownDays,
  whyFixed,
  wordsOf,
} from "./items.ts";

test("each entry opens its own screen; a digest that is not filled yet, where it is set up", () => {
  const at = "2026-11-24T09:00:00.000Z";
  const screen = (kind: "article" | "update" | "issue" | "digest", id: number | null) =>
    screenOf(itemOf({ kind, id, title: "Title", at, state: "scheduled", etag: null, is_others: false }, () => true));
  expect([screen("article", 3), screen("update", 3), screen("issue", 5), screen("digest", null)]).toEqual([
    ...["/admin/articles/3", "/admin/articles/3", "/admin/issues/5", "/admin/audience/issues"],
  ]);
  expect(screenOf(draftItem({ id: 7, title: "Title" }, () => true))).toBe("/admin/articles/7");
});

test("an article of somebody else opens its page for whoever may only read it", () => {
  const entry = { kind: "article", id: 3, title: "Title", at: "2026-11-24T09:00:00.000Z", state: "published" } as const;
  expect(screenOf(itemOf({ ...entry, etag: null, is_others: true }, () => false))).toBe("/article/3");
});

test("what one may not publish or send cannot be moved", () => {
  const entry = {
    id: 3,
    title: "Title",
    at: "2026-11-24T09:00:00.000Z",
    state: "scheduled",
    etag: '"1"',
    is_others: false,
  } as const;
  const items = (mayDo: boolean) => [
    ...(["article", "update", "issue"] as const).map((kind) => itemOf({ ...entry, kind }, () => mayDo)),
    draftItem({ id: 7, title: "Title" }, () => mayDo),
  ];
  expect(items(true).map(isMovable)).toEqual([true, true, true, true]);
  expect(items(false).map(isMovable)).toEqual([false, false, false, false]);
  expect(items(false).map(whyFixed)).toEqual(Array(4).fill("An editor decides when it is published."));
});

test.each([
  ["article", "published", "Published", "Published articles cannot be moved: readers have already seen them."],
  ["issue", "sent", "Newsletter, sent", "This issue was sent."],
  ["issue", "sending", "Newsletter, being sent", "This issue is being sent."],
  ["issue", "paused", "Newsletter, paused", "This issue is paused. Open it to resume."],
  ["digest", "scheduled", "Newsletter, weekly", expect.stringContaining("The day and hour of the weekly digest")],
] as const)("a chief cannot move the %s that is %s: what it is, and why", (kind, state, words, why) => {
  const entry = { kind, id: 3, title: "Title", at: "2026-11-24T09:00:00.000Z", state, etag: null, is_others: false };
  const item = itemOf(entry, () => true);
  expect([isMovable(item), wordsOf(item), whyFixed(item)]).toEqual([false, words, why]);
});

test("what can be moved says what it is as well", () => {
  const entry = { id: 3, title: "Title", at: "2026-11-24T09:00:00.000Z", etag: '"1"', is_others: false } as const;
  const words = (["article", "update", "issue"] as const).map((kind) =>
    wordsOf(itemOf({ ...entry, kind, state: "scheduled" }, () => true)),
  );
  expect([...words, wordsOf(draftItem({ id: 3, title: "Title" }, () => true))]).toEqual([
    ...["Scheduled", "Scheduled update", "Newsletter, scheduled", "Draft"],
  ]);
});

test("an article, a draft and a planned story have the words of their state", () => {
  const entry = { id: 3, title: "Title", at: "2026-11-24T09:00:00.000Z", etag: null, is_others: false } as const;
  const story = (state: StoryState) => ({ state, has_changes: false });
  const words = [
    itemOf({ ...entry, kind: "article", state: "published", story: story("corrected") }, () => true),
    itemOf({ ...entry, kind: "story", state: "due", story: story("idea") }, () => true),
    draftItem({ id: 3, title: "Title", story: story("changes") }, () => true),
  ].map(wordsOf);
  expect(words).toEqual(["Published, corrected", "Story due, idea", "Changes requested"]);
});

test("entries are told apart: an article from its update, and the digests to come from each other", () => {
  const entry = { title: "Title", state: "scheduled", etag: null, is_others: false } as const;
  const at = (day: number) => `2026-11-${day}T09:00:00.000Z`;
  const keys = [
    { ...entry, kind: "article", id: 3, at: at(24) },
    { ...entry, kind: "update", id: 3, at: at(24) },
    { ...entry, kind: "issue", id: 3, at: at(24) },
    { ...entry, kind: "digest", id: null, at: at(23) },
    { ...entry, kind: "digest", id: null, at: at(30) },
  ].map((one) => itemOf(one as Parameters<typeof itemOf>[0], () => true).key);
  expect(new Set(keys).size).toBe(5);
  // A draft that was scheduled is the same item.
  expect(draftItem({ id: 3, title: "Title" }, () => true).key).toBe(keys[0]);
});

const ZONE = "Africa/Nairobi";
const WEEK = shownDays("week", "2026-11-25");
const HOUR = 60;
const at = (day: Day, minute: number, zone = ZONE) => instantAt({ day, minute }, zone);
const item = (id: number, instant: number | null, change: Partial<Item> = {}): Item => ({
  key: `article-${id}`,
  kind: "article",
  id,
  title: `Story ${id}`,
  instant,
  state: "published",
  etag: null,
  isOthers: false,
  isReadOnly: false,
  ...change,
});

/** Wednesday, 10:00 in the newsroom, with the full week loaded, unless a test overrides it. */
const board = (items: Item[], change: Partial<Parameters<typeof boardOf>[0]> = {}) =>
  boardOf({
    days: WEEK,
    items,
    zone: ZONE,
    now: at("2026-11-25", 10 * HOUR),
    completeUntil: at("2026-11-30", 0),
    ...change,
  });
const emptyDays = (...given: Parameters<typeof board>) =>
  board(...given).flatMap(({ day, isEmpty }) => (isEmpty ? [day] : []));
const gapsOn = (day: Day, ...given: Parameters<typeof board>) => board(...given).find((one) => one.day === day)?.gaps;

describe("items stand on the day that the newsroom's clocks show", () => {
  test("at midnight on the new day, a minute before on the old one", () => {
    const days = board([item(1, at("2026-11-26", 0)), item(2, at("2026-11-26", 0) - 60_000)]);
    const ids = (day: Day) =>
      days.find((one) => one.day === day)?.placed.map(({ item: { id }, minute }) => [id, minute]);
    expect([ids("2026-11-25"), ids("2026-11-26")]).toEqual([[[2, 1439]], [[1, 0]]]);
  });

  test("also where a day has 23 hours, or 25", () => {
    const zone = "America/New_York";
    for (const [day, hours] of [
      ["2027-03-14", 23],
      ["2026-11-01", 25],
    ] as const) {
      const [from, to] = [at(day, 0, zone), at(addDays(day, 1), 0, zone)];
      expect((to - from) / 3_600_000).toBe(hours);
      const items = Array.from({ length: hours }, (_, hour) => item(hour, from + hour * 3_600_000));
      const days = board(items, { days: shownDays("week", day), zone });
      expect(days.map(({ day: one, placed }) => [one, placed.length]).filter(([, count]) => count !== 0)).toEqual([
        [day, hours],
      ]);
    }
  });

  test("in the order of the clock, none lost and none twice; what has no place here is left out", () => {
    const instants = fc.array(fc.integer({ min: at("2026-11-20", 0), max: at("2026-12-03", 0) }), { maxLength: 30 });
    fc.assert(
      fc.property(instants, (given) => {
        const days = board([item(0, null), ...given.map((instant, index) => item(index + 1, instant))]);
        expect(days.map(({ day }) => day)).toEqual(WEEK);
        const placed = days.flatMap(({ day, placed: own }) => own.map((one) => ({ ...one, on: day })));
        for (const { on, day, minute, item: one } of placed) {
          expect(on).toBe(day);
          expect({ day, minute }).toEqual(dayTime(one.instant ?? 0, ZONE));
        }
        const inWeek = given.filter((instant) => WEEK.includes(dayTime(instant, ZONE).day));
        expect(placed.map(({ item: one }) => one.instant).toSorted()).toEqual(inWeek.toSorted());
        for (const { placed: own } of days)
          expect(own.map(({ minute }) => minute)).toEqual(own.map(({ minute }) => minute).toSorted((a, b) => a - b));
      }),
      { numRuns: 50 },
    );
  });
});

describe("days without a new article", () => {
  test("are the working days from today on; neither those that are past nor the weekend", () => {
    expect(emptyDays([])).toEqual(["2026-11-25", "2026-11-26", "2026-11-27"]);
    expect(board([]).flatMap(({ day, isToday }) => (isToday ? [day] : []))).toEqual(["2026-11-25"]);
  });

  test.each([
    ["an article that is out", { kind: "article", state: "published" }, true],
    ["a scheduled one", { kind: "article", state: "scheduled" }, true],
    ["a draft that is carried there", { kind: "draft", state: "draft" }, true],
    ["an update of what readers have", { kind: "update", state: "scheduled" }, false],
    ["a newsletter", { kind: "issue", state: "scheduled" }, false],
    ["a digest", { kind: "digest", state: "scheduled" }, false],
  ] as const)("%s", (_what, change, counts) => {
    const items = [item(1, at("2026-11-26", 12 * HOUR), change)];
    expect(emptyDays(items).includes("2026-11-26")).toBe(!counts);
    // Items that are not new articles are listed too.
    expect(board(items).flatMap(({ placed }) => placed)).toHaveLength(1);
  });

  test("of what the server left out, nobody says that it is empty", () => {
    expect(emptyDays([], { completeUntil: at("2026-11-26", 0) })).toEqual(["2026-11-25"]);
    expect(emptyDays([], { completeUntil: 0 })).toEqual([]);
  });

  test("the day within which the server stopped is not known either: neither empty nor with a pause", () => {
    const stopped = { completeUntil: at("2026-11-26", 9 * HOUR) };
    expect(emptyDays([], stopped)).toEqual(["2026-11-25"]);
    expect(gapsOn("2026-11-26", [item(1, at("2026-11-26", 8 * HOUR))], stopped)).toEqual([]);
  });
});

describe("pauses between the articles of a day", () => {
  test("are counted from now on today, and from the beginning of work on later days", () => {
    const items = [item(1, at("2026-11-25", 9 * HOUR)), item(2, at("2026-11-26", 9 * HOUR))];
    expect(gapsOn("2026-11-25", items)).toEqual([{ from: 10 * HOUR, to: 18 * HOUR }]);
    expect(gapsOn("2026-11-26", items)).toEqual([{ from: 9 * HOUR, to: 18 * HOUR }]);
  });

  test("are none on an empty day, which is one pause, nor on one that is over", () => {
    expect(gapsOn("2026-11-27", [])).toEqual([]);
    expect(gapsOn("2026-11-24", [item(1, at("2026-11-24", 9 * HOUR))])).toEqual([]);
  });

  test("are not ended by what is no new article", () => {
    const items = [item(1, at("2026-11-26", 8 * HOUR)), item(2, at("2026-11-26", 13 * HOUR), { kind: "update" })];
    expect(gapsOn("2026-11-26", items)).toEqual([{ from: 8 * HOUR, to: 18 * HOUR }]);
  });
});
