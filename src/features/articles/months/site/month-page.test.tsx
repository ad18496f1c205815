import { expect, test } from "vitest";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { MonthPage } from "./month-page.tsx";

test("the headlines of a month follow its own heading without a gap", () => {
  const view = { month: "2026-11", count: 1, page: 1, isLast: true, before: null, after: null, months: [], years: [] };
  const page = parseHtml(readerMarkup(<MonthPage {...view} articles={[exampleSummary({ title: "A story" })]} />));
  expect([page.texts("h2"), page.texts("h3")]).toEqual([["A story"], []]);
});

test("the strip links the months that have articles, and marks the shown month and year", () => {
  const view = { month: "2026-11", count: 1, page: 1, isLast: true, before: "2026-09", after: null };
  const strip = { months: ["2026-02", "2026-11"], years: ["2026-11", "2024-05"] };
  const page = parseHtml(readerMarkup(<MonthPage {...view} {...strip} articles={[exampleSummary({})]} />));
  const nav = "nav[aria-label='Months by year']";
  expect(page.values(`${nav} a`, "href")).toEqual([
    ...["/archive/2026/11", "/archive/2024/05"],
    ...["/archive/2026/02", "/archive/2026/11"],
  ]);
  expect(page.texts(`${nav} [aria-current]`)).toEqual(["2026", "Nov"]);
  expect(page.texts(`${nav} span`)).toHaveLength(10);
});
