import { expect, test } from "vitest";
import { offersFor } from "./authors-field.tsx";

const KNOWN = ["Amina Otieno", "Émile Zola", "Ottilie Amin", "Baraka"];

test.each([
  ["", []],
  ["  ", []],
  ["ot", ["Amina Otieno", "Ottilie Amin"]],
  ["emile z", ["Émile Zola"]],
  ["tieno", []],
])("for %j the profiles are offered whose name or a word of it begins so", (typed, offers) => {
  expect(offersFor(typed, ["baraka"], KNOWN)).toEqual(offers);
});

test("whoever is chosen is not offered again, and there are at most six", () => {
  expect(offersFor("b", ["baraka"], KNOWN)).toEqual([]);
  const many = Array.from({ length: 20 }, (_, n) => `Editor ${n}`);
  expect(offersFor("editor", [], many)).toHaveLength(6);
});
