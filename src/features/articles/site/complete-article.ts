import { fallbackPicture } from "#shared/urls.ts";
import { DEFAULT_AUTHOR, defaultTags } from "../rules.ts";
import type { ArticlePage, ArticleResponse, PageAuthor } from "../schema.ts";
import { type CardField, completeSummary, type GivenSummary } from "./complete.ts";

type GivenArticle = GivenSummary &
  Partial<Omit<ArticleResponse, CardField | "author" | "tags">> & { tags?: string | string[] | null };

function completeAuthor(author: unknown): ArticlePage["author"] {
  const { image_url, ...given } = Object(typeof author === "string" ? { name: author } : author) as Partial<PageAuthor>;
  if (!given.name) return DEFAULT_AUTHOR;
  return { bio: "", links: [], ...given, name: given.name, image_url: image_url || fallbackPicture.author };
}

function completeTags(tags: GivenArticle["tags"], category: string): string[] {
  const list = typeof tags === "string" ? tags.split(",") : (tags ?? []);
  const named = list.map((tag) => tag.trim()).filter(Boolean);
  return named.length > 0 ? [...new Set(named)] : defaultTags(category);
}

/** An article as shown. Without `has_rest`, its content is not prepared for the page. */
export type ShownArticle = Omit<ArticlePage, "has_rest" | "card"> & Partial<Pick<ArticlePage, "has_rest" | "card">>;

export function completeArticle(response: ArticleResponse): ShownArticle {
  const given: GivenArticle = response;
  const author = completeAuthor(given.author);
  const summary = completeSummary(given, "");
  const { image_url } = summary;
  return {
    ...summary,
    corrections: [],
    changes_html: "",
    disclosure_sentences: [],
    images: image_url ? [{ url: image_url }] : [],
    ...(image_url && { card: { url: image_url, alt: "" } }),
    hero_url: image_url,
    image_alt: "",
    description: summary.excerpt || summary.title,
    last_updated: null,
    ...given,
    content: given.content ?? "",
    image_url,
    byline: given.byline ?? author.name,
    category: summary.category,
    category_slug: summary.category_slug,
    excerpt: summary.excerpt,
    published_date: summary.published_date,
    author,
    authors: (given.authors ?? [{ id: null, ...author }]).map((one) => ({ slug: null, has_page: false, ...one })),
    tags: completeTags(given.tags, summary.category),
  } as ShownArticle;
}
