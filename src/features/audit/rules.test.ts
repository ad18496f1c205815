import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedFields } from "./rules.ts";

type Thing = { name: string; email: string | null; image?: string | undefined };

describe("the fields that differ", () => {
  test("are told with both values, and the others are left out", () => {
    const before: Thing = { name: "Amina", email: "old@news.example" };
    expect(changedFields(before, { name: "Amina", email: "new@news.example" })).toEqual({
      email: { from: "old@news.example", to: "new@news.example" },
    });
  });

  test("are those that are asked for alone", () => {
    const [before, after]: Thing[] = [
      { name: "Amina", email: "old@news.example" },
      { name: "Baraka", email: "new@news.example" },
    ];
    expect(changedFields(before ?? {}, after ?? {}, ["name"])).toEqual({ name: { from: "Amina", to: "Baraka" } });
  });

  test("tell an emptied value from one that was never there", () => {
    const told = changedFields<Thing>({ name: "", email: null }, { name: "", email: "", image: "/a.jpg" });
    expect(told).toEqual({ email: { from: null, to: "" }, image: { from: undefined, to: "/a.jpg" } });
  });

  test("tell naught from nothing and from no", () => {
    const [before, after] = [
      { place: 0, alt: null, pinned: 0 },
      { place: "", alt: undefined, pinned: false },
    ];
    expect(Object.keys(changedFields<object>(before, after))).toEqual(["place", "alt", "pinned"]);
  });

  test("are none between a thing and its copy", () => {
    const thing = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)));
    fc.assert(
      fc.property(thing, (before) => {
        expect(changedFields(before, { ...before })).toEqual({});
      }),
    );
  });
});
