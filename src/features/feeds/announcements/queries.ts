import type { Kysely } from "kysely";
import { changesSince } from "#db/change.ts";
import { isPublic, publicAt } from "#db/readable.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { findPageOwner } from "#features/articles/authors/queries.ts";
import { shownSlug } from "#features/articles/slug.ts";
import { listCategories } from "#features/categories/queries.ts";
import { selectTrashed } from "#features/documents/trash/queries.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { MAX_ADDRESSES } from "./rules.ts";

type Db = Kysely<Tables>;

/** An article that readers see or have seen, and search engines may list. `slug`: "" for none. */
export type ChangedArticle = {
  id: number;
  slug: string;
  categoryId: number;
  /** Whether search engines should know another site's address instead. */
  isElsewhere: boolean;
};

/** How far the changes were announced. Times in epoch milliseconds. */
type Position = { version: number; at: number };

const WHOLE_ARTICLE = /^article:(\d+)$/;
/** Parameters in one statement. */
const BATCH = 1_000;

/**
 * The articles that readers see differently than at the position: published, changed, withdrawn, deleted, or reached by
 * their date. Of changes that may have touched everything, or are no longer known, only what was published, withdrawn or
 * deleted since.
 */
export async function articlesChangedSince(
  db: Db,
  now: number,
  since: Position,
): Promise<{ version: number; articles: ChangedArticle[] }> {
  const { version, changes = [] } = await changesSince(db, since.version);
  const scopes = new Set<string>(changes.flatMap((list) => list.split(" ")));
  const named = [...scopes].flatMap((one) => Number(WHOLE_ARTICLE.exec(one)?.[1] ?? 0) || []);
  const isVague = scopes.has(EVERYTHING) || changes.length < version - since.version;
  const removed = isVague ? [...(await trashedSince(db, since.at)), ...(await withdrawnSince(db, since.at))] : [];
  const ids = new Set([...named, ...removed, ...(await datedBetween(db, since.at, now))]);
  const articles: ChangedArticle[] = [];
  const all = [...ids].slice(0, MAX_ADDRESSES);
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH);
    articles.push(...(await existing(db, now, batch)), ...(await deleted(db, batch)));
  }
  return { version, articles };
}

async function datedBetween(db: Db, after: number, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom("article")
    .select("id")
    .where(publicAt(now))
    .where("published_at", ">", after)
    .orderBy("published_at", "desc")
    .limit(MAX_ADDRESSES)
    .execute();
  return rows.map(({ id }) => id);
}

async function trashedSince(db: Db, after: number): Promise<number[]> {
  const rows = await selectTrashed(db, "article")
    .select("document_id")
    .where("trashed_at", ">", after)
    .limit(MAX_ADDRESSES)
    .execute();
  return rows.map(({ document_id }) => document_id);
}

/** Articles that readers have seen and no longer do, changed after a time. */
async function withdrawnSince(db: Db, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom("article")
    .select("id")
    .where("status", "in", ["draft", "ready"])
    .where("was_public", "=", 1)
    .where("updated_at", ">", after)
    .limit(MAX_ADDRESSES)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether an article became readable by its date alone after a time. */
export const isDueSince = async (db: Db, after: number, now: number): Promise<boolean> => {
  const row = await db
    .selectFrom("article")
    .select("id")
    .where(publicAt(now))
    .where("published_at", ">", after)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

async function existing(db: Db, now: number, ids: number[]): Promise<ChangedArticle[]> {
  const rows = await db
    .selectFrom("article")
    .select(["id", "title", "slug", "category_id", "status", "published_at", "was_public", "canonical_url"])
    .where("id", "in", ids)
    .where("is_noindex", "=", 0)
    .execute();
  return rows
    .filter((row) => row.was_public === 1 || isPublic(row, now))
    .map((row) => ({
      id: row.id,
      slug: shownSlug(row),
      categoryId: row.category_id,
      isElsewhere: row.canonical_url !== "",
    }));
}

/** Articles that were deleted by older versions lack some. */
type TrashedFields = { slug?: string; category_id: number; canonical_url?: string; is_noindex?: number };

async function deleted(db: Db, ids: number[]): Promise<ChangedArticle[]> {
  const rows = await selectTrashed(db, "article")
    .select(["document_id", "fields", "title"])
    .where("document_id", "in", ids)
    .where("was_public", "=", 1)
    .execute();
  return rows.flatMap(({ document_id: id, title, fields }) => {
    const { slug = "", category_id: categoryId, canonical_url, is_noindex } = JSON.parse(fields) as TrashedFields;
    const isElsewhere = Boolean(canonical_url);
    return is_noindex ? [] : [{ id, slug: shownSlug({ title, slug }), categoryId, isElsewhere }];
  });
}

/** The pages that list these articles and have feeds: of their categories, topics, series and authors, at most `limit` each. */
export async function listsOf(db: Db, now: number, articles: readonly ChangedArticle[], limit: number) {
  const ids = articles.slice(0, BATCH).map(({ id }) => id);
  const changed = new Set(articles.map(({ categoryId }) => categoryId));
  const categories = (await listCategories(db, ANYBODY, now)).filter(({ id }) => changed.has(id));
  const topics = await db
    .selectFrom("article_topic")
    .innerJoin("topic", "topic.id", "article_topic.topic_id")
    .select("topic.slug")
    .distinct()
    .where("article_id", "in", ids)
    .limit(limit)
    .execute();
  const authors = await db
    .selectFrom("article_byline")
    .select("account_id")
    .distinct()
    .where("article_id", "in", ids)
    .limit(limit)
    .execute();
  const series = await db
    .selectFrom("series_article")
    .innerJoin("series", "series.id", "series_article.series_id")
    .select("series.slug")
    .distinct()
    .where("article_id", "in", ids)
    .limit(limit)
    .execute();
  const owners = await Promise.all(authors.map(({ account_id }) => findPageOwner(db, String(account_id))));
  return [
    ...categories.slice(0, limit).map(({ slug }) => pageUrl.category(slug)),
    ...topics.map(({ slug }) => documentUrl.topic(slug)),
    ...series.map(({ slug }) => documentUrl.series(slug)),
    ...owners.flatMap((owner) => (owner ? [documentUrl.author(owner.slug)] : [])),
  ];
}
