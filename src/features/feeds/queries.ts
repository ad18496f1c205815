import { setImmediate as otherTasks } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Database } from "#db/open.ts";
import { BY_HEAT, BY_ID, isReadable, readable } from "#db/readable.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { isDerived } from "#features/articles/derive.ts";
import {
  lastArticleId,
  type SummaryRow,
  selectPublished,
  showsCards,
  summariesByIds,
} from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { ownContent } from "#features/content/derive.ts";
import { correctionsBetween, correctionsOf, disclosuresOf } from "#features/record/queries.ts";
import { disclosureSentences } from "#features/record/rules.ts";
import { similarIds } from "#features/search/queries.ts";
import type { Viewer } from "#shared/viewer.ts";
import { nearestOf, type Relative, type RelativeText, rankRelated, titleWords } from "./rules.ts";

const NEWEST_OF_TAG = 100;
const MAX_TAGS = 8;
const NEWEST_OF_CATEGORY = 60;

const STREAM_BATCH = 1_000;

const visible = (db: Kysely<Tables>, viewer: Viewer, now: number) =>
  db.selectFrom("article").where(readable(viewer, now));

/**
 * Up to `limit` articles related to one, nearest first; undefined if readers may not see that one. The cost does not
 * grow with the archive: only the newest articles of its tags and category are compared.
 */
export async function listRelated(
  database: Database,
  viewer: Viewer,
  now: number,
  id: number,
  limit: number,
): Promise<SummaryRow[] | undefined> {
  const { db } = database;
  shows(articleScope.whole(id));
  const article = await visible(db, viewer, now)
    .where("id", "=", id)
    .select(["id", "title", "excerpt", "category_id"])
    .executeTakeFirst();
  if (!article) return undefined;
  shows(articleScope.category(article.category_id));
  const nearest = nearestOf(await relativesOf(db, viewer, now, article), limit);
  // All candidates count as shown, though only some will be: the comparison reads their texts.
  showsCards(nearest.map((relative) => relative.id));
  const ids = rankRelated(article, await withTexts(db, nearest), limit);
  if (ids.length < limit) {
    const similar = await similarIds(database, viewer, now, titleWords(article.title), 2 * limit);
    ids.push(...similar.filter((other) => other !== id && !ids.includes(other)));
  }
  return summariesByIds(db, viewer, now, ids.slice(0, limit));
}

async function relativesOf(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  article: { id: number; category_id: number },
): Promise<Relative[]> {
  const sharedTags = await countSharedTags(db, article.id);
  const neighbours = await visible(db, viewer, now)
    .where("category_id", "=", article.category_id)
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(NEWEST_OF_CATEGORY)
    .select("id")
    .execute();
  const ids = new Set([...sharedTags.keys(), ...neighbours.map((row) => row.id)]);
  ids.delete(article.id);
  if (ids.size === 0) return [];
  const rows = await db
    .selectFrom("article_list_entry")
    .where("article_id", "in", [...ids])
    .select(["article_id", "category_id", "status", "effective_at"])
    .execute();
  return rows
    .filter(({ status, effective_at: published_at }) => isReadable(viewer, { status, published_at }, now))
    .map(({ article_id: id, category_id, effective_at }) => ({
      id,
      shared: (sharedTags.get(id) ?? 0) + (category_id === article.category_id ? 1 : 0),
      publishedAt: effective_at,
    }));
}

async function withTexts(db: Kysely<Tables>, relatives: Relative[]): Promise<RelativeText[]> {
  if (relatives.length === 0) return [];
  const ids = relatives.map(({ id }) => id);
  const rows = await db.selectFrom("article").where("id", "in", ids).select(["id", "title", "excerpt"]).execute();
  const texts = new Map(rows.map((row) => [row.id, row]));
  return relatives.map((relative) => ({ title: "", excerpt: "", ...texts.get(relative.id), ...relative }));
}

/**
 * Articles that share tags with one, and how many. Of a tag with thousands of articles, only the newest are compared.
 */
