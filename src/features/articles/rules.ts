import type { Selectable } from "kysely";
import type { ArticleTable } from "#db/tables.ts";
import type { CleanHtml } from "#shared/clean-html.ts";
import { fallbackImage } from "#shared/urls.ts";
import type { ArticleBody } from "./schema.ts";

/** An article as an editor gives it. `category` is a name or slug; `content` is any HTML. */
export type ArticleDraft = {
  title: string;
  excerpt: string;
  category: string;
  content: string;
  imageUrl: string;
  imageAlt: string;
  authorId: number | null;
  /** Goes before `authorId`: the author of this name, made where there is none. */
  authorName?: string;
  tags: string[];
  status: "published" | "draft";
  /** Epoch milliseconds; null for a draft that was never published. A future one schedules. */
  publishedAt: number | null;
  isAutoUpdate: boolean;
  isFeatured: boolean;
  isEditorsPick: boolean;
  /** Views to begin with, and when it was last updated (epoch milliseconds): for demo content. */
  views?: { count: number; heat: number };
  lastUpdatedAt?: number;
};

/** What is said of an article that does not exist, or may not be seen. */
export const NO_ARTICLE = "The article you are looking for does not exist or has been removed.";

/** What is said of an edit that began from an older version. */
export const STALE_EDIT = "Somebody else has changed this article since you opened it.";

/** Two labels beside the category, for an article without tags. */
const GENERIC_TAGS = ["News", "Technology"];

/** The tags readers see on an article without any. */
export function defaultTags(category: string): string[] {
  return [...new Set([category, ...GENERIC_TAGS])];
}

/** The author of an article that names none: a generic founder-writer persona. */
export const DEFAULT_AUTHOR = {
  name: "The Founding Writer",
  image_url: fallbackImage.author,
  bio: "Founder and writer of this publication, covering digital money and the technology beneath it.",
};

/** What a new article is where its editor says nothing: a draft, with every switch off. */
const NEW_ARTICLE: Omit<ArticleDraft, "authorId"> = {
  title: "",
  excerpt: "",
  category: "",
  content: "",
  imageUrl: "",
  imageAlt: "",
  tags: [],
  status: "draft",
  publishedAt: null,
  isAutoUpdate: false,
  isFeatured: false,
  isEditorsPick: false,
};

/** A request's body as a change of an article: only what was given. A file is not part of it. */
export function changeOf(body: ArticleBody): Partial<ArticleDraft> {
  const change: { [Field in keyof ArticleDraft]?: ArticleDraft[Field] | undefined } = {
    title: body.title,
    excerpt: body.excerpt,
    category: body.category,
    content: body.content,
    imageUrl: typeof body.image_url === "string" ? body.image_url : undefined,
    imageAlt: body.image_alt,
    authorName: body.author_name || undefined,
    tags: body.tags,
    status: body.status,
    publishedAt: body.published_date,
    isAutoUpdate: body.is_auto_update,
    isFeatured: body.is_featured,
    isEditorsPick: body.is_editors_pick,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** A new article from a request's body, by the account that sends it unless it names an author. */
export function newDraft(body: ArticleBody, authorId: number): ArticleDraft {
  return { ...NEW_ARTICLE, authorId, ...changeOf(body) };
}

type ArticleRow = Omit<Selectable<ArticleTable>, "id" | "version" | "views">;

/** An article as it is stored. */
export type StoredDraft = Omit<ArticleDraft, "content"> & { content: CleanHtml };

/**
 * The article with the change in it, made at `now` (epoch milliseconds). What only stands in for something missing
 * (a picture of the content or the house's, the default tags) may come back with the whole article
 * object, and is not taken for given.
 */
export function mergeChange(
  before: ArticleRow,
  category: string,
  change: Partial<StoredDraft>,
  now: number,
): StoredDraft {
  const draft = toDraft(before, category);
  const merged = { ...draft, ...change };
  const standIns: string[] = [fallbackImage.list, fallbackImage.related];
  if (standIns.includes(merged.imageUrl) || (!draft.imageUrl && merged.imageUrl === before.content_image_url))
    merged.imageUrl = "";
  if (draft.tags.length === 0 && merged.tags.join() === defaultTags(category).join()) merged.tags = [];
  // What readers have seen keeps its date where that is cleared; a scheduled article is published now.
  if (merged.status === "published" && isPublic(before, now)) merged.publishedAt ??= before.published_at;
  return merged;
}

/** Whether readers see an article at `now` (epoch milliseconds). */
function isPublic({ status, published_at }: Pick<ArticleRow, "status" | "published_at">, now: number): boolean {
  return status === "published" && published_at !== null && published_at <= now;
}

export function toDraft(row: ArticleRow, category: string): StoredDraft {
  return {
    title: row.title,
    excerpt: row.excerpt,
    category,
    content: row.content,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    authorId: row.author_id,
    tags: JSON.parse(row.tags) as string[],
    status: row.status,
    publishedAt: row.published_at,
    isAutoUpdate: row.is_auto_update === 1,
    isFeatured: row.is_featured === 1,
    isEditorsPick: row.is_editors_pick === 1,
  };
}
