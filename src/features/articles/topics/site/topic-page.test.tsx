import { expect, test } from "vitest";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { TopicPage } from "./topic-page.tsx";

const TOPIC = { id: 1, name: "Bitcoin", slug: "bitcoin", kind: "coin", description: "", image_url: "" } as const;

test("is a timeline by month, on which stand out those that editors marked, unless they were paid for", () => {
  const marks = [
    {},
    { is_editors_pick: true },
    { is_featured: true, genre: "sponsored" },
    { is_breaking: true },
    {},
  ] as const;
  const articles = ["2026-11-20", "2026-11-05", "2026-11-01", "2026-09-20", "2026-09-02"].map((date, at) =>
    exampleSummary({ id: at + 1, title: `Story ${at + 1}`, published_date: `${date}T12:00:00Z`, ...marks[at] }),
  );
  const topic = { ...TOPIC, aliases: [], count: 5 };
  const html = readerMarkup(<TopicPage topic={topic} articles={articles} page={1} isLast />);
  const page = parseHtml(html);
  expect(page.texts("article h2")).toEqual(["Story 1"]);
  expect(page.texts("section > h3")).toEqual(["November 2026", "September 2026"]);
  const items = html.split("<li").slice(1);
  expect(items.map((item) => [/Story \d/.exec(item)?.[0], item.includes("Key development")])).toEqual([
    ["Story 2", true],
    ["Story 3", false],
    ["Story 4", true],
    ["Story 5", false],
  ]);
});
