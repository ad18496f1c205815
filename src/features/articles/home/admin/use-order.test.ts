import fc from "fast-check";
import { expect, test } from "vitest";
import type { HomeEntry } from "../endpoints.ts";
import { byDateAgain, endingAt, partsOf, placedAt, shownOf } from "./use-order.ts";

const entry = (id: number, place: HomeEntry["place"], change: Partial<HomeEntry> = {}): HomeEntry => ({
  id,
  title: `Story ${id}`,
  category: "Tech",
  image_url: "",
  status: "published",
  place,
  ends_at: null,
  published_date: new Date(Date.UTC(2026, 0, id)).toISOString(),
  ...change,
});

const list = fc
  .uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 12 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.constantFrom("arranged", "by_date", "ended").map((place) => entry(id, place as HomeEntry["place"])),
      ),
    ),
  )
  .map((entries) => {
    const { arranged, byDate, ended } = partsOf(entries);
    return [...arranged, ...byDate, ...ended];
  });

test("placing an entry moves it alone, and loses none", () => {
  fc.assert(
    fc.property(list, fc.nat(), fc.integer({ min: -2, max: 15 }), (entries, which, at) => {
      const id = entries[which % entries.length]?.id ?? 0;
      const after = placedAt(entries, id, at);
      const { arranged } = partsOf(after);
      const place = arranged.findIndex((one) => one.id === id);
      expect(place).toBe(Math.max(0, Math.min(at, arranged.length - 1)));
      const others = (all: readonly HomeEntry[]) => all.filter((one) => one.id !== id);
      expect(others(after)).toEqual(others(entries));
      expect(after).toHaveLength(entries.length);
    }),
  );
});

test("an entry by its date again stands where its date says", () => {
  const entries = [entry(2, "arranged"), entry(9, "arranged"), entry(5, "by_date"), entry(1, "by_date")];
  expect(byDateAgain(entries, 2).map(({ id, place }) => [id, place])).toEqual([
    ...[
      [9, "arranged"],
      [5, "by_date"],
      [2, "by_date"],
      [1, "by_date"],
    ],
  ]);
});

test("without repeats the page shows six lead stories and eleven picks that readers may see", () => {
  const hides_repeats = true;
  const later = entry(9, "arranged", { published_date: "2099-01-01T00:00:00Z" });
  const lead = [entry(1, "arranged"), entry(2, "arranged", { status: "draft" }), later, entry(3, "by_date")];
  const picks = [entry(2, "arranged"), entry(3, "arranged"), entry(4, "by_date"), entry(5, "ended")];
  expect(shownOf({ lead, picks, hides_repeats })).toEqual({ lead: new Set([1, 3]), picks: new Set([2, 4]) });
  const many = (from: number) => Array.from({ length: 14 }, (_, index) => entry(from + index, "by_date"));
  const { lead: six, picks: eleven } = shownOf({ lead: many(1), picks: many(15), hides_repeats });
  expect([six.size, eleven.size]).toEqual([6, 11]);
});

test("with repeats each section of the page shows the first of its list, lead stories among the picks", () => {
  const many = Array.from({ length: 14 }, (_, index) => entry(1 + index, "by_date"));
  const first = new Set([1, 2, 3, 4, 5, 6]);
  expect(shownOf({ lead: many, picks: many, hides_repeats: false })).toEqual({ lead: first, picks: first });
});

test("of an article that is not in the list, nothing is changed", () => {
  const entries = [entry(2, "arranged"), entry(5, "by_date")];
  expect([placedAt(entries, 9, 0), byDateAgain(entries, 9), endingAt(entries, 9, null)]).toEqual([
    ...[entries, entries, entries],
  ]);
});

test("one that has ended begins again where it is placed, one by its date keeps its end", () => {
  const END = "2026-01-01T00:00:00.000Z";
  const entries = [entry(1, "arranged"), entry(2, "by_date"), entry(3, "ended", { ends_at: END })];
  expect(placedAt(entries, 3, 0)[0]).toEqual(entry(3, "arranged"));
  expect(endingAt(entries, 1, END)).toEqual([entry(1, "arranged", { ends_at: END }), ...entries.slice(1)]);
  // By its date again, it ends no more.
  expect(byDateAgain(endingAt(entries, 1, END), 1).find(({ id }) => id === 1)).toEqual(entry(1, "by_date"));
});

test("what has no date stands behind all others, and of two on one date the newer article is first", () => {
  const undated = entry(9, "arranged", { published_date: null });
  const same = { published_date: "2026-01-05T00:00:00.000Z" };
  const entries = [undated, entry(6, "arranged", same), entry(7, "by_date", same), entry(1, "by_date")];
  expect(byDateAgain(byDateAgain(entries, 9), 6).map(({ id }) => id)).toEqual([7, 6, 1, 9]);
});
