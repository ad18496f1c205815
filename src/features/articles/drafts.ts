import type { Selectable } from "kysely";
import { isPublic, isScheduled } from "#db/readable.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import type { CleanHtml } from "#shared/html.ts";
import { plainUrl } from "#shared/pictures.ts";
import { fallbackPicture } from "#shared/urls.ts";
import { type FieldValues, fromColumns, NEW_FIELDS, pickFields } from "./fields.ts";
import { DEFAULT_AUTHOR, ownTags } from "./rules.ts";
import type { ArticleBody } from "./schema.ts";
import { slugToStore } from "./slug.ts";
import type { ArticleTable } from "./tables.ts";

export type Author = { id: number; name: string };
export type AuthorRef = number | string;

/** An article as submitted by an editor. `category` is a name or slug; `content` is any HTML. */
export type ArticleDraft = FieldValues & {
  category: string;
  content: string;
  authorId: number | null;
  coAuthors?: Author[];
  /** Takes precedence over both: accounts by id, or by name, creating the author if there is none. */
  authors?: AuthorRef[];
  tags: string[];
  /** Sources, for the newsroom only. */
  sources: string[];
  /** Epoch milliseconds; null for a draft that was never published. A future date schedules. */
  publishedAt: number | null;
  /** For demo content: initial views, and the last update (epoch milliseconds). */
  views?: { count: number; heat: number };
  lastUpdatedAt?: number;
};

export type PreparedDraft = Omit<ArticleDraft, "content"> & { content: PreparedContent };

export type StoredDraft = Omit<ArticleDraft, "content"> & { content: CleanHtml };

/** The defaults of a new article. */
export const NEW_ARTICLE: Omit<ArticleDraft, "authorId"> = {
  ...NEW_FIELDS,
  category: "",
  content: "",
  tags: [],
  sources: [],
  publishedAt: null,
};

/** A request's body as a change of an article: only the given fields, without an uploaded file. */
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

/** The authors in a body. `authors` takes precedence over `author`, and that over `author_name`. */
export function authorsIn({ authors, author, author_name }: Pick<ArticleBody, "authors" | "author" | "author_name">) {
  const single = author || author_name;
  return authors ?? (single ? [single] : undefined);
}

/** A new article from a request's body, by the requesting account unless it names an author. */
export function newDraft(body: ArticleBody, authorId: number): ArticleDraft {
  const draft = { ...NEW_ARTICLE, authorId, ...changeOf(body) };
  return { ...draft, slug: slugToStore(draft.slug, { after: draft }) };
}

type ArticleRow = Omit<Selectable<ArticleTable>, "id" | "version" | "views" | "was_public">;

export const coAuthorsOf = ({ co_authors }: Pick<ArticleRow, "co_authors">): Author[] => JSON.parse(co_authors);

export const authorIdsOf = (article: Pick<ArticleRow, "author_id" | "co_authors">): number[] =>
  [...new Set([article.author_id, ...coAuthorsOf(article).map(({ id }) => id)])].filter((id) => id !== null);

/**
 * Merges a change into the article, at `now` (epoch milliseconds). Clients may send back fallback values (a picture of
 * the content, the placeholder, default tags) with the full article; these are not stored.
 */
export function mergeChange(
  before: ArticleRow,
  category: string,
  change: Partial<StoredDraft>,
  now: number,
): StoredDraft {
  const draft = toDraft(before, category);
  const merged = { ...draft, ...change };
  merged.slug = slugToStore(merged.slug, { before: draft, after: merged });
  const standIns: string[] = [fallbackPicture.list, fallbackPicture.related];
  if (standIns.includes(merged.image_url) || (!draft.image_url && merged.image_url === before.content_image_url))
    merged.image_url = "";
  if (draft.authorId === null && merged.authors?.join() === DEFAULT_AUTHOR.name) delete merged.authors;
  if (draft.tags.length === 0 && ownTags(merged.tags, category).length === 0) merged.tags = [];
  // Unscheduling drops the date, so that publishing later does not use it.
  const isUnscheduled = isScheduled(before, now) && merged.status !== "published";
  if (isUnscheduled && merged.publishedAt === before.published_at) merged.publishedAt = null;
  // Clearing the date of a public article keeps it; clearing that of a scheduled one publishes it now.
  if (merged.status === "published" && isPublic(before, now)) merged.publishedAt ??= before.published_at;
  return merged;
}

/** Whether readers have ever seen an article by `now` (epoch milliseconds): if so, its page is 410 after deletion. */
export const wasPublic = (
  article: Pick<Selectable<ArticleTable>, "status" | "published_at" | "was_public">,
  now: number,
): boolean => article.was_public === 1 || isPublic(article, now);

type Visibility = Pick<Selectable<ArticleTable>, "status" | "published_at">;

/** The column `was_public`: whether readers have seen an article, or see it with this write. */
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

/** The fields set by editors, with the API's names: the format of versions and working copies. */
export type ArticleSnapshot = FieldValues & {
  category: string;
  tags: string[];
  sources: string[];
  author_id: number | null;
  /** By account only: versions contain no names of erased people (decision 78). */
  co_authors: { id: number }[];
  /** Takes precedence over both, as in `ArticleDraft`. */
  authors?: AuthorRef[];
  published_date: string | null;
  /** HTML as it was saved: versions are read back from JSON, so it is parsed again before it becomes content. */
  content: string;
};

/** The authors of a snapshot: accounts by id, others by name. */
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
