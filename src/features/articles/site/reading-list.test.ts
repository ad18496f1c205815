import fc from "fast-check";
import { expect, test } from "vitest";
import { type KeptArticle, parseKept } from "./reading-list.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const DAY = 24 * 60 * 60_000;
const kept = (id: number, change: Partial<KeptArticle> = {}): KeptArticle => ({
  id,
  slug: "a-title",
  title: "A title",
  image: "/media/0123456789abcdef01234567/1600x900.jpg",
  at: NOW - id,
  ...change,
});
const read = (list: Parameters<typeof parseKept>[0], values: unknown) => parseKept(list, JSON.stringify(values), NOW);

test("a list is read newest first, each article once, and no longer than it may be", () => {
  expect(read("saved-articles", [kept(2), kept(1), kept(2, { title: "Renamed" })])).toEqual([
    kept(1),
    kept(2, { title: "Renamed" }),
  ]);
  const many = Array.from({ length: 300 }, (_, at) => kept(at + 1));
  expect(read("saved-articles", many)).toEqual(many.slice(0, 200));
  expect(read("started-articles", many)).toEqual(many.slice(0, 10));
});

test("an article that was started long ago is forgotten, a saved one is not", () => {
  const old = kept(1, { at: NOW - 31 * DAY, part: 0.5, heading: "h-a" });
  expect(read("started-articles", [old])).toEqual([]);
  expect(read("saved-articles", [old])).toEqual([old]);
});

test.each([
  ["a time that no date can have", { at: 1e300 }],
  ["an address of another host as a picture", { image: "https://example.org/a.png" }],
  ["a script as a picture", { image: "javascript:alert(1)" }],
  ["a text as a number", { id: "1" }],
  ["no title", { title: undefined }],
  ["a title of a megabyte", { title: "a".repeat(1e6) }],
  ["a part that is no number", { part: "half" }],
])("an entry with %s is left out", (_what, change) => {
  expect(read("saved-articles", [{ ...kept(1), ...change }, kept(2)])).toEqual([kept(2)]);
});

test("whatever the storage holds, a list can be read", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      expect(parseKept("saved-articles", stored, NOW)).toBeInstanceOf(Array);
    }),
  );
});
