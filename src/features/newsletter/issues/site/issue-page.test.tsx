import { expect, test } from "vitest";
import type { PageHtml } from "#shared/html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { IssuePage } from "./issue-page.tsx";

test("a heading keeps its distance from the introduction before it", () => {
  const heading = "<h2>One number</h2>" as PageHtml;
  const issue = {
    subject: "The week",
    sentAt: "2026-11-20T12:00:00.000Z",
    parts: [{ html: heading }],
    corrections: [],
  };
  const html = readerMarkup(<IssuePage issue={{ ...issue, paragraphs: ["Good morning."] }} />);
  // As the first child of its part, the heading has no margin of its own.
  expect(html).toMatch(/Good morning\.<\/p><\/div><div class="prose-article \[\.prose-article\+&amp;\]:mt-8"><h2>/);
});
