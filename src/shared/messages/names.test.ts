import { expect, test } from "vitest";
import { keyOf, TRANSLATIONS } from "./all.ts";
import { ENGLISH } from "./english.ts";
import { SERVER_ENGLISH } from "./english-server.ts";

type Entry = string | { one: string; other: string };
const ENTRIES: Entry[] = Object.values<readonly Entry[]>({ ...ENGLISH, ...SERVER_ENGLISH }).flat();

/** Placeholders of names that others choose: of the publication, of people, sections, topics and series, and titles. */
const NAMES = new Set(["name", "site", "by", "actor", "title", "lead"]);
/** Placeholders of everything else: numbers, times, the program's own words, and addresses. */
const OTHERS = new Set([
  "articles",
  "change",
  "coins",
  "count",
  "date",
  "host",
  "month",
  "most",
  "number",
  "pages",
  "page",
  "part",
  "percent",
  "place",
  "price",
  "query",
  "reason",
  "role",
  "sentence",
  "subject",
  "symbol",
  "text",
  "time",
  "total",
  "to",
  "url",
]);

const formsOf = (text: string | Partial<Record<string, string>>): string[] =>
  typeof text === "string" ? [text] : Object.values(text).filter((form) => form !== undefined);

const LANGUAGES: [string, string[]][] = [
  ["en", ENTRIES.flatMap((entry) => formsOf(entry))],
  ...Object.entries(TRANSLATIONS).map(([language, messages]): [string, string[]] => [
    language,
    ENTRIES.flatMap((entry) => formsOf((messages as Record<string, string>)[keyOf(entry)] ?? keyOf(entry))),
  ]),
];

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

test("every placeholder of a message is a name that others choose, or not", () => {
  const all = new Set(LANGUAGES.flatMap(([, texts]) => texts.flatMap(placeholders)));
  expect([...all].filter((name) => !NAMES.has(name) && !OTHERS.has(name))).toEqual([]);
});

const ARTICLE = "the|an?|die|le";
const DOUBLED = new RegExp(`(?<![\\p{L}\\p{M}])(?:${ARTICLE}) (?:${ARTICLE})(?![\\p{L}\\p{M}])`, "iu");
/** Letters that touch a name inflect it: an Arabic article or preposition, an English genitive. */
const TOUCHED = /[\p{L}\p{M}]«NAME»|«NAME»(?:[\p{L}\p{M}]|['’-]\p{L})/u;

test.each(LANGUAGES)("no message in %s puts an article or an inflection around a name", (language, texts) => {
  const named = texts.filter((text) => placeholders(text).some((name) => NAMES.has(name)));
  expect(named.length).toBeGreaterThan(30);
  const fill = (text: string, value: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => (NAMES.has(name) ? value : whole));
  const doubled = ["The Block", "A", "Die Zeit", "Le Monde"].flatMap((name) =>
    named.map((text) => fill(text, name)).filter((text) => DOUBLED.test(text)),
  );
  expect(doubled).toEqual([]);
  expect(named.filter((text) => TOUCHED.test(fill(text, "«NAME»")))).toEqual([]);
  // A title or a person sets the form of a verb next to it: Swahili agrees with its class, Arabic with its gender.
  if (language === "sw")
    expect(named.filter((text) => /\{(?:title|name|site)\} [ivuk]l?i?ko(?!\p{L})/u.test(text))).toEqual([]);
  if (language === "ar")
    expect(named.filter((text) => text.includes("{actor}") && !/من \{actor\}|بحسب \{actor\}/.test(text))).toEqual([]);
  // A name is no adjective of a following noun: "The Block articles", "The Block newsletter".
  expect(named.filter((text) => /\{(?:name|site)\} (?:articles|newsletter|issues|account)/.test(text))).toEqual([]);
});
