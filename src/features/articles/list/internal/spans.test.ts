import fc from "fast-check";
import { expect, test } from "vitest";
import { type Place, placeAt } from "./spans.ts";

/** A list that is cut into spans as the table has them, the newest first. */
type Made = { places: Place[]; spans: { from_at: number; from_id: number; size: number }[] };

const isOlder = (left: Place, right: Place) => left.at < right.at || (left.at === right.at && left.id < right.id);
const newestFirst = (left: Place, right: Place) => right.at - left.at || right.id - left.id;
const BEGINNING = { at: Number.MIN_SAFE_INTEGER, id: 0 };

/** Published articles, cut behind each of `lengths`; the last span begins before every date. */
function cutInto(places: Place[], lengths: number[]): Made {
  const spans: Made["spans"] = [];
  let at = 0;
  for (const length of lengths) {
    const last = places[at + length - 1];
    if (!last || at + length >= places.length) break;
    spans.push({ from_at: last.at, from_id: last.id, size: length });
    at += length;
  }
  return {
    places,
    spans: [...spans, { from_at: BEGINNING.at, from_id: BEGINNING.id, size: places.length - at }],
  };
}

/** Many articles of the same moment among them, which only their ids order. */
const articles = (maxLength: number) =>
  fc.uniqueArray(fc.record({ at: fc.integer({ min: -3, max: 6 }), id: fc.integer({ min: 1, max: 60 }) }), {
    selector: ({ id }) => id,
    maxLength,
  });
const list = fc.record({
  all: articles(40),
  lengths: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
  share: fc.integer({ min: 0, max: 4 }),
});

/** What reading from a place finds, as the query does it. */
const readFrom = (places: Place[], { before, skip }: { before: Place | null; skip: number }) =>
  places.filter((place) => before === null || isOlder(place, before)).slice(skip);

test("reading from where a position lies finds the article there, whatever spans the list is cut into", () => {
  fc.assert(
    fc.property(list, ({ all, lengths }) => {
      const { places, spans } = cutInto(all.toSorted(newestFirst), lengths);
      for (let position = 0; position <= places.length; position += 1)
        expect(readFrom(places, placeAt(position, spans))[0]).toEqual(places[position]);
    }),
  );
});

test("the same is so for drafts among published articles, which no span counts", () => {
  fc.assert(
    fc.property(list, ({ all, lengths, share }) => {
      const merged = all.toSorted(newestFirst);
      const isDraft = (_place: Place, index: number) => index % 5 < share;
      const drafts = merged.filter(isDraft);
      const published = merged.filter((place, index) => !isDraft(place, index));
      const { spans } = cutInto(published, lengths);
      for (let position = 0; position < merged.length; position += 1)
        expect(readFrom(merged, placeAt(position, spans, drafts))[0]).toEqual(merged[position]);
    }),
  );
});

test("no more is skipped than a span has, or deep pages would cost as much as the list is long", () => {
  const places = Array.from({ length: 900 }, (_, at) => ({ at: 1_000 - at, id: at + 1 }));
  const { spans } = cutInto(
    places,
    Array.from({ length: 30 }, () => 50),
  );
  for (const position of [0, 49, 50, 451, 899])
    expect(placeAt(position, spans).skip, String(position)).toBeLessThan(50);
});

test("a list of nothing begins at its beginning", () => {
  expect(placeAt(0, [])).toEqual({ before: null, skip: 0 });
  expect(placeAt(7, [{ from_at: BEGINNING.at, from_id: 0, size: 7 }])).toEqual({ before: BEGINNING, skip: 0 });
});
