import { expect, test } from "vitest";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { MonthPage } from "./month-page.tsx";

test("the headlines of a month follow its own heading without a gap", () => {
  const view = { month: "2026-11", count: 1, page: 1, isLast: true, before: null, after: null };
  const page = parseHtml(readerMarkup(<MonthPage {...view} articles={[exampleSummary({ title: "A story" })]} />));
  expect([page.texts("h2"), page.texts("h3")]).toEqual([["A story"], []]);
});
