import { expect, test } from "vitest";
import { canonicalLanguage, directionIn, directionOf, inLanguage } from "./language.ts";

test.each([
  ["البنك المركزي يعلن عن Bitcoin", "rtl"],
  ["Bitcoin في القاهرة", "ltr"],
  ["(2026) «שלום»", "rtl"],
  ["ދިވެހި", "rtl"],
  ["日本語", "ltr"],
  ["3.5 — 50,000", null],
  ["", null],
])("the direction of %j is %s", (text, direction) => expect(directionOf(text)).toBe(direction));

test.each([
  ["ar", "ar"],
  ["PT-br", "pt-BR"],
  ["zh-hant-tw", "zh-Hant-TW"],
  ["iw", "he"],
  ["ara", "ar"],
  ["sr-latn-rs", "sr-Latn-RS"],
])("writes the language tag %s as %s", (given, canonical) => {
  expect(canonicalLanguage(given)).toBe(canonical);
});

test.each(["", "a", "Arabic", "arab", "en_US", "ar egypt", "en-", '"><script>', `en-${"abcdefgh-".repeat(4)}x`])(
  "rejects %j as a language tag",
  (given) => {
    expect(canonicalLanguage(given)).toBeNull();
  },
);

test.each([
  ["ar", "rtl"],
  ["he-IL", "rtl"],
  ["fa", "rtl"],
  ["ur-PK", "rtl"],
  ["dv", "rtl"],
  ["syr", "rtl"],
  ["nqo", "rtl"],
  ["ckb", "rtl"],
  ["ff-Adlm", "rtl"],
  ["az-Arab", "rtl"],
  ["uz-AF", "rtl"],
  ["ar-Latn", "ltr"],
  ["ff", "ltr"],
  ["en", "ltr"],
  ["ja", "ltr"],
])("sets text in %s from the side of its script: %s", (language, dir) => {
  expect(inLanguage(language)).toEqual({ lang: language, dir });
});

test.each(["", undefined, "en_US"])("leaves the direction to the text for the language %j", (language) => {
  expect(inLanguage(language)).toEqual({ dir: "auto" });
});

test.each([
  ["Bitcoin تتجاوز 97 ألف دولار", "rtl", "rtl"],
  ["Bitcoin passes $97,000", "auto", "ltr"],
  ["97,000", "auto", "rtl"],
])("in a site from right to left, %j has the direction %s", (text, dir, around) => {
  expect(inLanguage("", "ar", text)).toEqual({ dir });
  expect(inLanguage("", "sw", text)).toEqual({ dir: "auto" });
  expect(inLanguage("en", "ar", text)).toEqual({ lang: "en", dir: "ltr" });
  expect(directionIn(text, "rtl")).toBe(around);
});
