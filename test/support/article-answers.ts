import { NEW_FIELDS } from "#features/articles/fields.ts";
import type { ArticleDetail, ArticlePage, ArticleSummary } from "#features/articles/schema.ts";

/**
 * One article as the API answers it, in each shape; a test names only what it is about. Plain fields that are not named
 * here come from the table of fields, so that a new one changes no test.
 */
const SHARED = {
  ...NEW_FIELDS,
  id: 12,
  title: "A title",
  excerpt: "An excerpt.",
  category: "Real World",
  category_slug: "real-world",
  image_url: "/media/abcdefgh/1600x900.jpg",
  image_alt: "A drawing",
  published_date: "2025-01-05T10:00:00.000Z",
  last_updated: null,
  status: "published" as const,
  tags: ["one", "two"],
  byline: "Amina Otieno",
};
const AUTHOR = { name: "Amina Otieno", image_url: "", bio: "", links: [] };

/** In a list. */
export const exampleSummary = (change: Partial<ArticleSummary> = {}): ArticleSummary => ({
  ...SHARED,
  author: AUTHOR.name,
  authors: [AUTHOR.name],
  ...change,
});

/** With its content, as an editor reads it. */
export const exampleDetail = (change: Partial<ArticleDetail> = {}): ArticleDetail => ({
  ...SHARED,
  author: AUTHOR,
  authors: [{ id: 3, slug: "amina-otieno", ...AUTHOR }],
  content: "<p>At length.</p>",
  ...change,
});

/** As its page shows it. */
export const examplePage = (change: Partial<ArticlePage> = {}): ArticlePage => ({
  ...SHARED,
  author: AUTHOR,
  authors: [{ id: 3, slug: "amina-otieno", ...AUTHOR, has_page: true }],
  content: "<p>At length.</p>",
  changes_html: "",
  corrections: [],
  disclosure_sentences: [],
  has_rest: false,
  card: { url: "/media/abcdefgh/card-50-50.jpg", width: 1200, height: 630, alt: SHARED.image_alt },
  images: [{ url: SHARED.image_url, width: 1600, height: 900 }],
  hero_url: SHARED.image_url,
  description: SHARED.excerpt,
  ...change,
});
