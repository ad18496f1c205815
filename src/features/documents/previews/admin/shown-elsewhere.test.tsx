import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { SearchResult, SocialCard } from "./preview-dialog.tsx";
import type { Preview } from "./use-preview.ts";

describe("what others show of the page", () => {
  const preview = (facts: object) =>
    ({
      url: "https://news.example/preview/x",
      path: "/preview/x",
      expires: "2026-11-27T12:00:00.000Z",
      facts: {
        ...{
          title: "A title | Jarida",
          cardTitle: "A title",
          description: "In short.",
          site: "Jarida",
          alt: "A drawing",
        },
        url: "https://news.example/article/7",
        picture: "https://news.example/media/a/card.jpg?v=1",
        ...facts,
      },
    }) as Preview;
  const card = (facts: object) => adminMarkup(<SocialCard preview={preview(facts)} />);

  test("has its own picture by the path: the room may be open by another name of the site", () => {
    expect(card({})).toContain('src="/media/a/card.jpg?v=1" alt="A drawing"');
    expect(card({ picture: "https://cdn.example/a.jpg" })).toContain('src="https://cdn.example/a.jpg"');
    expect(card({ picture: null })).not.toContain("<img");
  });

  test("is cut as a search engine cuts it, and shows tags as text", () => {
    const title = `<b>Bold</b> ${"words ".repeat(30)}`;
    const html = adminMarkup(<SearchResult preview={preview({ title })} />);
    expect(html).not.toContain("<b>");
    expect(wordsOf(html)).toMatch(/^Jarida news\.example › article › 7 <b>Bold<\/b> (words )+… In short\./);
  });
});