async function countSharedTags(db: Kysely<Tables>, id: number): Promise<Map<number, number>> {
  const tags = await db
    .selectFrom("article_tag")
    .select("tag_key")
    .where("article_id", "=", id)
    .orderBy("tag_key")
    .limit(MAX_TAGS)
    .execute();
  if (tags.length === 0) return new Map();
  const keys = tags.map((tag) => tag.tag_key);
  shows(...keys.map(articleScope.tag));
  const newest = keys.map(
    (key) => sql`select article_id from (select article_id from article_tag where tag_key = ${key}
      order by article_id desc limit ${NEWEST_OF_TAG}) as newest`,
  );
  const rows = await db
    .selectFrom("article_tag")
    .where("article_id", "in", sql<number>`(${sql.join(newest, sql` union `)})`)
    .where("tag_key", "in", keys)
    .groupBy("article_id")
    .select((eb) => ["article_id", eb.fn.countAll<number>().as("shared")])
    .execute();
  return new Map(rows.map((row) => [row.article_id, Number(row.shared)]));
}

type FeedPart = { limit: number; categoryId?: number | undefined };

/**
 * The newest published articles with their content, of the whole site or of one category, followed by older ones
 * corrected since the oldest of these, so that subscribers learn of the correction.
 */
export async function listForFeed(
  { db }: Database,
  preparer: ContentPreparer,
  viewer: Viewer,
  now: number,
  part: FeedPart,
) {
  const { limit, categoryId } = part;
  const newest = await selectForFeed(db, viewer, now, categoryId).limit(limit).execute();
  const oldest = newest.length < limit ? null : (newest.at(-1)?.published_at ?? null);
  const older = oldest === null ? [] : await correctedSince(db, viewer, now, { since: oldest, known: newest });
  const rows =
    older.length === 0
      ? newest
      : [...newest, ...(await selectForFeed(db, viewer, now, categoryId).where("article.id", "in", older).execute())];
  const list = categoryId === undefined ? articleScope.latest : articleScope.category(categoryId);
  shows(list, ...rows.map(({ id }) => articleScope.whole(id)));
  const ids = rows.map(({ id }) => id);
  const corrections = await correctionsOf(db, ids);
  const disclosures = await disclosuresOf(db, now, ids);
  return Promise.all(
    rows.map(async ({ article_version, derivation, local_addresses, remote_items, version, content, ...row }) => {
      const corrected = {
        ...row,
        corrections: (corrections.get(row.id) ?? []).toReversed(),
        disclosures: disclosureSentences(disclosures.get(row.id) ?? []),
      };
      if (isDerived({ version, article_version, derivation }) && remote_items === "[]")
        return { ...corrected, content, localAddresses: JSON.parse(local_addresses ?? "[]") as number[] };
      // Feed readers must not contact other hosts for pictures either.
      const { html, addresses } = ownContent((await preparer.prepare(content)).content.html);
      return { ...corrected, content: html, localAddresses: addresses };
    }),
  );
}

const selectForFeed = (db: Kysely<Tables>, viewer: Viewer, now: number, categoryId: number | undefined) =>
  selectPublished(db, viewer, now)
    .leftJoin("derived_content as derived", "derived.article_id", "article.id")
    .select(["article.content", "article.version"])
    .select(["derived.article_version", "derived.derivation", "derived.local_addresses", "derived.remote_items"])
    .$if(categoryId !== undefined, (query) => query.where("article.category_id", "=", categoryId ?? 0));

const MAX_CORRECTIONS = 100;
const MAX_CORRECTED = 20;

/** Ids of articles that were corrected since a time (epoch milliseconds) and are not among the known ones. */
async function correctedSince(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  { since, known }: { since: number; known: readonly { id: number }[] },
): Promise<number[]> {
  const corrections = await correctionsBetween(db, viewer, { from: since, until: now, limit: MAX_CORRECTIONS });
  const ids = new Set(corrections.map(({ article_id }) => article_id));
  for (const { id } of known) ids.delete(id);
  return [...ids].slice(0, MAX_CORRECTED);
}

export type FeedRow = Awaited<ReturnType<typeof listForFeed>>[number];

