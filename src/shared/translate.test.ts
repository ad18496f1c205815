import { expect, test } from "vitest";
import { cardDate, longDate, longTime, relativeDate } from "./dates.ts";
import { keyOf, messagesFor, TRANSLATIONS } from "./messages/all.ts";
import { ENGLISH } from "./messages/english.ts";
import { SERVER_ENGLISH } from "./messages/english-server.ts";
import { missingIn } from "./messages/missing.ts";
import { addMessages, collectMessages, piecesIn, textIn, translateKnown } from "./translate.ts";

type Entry = string | { one: string; other: string };
const ENTRIES: Entry[] = Object.values<readonly Entry[]>({ ...ENGLISH, ...SERVER_ENGLISH }).flat();
const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
const formsOf = (translation: string | Partial<Record<string, string>>): string[] =>
  typeof translation === "string" ? [translation] : Object.values(translation).filter((form) => form !== undefined);

/** Languages that must have every message. Others may grow: scripts/missing-translations.mjs lists what is left. */
const COMPLETE = ["sw", "ar"] as const;

test.each(COMPLETE)("%s translates every message", (language) => {
  expect(missingIn(TRANSLATIONS[language])).toEqual([]);
});

test.each(Object.entries(TRANSLATIONS))("%s translates nothing that is no message", (_language, messages) => {
  const keys = ENTRIES.map(keyOf);
  expect(Object.keys(messages).filter((key) => !keys.includes(key))).toEqual([]);
});

test("what a language translated in part still needs is listed by key", () => {
  const { Home: _, ...rest } = TRANSLATIONS.sw;
  expect(missingIn(rest)).toEqual(["Home"]);
  expect(missingIn({}).length).toBe(new Set(ENTRIES.map(keyOf)).size);
});

test.each(Object.entries(TRANSLATIONS))(
  "%s inserts the values of the English text, and has its plural forms",
  (language, messages) => {
    const all: Record<string, string | Partial<Record<string, string>>> = messages;
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const entry of ENTRIES) {
      const translation = all[keyOf(entry)];
      if (translation === undefined) continue;
      if (typeof entry === "string") expect(translation, entry).toBeTypeOf("string");
      else expect(Object.keys(translation).sort(), entry.other).toEqual([...categories].sort());
      // A form for one or two things may name them without the number.
      const names = namesIn(keyOf(entry)).filter((name) => typeof entry === "string" || name !== "{count}");
      for (const form of formsOf(translation))
        expect(
          namesIn(form).filter((name) => typeof entry === "string" || name !== "{count}"),
          form,
        ).toEqual(names);
    }
  },
);

test("a message without a translation is English, alone", () => {
  addMessages("eo", { Home: "Hejmo" });
  const t = textIn("eo");
  expect([t("Home"), t("About"), t("{name}, home page", { name: "Jarida" })]).toEqual([
    "Hejmo",
    "About",
    "Jarida, home page",
  ]);
  expect([translateKnown("eo", "Home"), translateKnown("eo", "From elsewhere")]).toEqual(["Hejmo", "From elsewhere"]);
});

test("values are inserted as they are, also those that look like names of others", () => {
  expect(textIn()("{name}, home page", { name: "$& {name}" })).toBe("$& {name}, home page");
  expect(piecesIn(undefined, "{name}, home page")).toEqual([{ name: "name" }, ", home page"]);
});

test("a page has the messages of the parts that it shows, with those of their later states", () => {
  const { result, keys } = collectMessages(() => textIn("sw")("Page not found"));
  expect(result).toBe("Ukurasa haujapatikana");
  const messages = messagesFor("sw", keys);
  expect(messages).toHaveProperty(["Most read now"]);
  expect(messages).not.toHaveProperty(["Open menu"]);
  expect(collectMessages(() => "nothing").keys.size).toBe(0);
});

test("dates follow the language, with the digits that all browsers agree on", () => {
  const day = "2026-11-05T06:14:00Z";
  expect(cardDate(day, "Africa/Nairobi", "sw")).toBe("5 Novemba 2026");
  expect(longDate(day, "Africa/Nairobi", "ar")).toBe("5 نوفمبر 2026");
  expect(longTime(day, "Africa/Nairobi", "sw")).toBe("5 Novemba 2026, 09:14 GMT+3");
  const now = Date.parse(day);
  const ago = (days: number, language: string) =>
    relativeDate(new Date(now - days * 86_400_000).toISOString(), now, language);
  expect([ago(3, "sw"), ago(3, "ar"), ago(0, "sw"), ago(0, "ar")]).toEqual([
    "siku 3 zilizopita",
    "قبل 3 أيام",
    "sasa hivi",
    "الآن",
  ]);
  expect(longDate("soon", undefined, "sw")).toBe("Tarehe haijulikani");
});
