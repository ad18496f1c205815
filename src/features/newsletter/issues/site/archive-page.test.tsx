import { expect, test } from "vitest";
import type { PageHtml } from "#shared/html.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { ArchivePage } from "./issue-page.tsx";

const issueOf = (id: number) => ({ id, subject: `Issue ${id}`, preview: "", sentAt: "2026-11-20T12:00:00.000Z" });

test("the newsletter's page has a form that works without scripts, and shows the newest issue apart from the others", () => {
  const archive = { issues: [issueOf(3), issueOf(2)], next: null, isFirst: true };
  const page = parseHtml(readerMarkup(<ArchivePage siteName="The Ledger" archive={archive} />));
  expect(page.values("form[method=post]", "action")).toEqual(["/newsletter/subscribe"]);
  expect(page.texts("section h2")).toEqual(["Issue 3"]);
  expect(page.texts("ol h3")).toEqual(["Issue 2"]);
});

test("the newest issue is shown with its beginning and its first four stories, the first with a large picture", () => {
  const articles = [1, 2, 3, 4, 5].map((id) => ({
    ...exampleSummary({ id, title: `Story ${id}`, image_url: id === 3 ? "" : `/media/abcdefgh/${id}00x400.jpg` }),
    image_caption: "",
    image_credit: "",
  }));
  const parts = [{ html: "<p>Text</p>" as PageHtml }, ...articles.map((article) => ({ article, hasPicture: false }))];
  const sample = { subject: "Issue 3", sentAt: "", paragraphs: ["Dear readers", "More"], parts, corrections: [] };
  const archive = { issues: [issueOf(3)], sample, next: null, isFirst: true };
  const page = parseHtml(readerMarkup(<ArchivePage siteName="The Ledger" archive={archive} />));
  expect(page.texts("section h3")).toEqual(["Story 1", "Story 2", "Story 3", "Story 4"]);
  expect(page.all("section img")).toHaveLength(3);
  expect(page.texts("section p")).toContain("Dear readers");
  expect(page.texts("section p")).not.toContain("More");
});

test("an older part of the list has only issues", () => {
  const archive = { issues: [issueOf(1)], next: null, isFirst: false };
  const page = parseHtml(readerMarkup(<ArchivePage siteName="The Ledger" archive={archive} />));
  expect([page.all("form").length, page.texts("ol h3")]).toEqual([0, ["Issue 1"]]);
});
