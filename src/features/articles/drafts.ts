import type { Selectable } from "kysely";
import { isReadable, isScheduled } from "#db/readable.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import type { CleanHtml } from "#shared/html.ts";
import { plainUrl } from "#shared/pictures.ts";
import { fallbackPicture } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { type FieldValues, fromColumns, NEW_FIELDS, pickFields } from "./fields.ts";
import { DEFAULT_AUTHOR, defaultTags } from "./rules.ts";
import type { ArticleBody } from "./schema.ts";
import type { ArticleTable } from "./tables.ts";

/** An author of an article by account. */
export type Author = { id: number; name: string };
/** An author as an editor names one: by account, or by name. */
export type AuthorRef = number | string;

/** An article as submitted by an editor. `category` is a name or slug; `content` is any HTML. */
export type ArticleDraft = FieldValues & {
  category: string;
  content: string;
  authorId: number | null;
  /** The authors after the first. */
  coAuthors?: Author[];
  /** Takes precedence over both: accounts by id, or by a name, whose author is created if there is none. */
  authors?: AuthorRef[];
  tags: string[];
  /** The newsroom's sources: never public. */
  sources: string[];
  /** Epoch milliseconds; null for a draft that was never published. A future one schedules. */
  publishedAt: number | null;
  /** Initial views, and the last update (epoch milliseconds): for demo content. */
  views?: { count: number; heat: number };
  lastUpdatedAt?: number;
};

/** An article with prepared content, as the commands inside a transaction take it. */
export type PreparedDraft = Omit<ArticleDraft, "content"> & { content: PreparedContent };

/** An article with its stored content. */
export type StoredDraft = Omit<ArticleDraft, "content"> & { content: CleanHtml };

/** The defaults of a new article: a draft, with every switch off. */
export const NEW_ARTICLE: Omit<ArticleDraft, "authorId"> = {
  ...NEW_FIELDS,
  category: "",
  content: "",
  tags: [],
  sources: [],
  publishedAt: null,
};

/** A request's body as a change of an article: only the fields given, without an uploaded file. */
export function changeOf(body: ArticleBody): Partial<ArticleDraft> {
  const change: { [Field in keyof ArticleDraft]?: ArticleDraft[Field] | undefined } = {
    ...pickFields({ ...body, image_url: typeof body.image_url === "string" ? plainUrl(body.image_url) : undefined }),
    category: body.category,
    content: body.content,
    authors: authorsIn(body),
    tags: body.tags,
    sources: body.sources,
    publishedAt: body.published_date,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** The authors that a body names, of which `authors` comes before `author`, and that before `author_name`. */
export function authorsIn({ authors, author, author_name }: Pick<ArticleBody, "authors" | "author" | "author_name">) {
  const single = author || author_name;
  return authors ?? (single ? [single] : undefined);
}

/** A new article from a request's body, written by the requesting account unless it names an author. */
export function newDraft(body: ArticleBody, authorId: number): ArticleDraft {
  return { ...NEW_ARTICLE, authorId, ...changeOf(body) };
}

type ArticleRow = Omit<Selectable<ArticleTable>, "id" | "version" | "views" | "was_public">;

/** The authors of an article after the first. */
export const coAuthorsOf = ({ co_authors }: Pick<ArticleRow, "co_authors">): Author[] => JSON.parse(co_authors);

/** The accounts of all authors of an article, each once. */
export const authorIdsOf = (article: Pick<ArticleRow, "author_id" | "co_authors">): number[] =>
  [...new Set([article.author_id, ...coAuthorsOf(article).map(({ id }) => id)])].filter((id) => id !== null);

/**
 * Merges a change into the article, at `now` (epoch milliseconds). Fallback values (a picture of the content or the
 * placeholder, the default tags) may be sent back with the whole article object, and are not stored.
 */
export function mergeChange(
  before: ArticleRow,
  category: string,
  change: Partial<StoredDraft>,
  now: number,
): StoredDraft {
  const draft = toDraft(before, category);
  const merged = { ...draft, ...change };
  const standIns: string[] = [fallbackPicture.list, fallbackPicture.related];
  if (standIns.includes(merged.image_url) || (!draft.image_url && merged.image_url === before.content_image_url))
    merged.image_url = "";
  // The placeholder for a missing author is never stored.
  if (draft.authorId === null && merged.authors?.join() === DEFAULT_AUTHOR.name) delete merged.authors;
  if (draft.tags.length === 0 && merged.tags.join() === defaultTags(category).join()) merged.tags = [];
  // Unscheduling drops the date: publishing later must not use it.
  const isUnscheduled = isScheduled(before, now) && merged.status !== "published";
  if (isUnscheduled && merged.publishedAt === before.published_at) merged.publishedAt = null;
  // An article that readers have seen keeps its date if that is cleared; a scheduled one is published now.
  if (merged.status === "published" && isReadable(ANYBODY, before, now)) merged.publishedAt ??= before.published_at;
  return merged;
}

/** Whether readers have ever seen an article by `now` (epoch milliseconds): its page is 410 when it is deleted. */
export const wasPublic = (
  article: Pick<Selectable<ArticleTable>, "status" | "published_at" | "was_public">,
  now: number,
): boolean => article.was_public === 1 || isReadable(ANYBODY, article, now);

type Visibility = Pick<Selectable<ArticleTable>, "status" | "published_at">;

/** The column `was_public`: whether readers have seen an article, or see it now that it is written. */
export function seenBy(
  now: number,
  before: (Visibility & Pick<Selectable<ArticleTable>, "was_public">) | null,
  after: Visibility,
): Selectable<ArticleTable>["was_public"] {
  const was_public = before && wasPublic(before, now) ? 1 : 0;
  return wasPublic({ ...after, was_public }, now) ? 1 : 0;
}

export function toDraft(row: ArticleRow, category: string): StoredDraft {
  return {
    ...fromColumns(row),
    category,
    content: row.content,
    authorId: row.author_id,
    coAuthors: coAuthorsOf(row),
    tags: JSON.parse(row.tags) as string[],
    sources: JSON.parse(row.sources) as string[],
    publishedAt: row.published_at,
  };
}

/** The fields that an editor sets, under the API's names: the format of versions and working copies. */
export type ArticleSnapshot = FieldValues & {
  category: string;
  tags: string[];
  sources: string[];
  author_id: number | null;
  /** By account alone: a version has no name that an erased person left (decision 78). */
  co_authors: { id: number }[];
  /** Takes precedence over both, as in `ArticleDraft`. */
  authors?: AuthorRef[];
  /** ISO 8601 in UTC; null for a draft that was never published. */
  published_date: string | null;
  /** HTML as it was saved: versions are read back from JSON, so it is parsed before it becomes content again. */
  content: string;
};

/** The authors that a snapshot names: accounts by id, others by name. */
export const authorRefs = ({ authors, author_id, co_authors }: ArticleSnapshot): AuthorRef[] =>
  authors ?? [...(author_id === null ? [] : [author_id]), ...co_authors.map(({ id }) => id)];

export function snapshotOf(row: ArticleRow & { category: string }): ArticleSnapshot {
  return {
    ...fromColumns(row),
    category: row.category,
    tags: JSON.parse(row.tags),
    sources: JSON.parse(row.sources),
    author_id: row.author_id,
    co_authors: coAuthorsOf(row).map(({ id }) => ({ id })),
    published_date: row.published_at === null ? null : new Date(row.published_at).toISOString(),
    content: row.content,
  };
}
