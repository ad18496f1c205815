import { expect, test } from "vitest";
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

test("an older part of the list has only issues", () => {
  const archive = { issues: [issueOf(1)], next: null, isFirst: false };
  const page = parseHtml(readerMarkup(<ArchivePage siteName="The Ledger" archive={archive} />));
  expect([page.all("form").length, page.texts("ol h3")]).toEqual([0, ["Issue 1"]]);
});
