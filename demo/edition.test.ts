import { expect, test } from "vitest";
import { readEdition } from "#app/demo/edition.ts";
import { titlesOf } from "#app/demo-commands.ts";
import { deriveContent } from "#features/content/derive.ts";
import { DEMO_DIR } from "./draw.ts";

const CODE = /<(pre|code)\b[^>]*>.*?<\/\1>/gs;
const ALTERNATIVES = /\salt="([^"]*)"/g;

test("the texts of the first edition have typographic quotes and apostrophes, but for code", () => {
  const { articles, authors } = readEdition(DEMO_DIR);
  const texts = articles.flatMap(({ title, excerpt, heroAlt, tags, content }) => [
    ...[title, excerpt, heroAlt, ...tags],
    deriveContent(content.replace(CODE, "")).content.text,
    ...[...content.matchAll(ALTERNATIVES)].map(([, alt = ""]) => alt),
  ]);
  const all = [...texts, ...authors.flatMap(({ name, bio }) => [name, bio])];
  expect(all.filter((text) => /["']/.test(text))).toEqual([]);
});

test("the first edition of an earlier version, with straight apostrophes, is still found to be removed", () => {
  expect([...titlesOf([{ title: "What It Can’t Do" }])]).toEqual(["What It Can’t Do", "What It Can't Do"]);
});
