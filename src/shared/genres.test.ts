import { expect, test } from "vitest";
import { genreLabel, labelledTitle } from "./genres.ts";
import { ARABIC } from "./messages/arabic.ts";
import { SWAHILI } from "./messages/swahili.ts";
import { addMessages } from "./translate.ts";

addMessages("sw", SWAHILI);
addMessages("ar", ARABIC);

test.each([
  ["opinion", "en", "Opinion: Let it rain"],
  ["analysis", "sw", "Uchambuzi: Let it rain"],
  ["sponsored", "ar", "محتوى مموّل: Let it rain"],
  ["news", "en", "Let it rain"],
  ["obituary", "en", "Let it rain"],
  ["toString", "en", "Let it rain"],
])("a title of the genre %s in %s", (genre, language, expected) => {
  expect(labelledTitle({ title: "Let it rain", genre }, language)).toBe(expected);
});

test("a title that starts with its label is not labelled twice", () => {
  expect(labelledTitle({ title: "OPINION: Let it rain", genre: "opinion" })).toBe("OPINION: Let it rain");
  expect(genreLabel()).toBeUndefined();
});
