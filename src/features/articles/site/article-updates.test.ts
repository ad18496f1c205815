import { expect, test } from "vitest";
import { announcementOf } from "./article-updates.tsx";
import { completeArticle } from "./complete-article.ts";

const article = (more: object = {}) =>
  completeArticle({ id: 7, title: "T", content: "<p>x</p>", category: "AI", ...more } as never);

test("announces whatever readers see change in an open article", () => {
  for (const more of [
    { title: "U" },
    { content: "<p>y</p>" },
    { authors: [{ name: "Amina" }, { name: "Baraka" }] },
    { disclosure_sentences: ["Amina holds BTC."] },
    { is_breaking: true },
  ])
    expect(announcementOf(article(), article(more)), JSON.stringify(more)).toBe("This article has been updated.");
});

test("announces a correction as one", () => {
  const corrections = [{ text: "It was 5." }];
  expect(announcementOf(article(), article({ corrections }))).toBe("A correction was added to this article.");
});

test("says nothing of what readers do not see, or of another article", () => {
  expect(announcementOf(article(), article({ last_updated: "2026-11-27T00:00:00Z" }))).toBeNull();
  expect(announcementOf(article(), article({ id: 8, title: "U" }))).toBeNull();
});