/** Articles published after `since`, newest first: for the news sitemap. Times in epoch milliseconds. */
export async function listNews(db: Kysely<Tables>, viewer: Viewer, now: number, since: number, limit: number) {
  shows(articleScope.latest);
  const rows = await visible(db, viewer, now)
    .where("published_at", ">", since)
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .select(["id", "title", "slug", "published_at", "language"])
    .execute();
  showsCards(rows.map(({ id }) => id));
  return rows;
}
export type NewsRow = Awaited<ReturnType<typeof listNews>>[number];

/** One file of the article sitemap: articles with ids from `(part - 1) * size + 1` to `part * size`. */
export type SitemapPart = { part: number; articles: number; modified: number };

const modified = sql<number>`case when last_updated_at > published_at then last_updated_at else published_at end`;

/** As `visible`, through the index of sitemaps. */
const listed = (db: Kysely<Tables>, viewer: Viewer, now: number) =>
  db.selectFrom("article").where(readable(viewer, now, BY_ID));

/** Ids whose latest change is one entry of an index (migration 34). */
const BLOCK = 500;

/**
 * The parts that contain articles, and when the latest of each was changed. Split by id, so that an article never moves
 * to another part and no counting is needed.
 */
export async function listSitemapParts(db: Kysely<Tables>, viewer: Viewer, now: number, size: number) {
  const last = await lastArticleId(db);
  const parts: Pick<SitemapPart, "part" | "modified">[] = [];
  for (let part = 1; (part - 1) * size < last; part += 1) {
    const latest = await latestChange(db, viewer, now, (part - 1) * size, Math.min(part * size, last));
    if (latest !== null) parts.push({ part, modified: latest });
  }
  return parts;
}

/** When the latest of the visible articles with ids from `after + 1` to `to` was changed: block by block. */
async function latestChange(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  after: number,
  to: number,
): Promise<number | null> {
  const first = Math.ceil(after / BLOCK);
  const end = Math.max(first, Math.floor(to / BLOCK));
  const among = (from: number, until: number) => sql`select max(${modified}) as latest from article
    where ${readable(viewer, now, BY_ID)} and id > ${from} and id <= ${until}`;
  // Visible articles were changed before now; others have a later date.
  const { rows } = await sql<{ latest: number | null }>`
    with recursive block (number) as (
      select ${sql.lit(first)} where ${sql.lit(first)} < ${sql.lit(end)}
      union all select number + 1 from block where number + 1 < ${sql.lit(end)}
    )
    select max(latest) as latest from (
      select (select max(${modified}) from article where ${readable(viewer, now, BY_HEAT)}
        and (id - 1) / ${sql.lit(BLOCK)} = number and ${modified} <= ${now}) as latest from block
      union all ${among(after, Math.min(to, first * BLOCK))}
      union all ${among(end * BLOCK, to)}
    ) as changes`.execute(db);
  return rows[0]?.latest ?? null;
}

export async function findSitemapPart(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  size: number,
  part: number,
): Promise<SitemapPart | undefined> {
  const row = await listed(db, viewer, now)
    .where("id", ">", (part - 1) * size)
    .where("id", "<=", part * size)
    .select((eb) => [eb.fn.countAll<number>().as("articles"), sql<number | null>`max(${modified})`.as("modified")])
    .executeTakeFirst();
  return row?.modified ? { part, articles: Number(row.articles), modified: row.modified } : undefined;
}

/** The articles of a part, in batches, so that few are in memory at a time. */
export async function* streamSitemapPart(db: Kysely<Tables>, viewer: Viewer, now: number, size: number, part: number) {
  let after = (part - 1) * size;
  while (true) {
    const rows = await listed(db, viewer, now)
      .where("id", ">", after)
      .where("id", "<=", part * size)
      .orderBy("id")
      .limit(STREAM_BATCH)
      .select(["id", "title", "slug", modified.as("modified")])
      .execute();
    if (rows.length > 0) yield rows;
    await otherTasks();
    const last = rows.at(-1);
    if (!last || rows.length < STREAM_BATCH) return;
    after = last.id;
  }
}
