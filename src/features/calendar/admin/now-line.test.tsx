import { expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { Agenda, type Handling } from "./entries.tsx";
import { WeekGrid } from "./grids.tsx";
import { boardOf, itemOf } from "./items.ts";

const nothing = () => {};
const handling: Handling = {
  grabbedKey: null,
  onKeyDown: nothing,
  onAsk: nothing,
  drag: () => ({}) as never,
  canDrag: () => true,
};

const entry = (id: number, at: string) =>
  itemOf(
    { kind: "article", id, title: `Story ${id}`, at, state: "scheduled", etag: '"1"', is_others: false },
    () => true,
  );

function board(now: string) {
  const items = [entry(1, "2026-11-24T09:00:00Z"), entry(2, "2026-11-24T15:00:00Z")];
  const days = ["2026-11-24", "2026-11-25"];
  return boardOf({
    days,
    items,
    zone: "Africa/Nairobi",
    now: Date.parse(now),
    completeUntil: Date.parse("2027-01-01"),
  });
}

test("a line marks the present minute in its hour of today, and in no other week", () => {
  const week = (now: string) => adminMarkup(<WeekGrid board={board(now)} handling={handling} />);
  const html = week("2026-11-24T11:15:00Z");
  expect(html.match(/Now, \d\d:\d\d/g)).toEqual(["Now, 14:15"]);
  expect(html).toMatch(/>14:00<\/th><td[^>]*data-today[^>]*><span class="calendar-now" style="top:25%">/);
  expect(week("2026-12-24T11:15:00Z")).not.toContain("calendar-now");
});

test.each([
  ["2026-11-24T05:00:00Z", "Now, 08:00 12:00 Story 1 Scheduled 18:00 Story 2"],
  ["2026-11-24T11:15:00Z", "12:00 Story 1 Scheduled Now, 14:15 18:00 Story 2"],
  ["2026-11-24T20:00:00Z", "18:00 Story 2 Scheduled Now, 23:00"],
])("on a phone it is between what has been and what is to come: %s", (now, words) => {
  expect(wordsOf(adminMarkup(<Agenda board={board(now)} handling={handling} />))).toContain(words);
});
