import { setImmediate as otherTasks } from "node:timers/promises";
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "#db/open.ts";
import { BY_HEAT, BY_ID, isReadable, readable } from "#db/readable.ts";
import { type Scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { idsOfAuthor } from "#features/articles/authors/queries.ts";
import { lastArticleId } from "#features/articles/counts.ts";
import { isDerived } from "#features/articles/derive.ts";
import { coAuthorsOf } from "#features/articles/drafts.ts";
import {
  type SummaryRow,
  selectPublished,
  showsCards,
  summariesByIds,
  teasersOf,
  unpaidAmong,
} from "#features/articles/queries.ts";
import { readOwnCards } from "#features/articles/readers-content.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { idsOfSeries } from "#features/articles/series/queries.ts";
import { idsOfTopic } from "#features/articles/topics/queries.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { ownContent } from "#features/content/derive.ts";
import { storedPaths } from "#features/content/own-cards.ts";
import { authorScope, findProfiles } from "#features/identity/accounts/queries.ts";
import { correctionsBetween, correctionsOf, disclosuresOf } from "#features/record/queries.ts";
import { similarIds } from "#features/search/queries.ts";
import type { Topic } from "#features/topics/endpoints.ts";
import type { Page } from "#shared/schema.ts";
import { nameKey } from "#shared/text.ts";
import type { Viewer } from "#shared/viewer.ts";
import { nearestOf, type Relative, type RelativeText, rankRelated, titleWords } from "./rules.ts";

const NEWEST_OF_TOPIC = 100;
const MAX_TOPICS = 8;
const NEWEST_OF_CATEGORY = 60;

const STREAM_BATCH = 1_000;

const visible = (db: Kysely<Tables>, viewer: Viewer, now: number) =>
  db.selectFrom("article").where(readable(viewer, now));

/**
 * Returns up to `limit` related articles, nearest first, without sponsored ones; undefined if readers may not see the article.
 * The cost does not grow with the archive: only the newest articles of its tags and category are compared.
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
    ids.push(...(await unpaidAmong(db, similar)).filter((other) => other !== id && !ids.includes(other)));
  }
  return summariesByIds(db, viewer, now, ids.slice(0, limit));
}

async function relativesOf(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  article: { id: number; category_id: number },
): Promise<Relative[]> {
  const sharedTags = await countSharedTopics(db, article.id);
  const neighbours = await visible(db, viewer, now)
    .where("category_id", "=", article.category_id)
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(NEWEST_OF_CATEGORY)
    .select("id")
    .execute();
  const ids = new Set(await unpaidAmong(db, [...sharedTags.keys(), ...neighbours.map((row) => row.id)]));
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
 * Articles that share topics with one, and how many. Of a topic with thousands of articles, only the newest are compared.
 */
async function countSharedTopics(db: Kysely<Tables>, id: number): Promise<Map<number, number>> {
  const topics = await db
    .selectFrom("article_topic")
    .innerJoin("topic", "topic.id", "article_topic.topic_id")
    .select(["topic.id", "topic.name_key"])
    .where("article_id", "=", id)
    .orderBy("topic.name_key")
    .limit(MAX_TOPICS)
    .execute();
  if (topics.length === 0) return new Map();
  shows(...topics.map(({ name_key }) => articleScope.tag(name_key)));
  const newest = topics.map(
    (topic) => sql`select article_id from (select article_id from article_topic where topic_id = ${topic.id}
      and published_at is not null order by published_at desc, article_id desc limit ${NEWEST_OF_TOPIC}) as newest`,
  );
  const rows = await db
    .selectFrom("article_topic")
    .where("article_id", "in", sql<number>`(${sql.join(newest, sql` union `)})`)
    .where(
      "topic_id",
      "in",
      topics.map((topic) => topic.id),
    )
    .groupBy("article_id")
    .select((eb) => ["article_id", eb.fn.countAll<number>().as("shared")])
    .execute();
  return new Map(rows.map((row) => [row.article_id, Number(row.shared)]));
}

/** The list that a feed is of; the whole site's without one. */
export type FeedList =
  | { categoryId: number }
  | { topic: Topic }
  | { authorId: number }
  | { seriesId: number }
  | undefined;
type FeedPart = { limit: number; list?: FeedList };

/**
 * The newest published articles with their content, of the whole site or of one list, followed by older ones
 * corrected since the oldest of these, so that subscribers learn of the correction.
 */
export async function listForFeed(
  { db }: Database,
  preparer: ContentPreparer,
  viewer: Viewer,
  now: number,
  part: FeedPart,
) {
  const { limit, list } = part;
  const newest = await newestForFeed(db, viewer, now, part);
  const oldest = newest.length < limit ? null : (newest.at(-1)?.published_at ?? null);
  const older = oldest === null ? [] : await correctedSince(db, viewer, now, { since: oldest, known: newest });
  const rows =
    older.length === 0
      ? newest
      : [...newest, ...(await selectForFeed(db, viewer, now, list).where("article.id", "in", older).execute())];
  shows(scopeOf(list), ...rows.map(({ id }) => articleScope.whole(id)), ...rows.flatMap(authorIdsOf).map(authorScope));
  const ids = rows.map(({ id }) => id);
  const corrections = await correctionsOf(db, ids);
  const disclosures = await disclosuresOf(db, now, ids);
  const profiles = await findProfiles(db, rows.flatMap(authorIdsOf));
  const teasers = await teasersOf(db, rows);
  return Promise.all(
    rows.map(async ({ article_version, derivation, local_addresses, remote_items, version, content, ...row }) => {
      const corrected = {
        ...row,
        teaser: teasers.get(row.id) ?? "",
        corrections: (corrections.get(row.id) ?? []).toReversed(),
        disclosures: disclosures.get(row.id) ?? [],
        people: authorIdsOf(row).flatMap((id) => profiles.get(id) ?? []),
      };
      const ownPaths = storedPaths(content);
      const isComplete = remote_items === "[]" && ownPaths.length === 0;
      if (isComplete && isDerived({ version, article_version, derivation }))
        return { ...corrected, content, localAddresses: JSON.parse(local_addresses ?? "[]") as number[] };
      // Feed readers must not contact other hosts for pictures either.
      const { html, addresses } = ownContent(
        (await preparer.prepare(content)).content.html,
        await readOwnCards(db, { viewer, now }, ownPaths),
      );
      return { ...corrected, content: html, localAddresses: addresses };
    }),
  );
}

/** The accounts of an article's authors, in their order. */
const authorIdsOf = (row: Pick<SummaryRow, "author_id" | "co_authors">): number[] => [
  ...(row.author_id === null ? [] : [row.author_id]),
  ...coAuthorsOf(row).map(({ id }) => id),
];

function scopeOf(list: FeedList): Scope {
  if (!list) return articleScope.latest;
  if ("authorId" in list) return articleScope.byline(list.authorId);
  if ("seriesId" in list) return articleScope.series(list.seriesId);
  return "topic" in list ? articleScope.tag(nameKey(list.topic.name)) : articleScope.category(list.categoryId);
}

async function newestForFeed(db: Kysely<Tables>, viewer: Viewer, now: number, { limit, list }: FeedPart) {
  if (!list || "categoryId" in list) return selectForFeed(db, viewer, now, list).limit(limit).execute();
  // By their own indexes: the articles may be anywhere in the archive.
  const ids = await newestIds(db, viewer, now, list, { limit, offset: 0 });
  if (ids.length === 0) return [];
  return selectForFeed(db, viewer, now, undefined, BY_ID).where("article.id", "in", ids).execute();
}

function newestIds(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  list: Exclude<NonNullable<FeedList>, { categoryId: number }>,
  page: Page,
): Promise<number[]> {
  if ("topic" in list) return idsOfTopic(db, viewer, now, list.topic, page);
  if ("authorId" in list) return idsOfAuthor(db, viewer, now, list.authorId, page);
  return idsOfSeries(db, { viewer, now }, list.seriesId, { ...page, isNewestFirst: true });
}

const selectForFeed = (db: Kysely<Tables>, viewer: Viewer, now: number, list: FeedList, source?: typeof BY_ID) =>
  selectPublished(db, viewer, now, source)
    .leftJoin("derived_content as derived", "derived.article_id", "article.id")
    .select(["article.content", "article.version", "article.feed_id"])
    .select(["derived.article_version", "derived.derivation", "derived.local_addresses", "derived.remote_items"])
    .$if(list !== undefined, (query) => query.where(isIn(list)));

const isIn = (list: FeedList) => (eb: ExpressionBuilder<Tables, "article">) => {
  if (!list || "categoryId" in list) return eb("article.category_id", "=", list?.categoryId ?? 0);
  if ("topic" in list) {
    const ids = eb.selectFrom("article_topic").select("article_topic.article_id");
    return eb("article.id", "in", ids.where("topic_id", "=", list.topic.id));
  }
  if ("authorId" in list) {
    const ids = eb.selectFrom("article_byline").select("article_byline.article_id");
    return eb("article.id", "in", ids.where("account_id", "=", list.authorId));
  }
  const ids = eb.selectFrom("series_article").select("series_article.article_id");
  return eb("article.id", "in", ids.where("series_id", "=", list.seriesId));
};

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

/** Articles published after `since`, newest first: for the news sitemap, which omits some. Times in epoch milliseconds. */
export async function listNews(db: Kysely<Tables>, viewer: Viewer, now: number, since: number, limit: number) {
  shows(articleScope.latest);
  const rows = await visible(db, viewer, now)
    .where("published_at", ">", since)
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .select(["id", "title", "slug", "published_at", "language", "genre", "canonical_url", "is_noindex"])
    .execute();
  showsCards(rows.map(({ id }) => id));
  return rows;
}
export type NewsRow = Awaited<ReturnType<typeof listNews>>[number];

/** The newest articles of a category that other programs should find here, for assistants. */
export const listForAssistants = (db: Kysely<Tables>, viewer: Viewer, now: number, categoryId: number, limit: number) =>
  visible(db, viewer, now)
    .where("category_id", "=", categoryId)
    .where("is_noindex", "=", 0)
    .where("canonical_url", "=", "")
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .select(["id", "title", "excerpt", "genre"])
    .execute();

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

/**
 * The articles of a part that search engines should list here, in batches, so that few are in memory at a time. Others
 * are hidden from search engines, or were published first on another site.
 */
export async function* streamSitemapPart(db: Kysely<Tables>, viewer: Viewer, now: number, size: number, part: number) {
  let after = (part - 1) * size;
  while (true) {
    const rows = await listed(db, viewer, now)
      .where("id", ">", after)
      .where("id", "<=", part * size)
      .where("is_noindex", "=", 0)
      .where("canonical_url", "=", "")
      .orderBy("id")
      .limit(STREAM_BATCH)
      .select(["id", "title", "slug", "image_url", "content_image_url", modified.as("modified")])
      .execute();
    if (rows.length > 0) yield rows;
    await otherTasks();
    const last = rows.at(-1);
    if (!last || rows.length < STREAM_BATCH) return;
    after = last.id;
  }
}
