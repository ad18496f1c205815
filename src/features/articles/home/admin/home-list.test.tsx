import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { HomeEntry } from "../endpoints.ts";
import { endWords, HomeList, HomeRow } from "./home-list.tsx";
import type { Order } from "./use-order.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const PAST = "2026-11-20T11:59:59.000Z";
const FUTURE = "2026-11-24T06:00:00.000Z";
const ZONE = "Africa/Nairobi";
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

const entry = (change: Partial<HomeEntry> = {}): HomeEntry => ({
  id: 7,
  title: "Story 7",
  category: "Tech",
  image_url: "",
  status: "published",
  published_date: PAST,
  place: "arranged",
  ends_at: null,
  ...change,
});
const nothing = () => {};
const row = (change: Partial<HomeEntry> = {}, place: Partial<Parameters<typeof HomeRow>[0]> = {}) =>
  adminMarkup(
    <HomeRow
      {...{
        entry: entry(change),
        position: 2,
        isLast: false,
        isShown: true,
        isShownAbove: false,
        zone: ZONE,
        drag: {},
        idOf: (control) => control,
      }}
      onMove={nothing}
      onEnd={nothing}
      {...{ onByDate: nothing, onRemove: nothing, ...place }}
    />,
  );
const noteIn = (html: string) => /<span class="meta block[^>]*>([^<]*)</.exec(html)?.[1];

describe("an article of the home page's lists says", () => {
  test.each([
    ["where it belongs", {}, "Tech"],
    ["that it is a draft", { status: "draft" }, "Tech · Draft: readers do not see it"],
    ["that it waits for an editor", { status: "ready" }, "Tech · Ready: readers do not see it"],
    [
      "the same if it has a date ahead",
      { status: "ready", published_date: FUTURE },
      "Tech · Ready: readers do not see it",
    ],
    ["that it is scheduled", { published_date: FUTURE }, "Tech · Scheduled"],
    ["when it was published, where it follows by date", { place: "by_date" }, "Tech · Nov 20, 2026 14:59"],
    ["until when it stands there", { ends_at: FUTURE }, "Tech · Until Tue, Nov 24, 09:00"],
    ["when it has left the list", { place: "ended", ends_at: PAST }, "Tech · Ended Fri, Nov 20, 14:59"],
    ["both", { status: "draft", ends_at: FUTURE }, "Tech · Draft: readers do not see it · Until Tue, Nov 24, 09:00"],
  ] as const)("%s", (_what, change, note) => {
    expect(noteIn(row(change))).toBe(note);
  });

  test("that a section further up shows it", () => {
    expect(noteIn(row({}, { isShownAbove: true }))).toBe("Tech · Already a lead story");
  });
});

describe("an article of the home page's lists offers", () => {
  test.each([
    ["the first, no way up", { position: 1 }, { up: "true", down: "false" }],
    ["the last, no way down", { isLast: true }, { up: "false", down: "true" }],
    ["the only one, neither", { position: 1, isLast: true }, { up: "true", down: "true" }],
  ])("of %s; the buttons stay, for the focus", (_what, place, disabled) => {
    const html = row({}, place);
    const isDisabled = (name: string) =>
      new RegExp(`<button[^>]*id="${name}"[^>]*>`).exec(html)?.[0].match(/aria-disabled="(\w+)"/)?.[1];
    expect({ up: isDisabled("up"), down: isDisabled("down") }).toEqual(disabled);
  });
});

describe("a list of the home page", () => {
  const list = (entries: HomeEntry[]) =>
    adminMarkup(
      <HomeList
        list="lead"
        title="Lead stories"
        hint="The first six."
        entries={entries}
        zone={ZONE}
        order={{} as Order}
        shown={new Set([1])}
        shownAbove={new Set([2])}
        onAdd={nothing}
        onEnd={nothing}
        onPreview={nothing}
      />,
    );

  test("has three parts, the last only where something has ended; the arranged ones are numbered", () => {
    const words = wordsOf(
      list([
        entry({ id: 1, title: "First" }),
        entry({ id: 2, title: "Second" }),
        entry({ id: 3, title: "Third", place: "by_date" }),
        entry({ id: 4, title: "Fourth", place: "ended", ends_at: PAST }),
      ]),
    );
    expect(words).toMatch(/Pinned 1 First Tech 2 Second Tech · Already a lead story Newest first Third/);
    expect(words).toMatch(/Third Tech · Nov 20, 2026 14:59 Ended Fourth Tech · Ended Fri, Nov 20, 14:59$/);
    expect(wordsOf(list([entry()]))).not.toContain("Ended");
  });
});

test("an end is told by the newsroom's clock, midnight as the beginning of a day", () => {
  expect(endWords("2026-11-23T21:00:00.000Z", ZONE)).toBe("Tue, Nov 24, 00:00");
  // The hour that comes twice.
  expect([
    endWords("2026-11-01T05:30:00Z", "America/New_York"),
    endWords("2026-11-01T06:30:00Z", "America/New_York"),
  ]).toEqual(["Sun, Nov 1, 01:30", "Sun, Nov 1, 01:30"]);
});
