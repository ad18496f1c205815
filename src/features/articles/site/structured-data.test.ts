import { describe, expect, test } from "vitest";
import { documentUrl } from "#shared/urls.ts";
import { examplePage } from "#test/support/article-answers.ts";
import { SITE } from "#test/support/reader-markup.tsx";
import type { ArticlePage, PageAuthor } from "../schema.ts";
import { pictureSize } from "./article-opening.tsx";
import { newsArticle } from "./structured-data.ts";

const data = (change: Partial<ArticlePage>) => newsArticle(SITE, examplePage(change));
const person = (change: Partial<PageAuthor>): PageAuthor => ({
  id: 3,
  slug: "amina",
  name: "Amina",
  image_url: "",
  bio: "",
  links: [],
  has_page: true,
  ...change,
});

describe("what search engines are told of an article", () => {
  test("names its authors, with a page and other places as far as they have any", () => {
    const authors = [
      person({ links: [{ label: "Mastodon", url: "https://m.example/@amina" }] }),
      person({ id: 4, name: "Gone", has_page: false }),
      person({ id: null, slug: null, name: "The Founding Writer" }),
    ];
    expect(data({ authors }).author).toEqual([
      {
        "@type": "Person",
        name: "Amina",
        url: `https://news.example${documentUrl.author("amina")}`,
        sameAs: ["https://m.example/@amina"],
      },
      { "@type": "Person", name: "Gone" },
      { "@type": "Person", name: "The Founding Writer" },
    ]);
  });

  test.each([
    ["news", "NewsArticle"],
    ["opinion", "OpinionNewsArticle"],
    ["analysis", "AnalysisNewsArticle"],
    ["review", "ReviewNewsArticle"],
    ["explainer", "BackgroundNewsArticle"],
    ["sponsored", "AdvertiserContentArticle"],
    ["of another backend", "NewsArticle"],
  ] as const)("has a type of schema.org for the genre %j", (genre, type) => {
    expect(data({ genre } as Partial<ArticlePage>)["@type"]).toBe(type);
  });

  test("has what Google recommends, as text, complete addresses and ISO dates", () => {
    const own = data({ last_updated: "2025-02-01T10:00:00.000Z", authors: [person({})] });
    const image = { "@type": "ImageObject", url: expect.stringMatching(/^https:/) };
    expect(own).toMatchObject({
      headline: expect.stringMatching(/./),
      image: [image],
      author: [{ "@type": "Person", name: "Amina", url: expect.stringMatching(/^https:/) }],
      publisher: { "@id": "https://news.example/#organization" },
      mainEntityOfPage: { "@id": own.url },
    });
    for (const date of [own.datePublished, own.dateModified])
      expect(new Date(String(date)).toISOString()).toBe(String(date));
    // Search engines reject markup with empty values.
    expect(JSON.stringify(own)).not.toMatch(/:(null|""|\[\]|\{\})/);
  });

  test("names the page that published the text first", () => {
    expect(data({ head: { canonical: "https://first.example/a" } }).isBasedOn).toBe("https://first.example/a");
    expect(data({})).not.toHaveProperty("isBasedOn");
  });

  test("says its language", () => {
    const languageOf = (language?: string) => data({ language } as Partial<ArticlePage>).inLanguage;
    expect([languageOf("ar"), languageOf(""), languageOf()]).toEqual(["ar", "en", "en"]);
  });

  test("has no dates where there are none, as in a preview", () => {
    const preview = data({ published_date: null, last_updated: null });
    expect(preview).not.toHaveProperty("datePublished");
    expect(preview).not.toHaveProperty("dateModified");
  });

  test("says what was corrected and when, and nothing where nothing was", () => {
    expect(data({})).not.toHaveProperty("correction");
    const corrections = [{ date: "2027-01-03T00:00:00.000Z", text: "Another bank.", position: "top" as const }];
    expect(data({ corrections }).correction).toEqual([
      { "@type": "CorrectionComment", text: "Another bank.", datePublished: "2027-01-03T00:00:00.000Z" },
    ]);
  });

  test("has every picture by a whole address, and its size only where that is known", () => {
    const images = [{ url: "/media/abcdefgh/1600x900.jpg", width: 1600, height: 900 }, { url: "/x.jpg" }];
    expect(data({ images }).image).toEqual([
      { "@type": "ImageObject", url: "https://news.example/media/abcdefgh/1600x900.jpg", width: 1600, height: 900 },
      { "@type": "ImageObject", url: "https://news.example/x.jpg" },
    ]);
    const url = expect.stringMatching(/^https:\/\/news\.example\/social-card\/article\/\d+\.png\?v=/);
    const card = { "@type": "ImageObject", url, width: 1200, height: 630 };
    expect(data({ images: [{ url: "/fallback.jpg" }] }).image, "without a picture").toEqual([card]);
    expect([pictureSize("/media/abcdefgh/1600x900.jpg"), pictureSize("https://x.example/a_1600x900.jpg")]).toEqual([
      { width: 1600, height: 900 },
      {},
    ]);
  });
});
