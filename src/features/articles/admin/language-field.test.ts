import { expect, test } from "vitest";
import { canonicalLanguage } from "#shared/language.ts";
import { languageHint, languageName, languagesLike, languageTag } from "./article-fields.tsx";

test.each([
  ["Arabic", "ar"],
  [" hebrew ", "he"],
  ["AR-eg", "ar-EG"],
  ["Brazilian Portuguese", "pt-BR"],
  ["", ""],
  ["Klingonese", null],
  ["ar_EG", null],
])("reads %j as the language tag %j", (typed, tag) => {
  expect(languageTag(typed)).toBe(tag);
});

test("suggests the language of a tag before the names that contain its letters", () => {
  expect(languagesLike("se").slice(0, 2)).toEqual([
    { value: "Northern Sami", label: "Northern Sami", hint: "se" },
    { value: "Serbian", label: "Serbian", hint: "sr" },
  ]);
  expect(languagesLike("heb")).toEqual([{ value: "Hebrew", label: "Hebrew", hint: "he" }]);
  expect(languagesLike("arabi").map(({ hint }) => hint)).toEqual(["ar"]);
});

test("suggests languages by their names alone, each once", () => {
  const all = languagesLike("").map(({ label }) => label);
  expect(all).toEqual([...new Set(all)]);
  expect(all.slice(0, 3)).toEqual(["Afrikaans", "Amharic", "Arabic"]);
  for (const { hint = "" } of languagesLike("")) expect(canonicalLanguage(hint)).toBe(hint);
});

test("names every tag, and says which languages are written from right to left", () => {
  expect(["ar", "qaa", "not a tag", "", undefined].map(languageName)).toEqual(["Arabic", "qaa", "not a tag", "", ""]);
  expect(languageHint("ar")).toBe("Tag: ar. This language is written from right to left.");
  expect(languageHint("fr")).toBe("Tag: fr.");
});
