import type { Paged } from "#shared/api-client.ts";
import { pageOf } from "#shared/page.ts";
import { fallbackPicture } from "#shared/urls.ts";
import type { ArticleSummary } from "../schema.ts";

// A backend may return only the specified fields (decision 83). Defaults for the others are set here, so that
// components can rely on all fields.

/** The fields that cards show, except id and title. */
export type CardField = "excerpt" | "category" | "category_slug" | "image_url" | "byline" | "published_date";
export type GivenSummary = Pick<ArticleSummary, "id" | "title"> &
  Partial<Pick<ArticleSummary, CardField>> & { author?: unknown; content?: string };

export function firstPictureIn(html: string): string {
  const start = html.search(/<img\s/i);
  if (start < 0) return "";
  const end = html.indexOf(">", start);
  const tag = html.slice(start, end < 0 ? undefined : end);
  const [, quoted = "", bare = ""] = /\ssrc=(?:["']([^"']*)|([^\s"']+))/i.exec(tag) ?? [];
  return (quoted || bare).replaceAll("&amp;", "&");
}

const slugOf = ({ category_slug, category = "" }: GivenSummary) => category_slug ?? category.toLowerCase();

function nameOf(author: unknown): string {
  return String((typeof author === "object" ? (author as { name?: string } | null)?.name : author) ?? "");
}

/** Without a fallback, a missing picture is an empty text; otherwise the first one of the content, or the fallback. */
export function completeSummary(given: GivenSummary, fallback: string): ArticleSummary {
  const ofContent = fallback && given.content ? firstPictureIn(given.content) : "";
  return {
    ...given,
    excerpt: given.excerpt ?? "",
    category: given.category ?? "",
    category_slug: slugOf(given),
    image_url: given.image_url || ofContent || fallback,
    byline: given.byline ?? nameOf(given.author),
    published_date: given.published_date ?? null,
  } as ArticleSummary;
}

type Complete = (articles: ArticleSummary[]) => ArticleSummary[];
const completeWith =
  (fallback: string): Complete =>
  (articles) =>
    articles.map((article) => completeSummary(article, fallback));

export const completeList = completeWith("");
export const completeLatest = completeWith(fallbackPicture.list);
export const completeRelated = completeWith(fallbackPicture.related);

/** One page of a list. A backend without paging returns the full list for any page. */
export const completePage =
  (page: number, size: number, complete: Complete = completeLatest) =>
  (list: Paged<ArticleSummary>): Paged<ArticleSummary> => ({
    ...list,
    items: complete(pageOf(list.items, page, size)),
    total: Math.max(list.total, list.items.length),
  });
