import { expect, test } from "vitest";
import { exampleSummary } from "#test/support/article-answers.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { AuthorPage } from "./author-page.tsx";

test("marks the author's breaking stories, and no others", () => {
  const author = { name: "Amina Otieno", slug: "amina-otieno", bio: "", image_url: "", links: [], holdings: [] };
  const articles = [true, false].map((is_breaking, at) => exampleSummary({ id: at + 1, is_breaking }));
  const html = readerMarkup(<AuthorPage author={author} articles={articles} page={1} isLast />);
  expect(html.split("<li").map((story) => story.includes(">Breaking<"))).toEqual([false, true, false]);
});
