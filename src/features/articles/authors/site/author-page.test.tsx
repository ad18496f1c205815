import { expect, test } from "vitest";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { AuthorPage, type AuthorView } from "./author-page.tsx";

const AUTHOR = { name: "Amina Otieno", slug: "amina-otieno", bio: "", image_url: "", links: [], holdings: [] };
const show = (articles: AuthorView["articles"], more: Partial<AuthorView> = {}) =>
  readerMarkup(<AuthorPage author={AUTHOR} beats={[]} articles={articles} page={1} isLast {...more} />);

test("marks the author's breaking stories, and no others", () => {
  const articles = [false, true, false].map((is_breaking, at) => exampleSummary({ id: at + 1, is_breaking }));
  expect(
    show(articles)
      .split("<li")
      .map((story) => story.includes(">Breaking<")),
  ).toEqual([false, true, false]);
});

test("the newest unpaid article leads; months list the others; further pages have no lead", () => {
  const dates = ["2026-11-20", "2026-11-02", "2026-09-30"];
  const articles = dates.map((date, at) =>
    exampleSummary({
      id: at + 1,
      title: `Story ${at + 1}`,
      published_date: `${date}T12:00:00Z`,
      genre: at === 0 ? "sponsored" : "news",
    }),
  );
  const first = parseHtml(show(articles, { beats: [{ name: "Bitcoin", slug: "bitcoin" }] }));
  expect(first.texts("article h3")).toEqual(["Story 2"]);
  expect(first.texts("section > h3")).toEqual(["November 2026", "September 2026"]);
  expect(first.texts("li h4")).toEqual(["Story 1", "Story 3"]);
  expect(first.values("nav[aria-label=Topics] a", "href")).toEqual(["/topics/bitcoin"]);
  const second = parseHtml(show(articles, { page: 2 }));
  expect([second.texts("article h3"), second.texts("li h4").length]).toEqual([[], 3]);
  expect(second.texts("nav[aria-label=Topics] a")).toEqual([]);
});
