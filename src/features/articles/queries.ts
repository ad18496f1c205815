import { type Kysely, sql } from "kysely";
import { type BY_ID, isReadable, publicAt, readable, scheduled } from "#db/readable.ts";
import { type Scope, shows, showsInData } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { textBeginning } from "#features/content/preview.ts";
import { authorScope, type DescribedAuthor, findProfiles } from "#features/identity/accounts/queries.ts";
import { findPicture, focusedUrls } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import { topicSlugs } from "#features/topics/queries.ts";
import type { Page } from "#shared/schema.ts";
import type { Viewer } from "#shared/viewer.ts";
import { coAuthorsOf } from "./drafts.ts";
import { LIST_NAMES, PAGE_NAMES } from "./fields.ts";
import { asEdited } from "./internal/edited-rows.ts";
import { type HomeFlag, idsOfList, newestOf, unpaidAmong } from "./internal/placed.ts";
import { findInList, standsBefore } from "./list/queries.ts";
import { wordsOf } from "./list/words.ts";
import { contentOfPage, TEXT_BEGINNING } from "./page-content.ts";
import { articleScope } from "./scopes.ts";
import { shownSlug } from "./slug.ts";

/** Rows for lists: everything except the content, with category and author. */
export function selectSummaries(db: Kysely<Tables>) {
  return db
    .selectFrom("article")
    .innerJoin("category", "category.id", "article.category_id")
    .leftJoin("account", "account.id", "article.author_id")
    .leftJoin("picture", (join) => join.on(shownKey, "=", (eb) => eb.ref("picture.key")))
    .leftJoin("picture as portrait", (join) => join.on(portraitKey, "=", (eb) => eb.ref("portrait.key")))
    .select(LIST_NAMES.map((name) => `article.${name}` as const))
    .select([
      "article.id",
      "article.category_id",
      "article.content_image_url",
      "article.published_at",
      "article.last_updated_at",
      "article.tags",
      "article.author_id",
      "article.co_authors",
      "category.name as category",
      "category.slug as category_slug",
      "account.name as author_name",
      "picture.focal_x",
      "picture.focal_y",
      "picture.caption as picture_caption",
      "picture.credit as picture_credit",
      portraitUrl.as("portrait_url"),
      "portrait.focal_x as portrait_x",
      "portrait.focal_y as portrait_y",
    ]);
}

/** The first author's picture, of an opinion: readers see who says it. */
const portraitUrl = sql<string | null>`case when article.genre = 'opinion' then account.image_url end`;
const portraitKey = sql<string>`case when article.genre = 'opinion' then substr(account.image_url, 8, 24) end`;

const PAGE_COLUMNS = PAGE_NAMES.map((name) => `article.${name}` as const);

/** The key in the address of a list's picture: 24 characters after "/media/". */
const shownKey = sql<string>`substr(case when article.image_url = '' then article.content_image_url
  else article.image_url end, 8, 24)`;

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>["execute"]>>[number];

/** `selectSummaries` narrowed to public articles at `now` (epoch milliseconds), newest first. */
export function selectPublished(db: Kysely<Tables>, viewer: Viewer, now: number, source?: typeof BY_ID) {
  return selectSummaries(db)
    .where(readable(viewer, now, source))
    .orderBy("article.published_at", "desc")
    .orderBy("article.id", "desc");
}

/** Records the articles that a list shows. `last_updated` is in its data, but no page prints it. */
export function showsCards(ids: number[]): void {
  shows(...ids.map(articleScope.card));
  showsInData(...ids.map(articleScope.whole));
}

/** Records the authors whose pictures a list of opinions shows. */
const showsPortraits = (rows: readonly SummaryRow[]): void =>
  shows(...rows.flatMap(({ genre, author_id }) => (genre === "opinion" && author_id ? authorScope(author_id) : [])));

/** Returns a list's rows, and records the list and its cards as shown. */
export async function listShown(list: Scope, rows: Promise<SummaryRow[]>): Promise<SummaryRow[]> {
  const found = await rows;
  shows(list);
  showsCards(found.map(({ id }) => id));
  showsPortraits(found);
  return found;
}

export function listLatest(db: Kysely<Tables>, viewer: Viewer, now: number, limit: number): Promise<SummaryRow[]> {
  return listShown(articleScope.latest, selectPublished(db, viewer, now).limit(limit).execute());
}

export async function latestIds(db: Kysely<Tables>, viewer: Viewer, now: number, limit: number): Promise<number[]> {
  shows(articleScope.latest);
  const rows = await db
    .selectFrom("article")
    .select("id")
    .where(readable(viewer, now))
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the newest articles of a category that were not paid for, except some. */
export function newestOfCategory(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  { categoryId, ...newest }: { categoryId: number; limit: number; except: readonly number[] },
): Promise<number[]> {
  shows(articleScope.category(categoryId));
  return newestOf(db, ["category_id", categoryId], viewer, now, newest);
}

/** Ids of a list of the home page: the arranged articles, then the newest. */
export function homeListIds(
  db: Kysely<Tables>,
  flag: HomeFlag,
  viewer: Viewer,
  now: number,
  limit: number,
): Promise<number[]> {
  shows(flag === "is_featured" ? articleScope.featured : articleScope.picks);
  return idsOfList(db, flag, viewer, now, limit);
}

export const listFeatured = async (
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  limit: number,
): Promise<SummaryRow[]> => summariesByIds(db, viewer, now, await homeListIds(db, "is_featured", viewer, now, limit));

export const listEditorsPicks = async (
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  limit: number,
): Promise<SummaryRow[]> =>
  summariesByIds(db, viewer, now, await homeListIds(db, "is_editors_pick", viewer, now, limit));

export const newestWith = newestOf;

/**
 * One page of all published articles, and the total, from the spans of the list: reads neither earlier nor later
 * articles.
 */
export async function pagePublished(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  { limit, offset }: Page,
  categoryId?: number,
) {
  shows(categoryId === undefined ? articleScope.latest : articleScope.category(categoryId));
  const published = db
    .selectFrom("article")
    .where(readable(viewer, now))
    .$if(categoryId !== undefined, (query) => query.where("category_id", "=", categoryId ?? 0));
  const { total, skip, before } = await findInList(db, now, offset, categoryId);
  if (offset >= total) return { rows: [], total };
  const rest = before ? published.where(standsBefore("published_at", "id", before)) : published;
  const found = await rest
    .select("id")
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(skip)
    .execute();
  const ids = found.map(({ id }) => id);
  return { rows: await summariesByIds(db, viewer, now, ids), total };
}

export async function isPublished(db: Kysely<Tables>, now: number, id: number): Promise<boolean> {
  const row = await db.selectFrom("article").select("id").where("id", "=", id).where(publicAt(now)).executeTakeFirst();
  return row !== undefined;
}

/** The slug of an article that readers may see. */
export async function findSlug(db: Kysely<Tables>, viewer: Viewer, now: number, id: number) {
  shows(articleScope.whole(id));
  const row = await db
    .selectFrom("article")
    .select(["title", "slug"])
    .where("id", "=", id)
    .where(readable(viewer, now))
    .executeTakeFirst();
  return row && shownSlug(row);
}

/** Published articles by id, in the order of `ids`; skips ids that are not public. */
export async function summariesByIds(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  ids: number[],
): Promise<SummaryRow[]> {
  showsCards(ids);
  // The condition is checked in memory, or SQLite would scan all visible articles.
  const rows = (await summariesOfAny(db, ids)).filter((row) => isReadable(viewer, row, now));
  showsPortraits(rows);
  return rows;
}

export { asEdited, unpaidAmong };

/** Articles by id, whatever their status, in the order of `ids`. */
export async function summariesOfAny(db: Kysely<Tables>, ids: number[]): Promise<SummaryRow[]> {
  return ids.length === 0 ? [] : inOrder(ids, await selectSummaries(db).where("article.id", "in", ids).execute());
}

/**
 * Rows of the editors' list, in the order of `ids`: with views, unresolved notes, and who last saved the article or its
 * working copy, and when.
 */
export async function listedRows(db: Kysely<Tables>, ids: number[]) {
  if (ids.length === 0) return [];
  const isNewer = sql<boolean>`copy.saved_at >= article.updated_at`;
  const rows = await selectSummaries(db)
    .leftJoin("working_copy as copy", (join) =>
      join
        .onRef("copy.document_id", "=", "article.id")
        .on("copy.document_type", "=", "article")
        .on("copy.changes", "is not", null),
    )
    .leftJoin("account as editor", (join) =>
      join.on(sql<boolean>`editor.id = case when ${isNewer} then copy.saved_by else article.updated_by end`),
    )
    .select(["article.version", "article.views", "editor.name as editor_name", "copy.publish_at", "copy.changes"])
    .select(sql<number>`case when ${isNewer} then copy.saved_at else article.updated_at end`.as("edited_at"))
    .select((eb) =>
      eb
        .selectFrom("note")
        .where("note.document_type", "=", "article")
        .whereRef("note.document_id", "=", "article.id")
        .where("note.state", "<>", "resolved")
        .select((note) => note.fn.countAll<number | string>().as("count"))
        .as("open_notes"),
    )
    .where("article.id", "in", ids)
    .execute();
  const words = await wordsOf(db, rows);
  const edited = await asEdited(db, rows);
  return inOrder(
    ids,
    edited.map((row) => ({ ...row, words: words.get(row.id) ?? 0 })),
  );
}
export type ListedRow = Awaited<ReturnType<typeof listedRows>>[number];

function inOrder<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** Characters of the text that stand for a missing excerpt. */
const TEASER_LENGTH = 200;

/** The excerpts of articles by id; for one without, the start of its text, where derived. */
export async function teasersOf(
  db: Kysely<Tables>,
  articles: readonly { id: number; excerpt: string }[],
): Promise<Map<number, string>> {
  const without = articles.filter(({ excerpt }) => excerpt === "").map(({ id }) => id);
  const rows =
    without.length === 0
      ? []
      : await db
          .selectFrom("derived_content")
          .select(["article_id", sql<string>`substr(plain_text, 1, ${sql.lit(TEXT_BEGINNING)})`.as("text")])
          .where("article_id", "in", without)
          .execute();
  const excerpts = articles.map(({ id, excerpt }) => [id, excerpt] as const);
  return new Map([
    ...excerpts,
    ...rows.map(({ article_id, text }) => [article_id, textBeginning(text, TEASER_LENGTH)] as const),
  ]);
}

/** `isForPage`: without pictures on other hosts. */
export async function findPage(
  db: Kysely<Tables>,
  preparer: ContentPreparer,
  { viewer, now, isForPage }: { viewer: Viewer; now: number; isForPage: boolean },
  id: number,
) {
  const row = await selectPublished(db, viewer, now)
    .leftJoin("derived_content as derived", "derived.article_id", "article.id")
    .select("article.version")
    .select(PAGE_COLUMNS)
    .select(["account.slug as author_slug", "account.image_url as author_image_url"])
    .select(["account.bio as author_bio", "account.links as author_links"])
    .select(["derived.article_version", "derived.derivation", "derived.has_rest", "derived.page_html"])
    .select(["derived.reading_minutes", "derived.outline"])
    .select(sql<string | null>`substr(derived.plain_text, 1, ${sql.lit(TEXT_BEGINNING)})`.as("text_beginning"))
    .select(sql<number>`case when article.content like '%src="http%' then 1 else 0 end`.as("has_remote"))
    .where("article.id", "=", id)
    .executeTakeFirst();
  const authors = row ? [row.author_id, ...coAuthorsOf(row).map((author) => author.id)] : [];
  shows(articleScope.whole(id), ...authors.flatMap((author) => (author === null ? [] : authorScope(author))));
  if (!row) return undefined;
  const others = await readCoAuthors(db, row);
  const focused = await focusedUrls(db, [row.author_image_url ?? "", ...others.map(({ image_url }) => image_url)]);
  const coAuthors = others.map((author) => ({ ...author, image_url: focused(author.image_url) }));
  const { article_version, derivation, has_rest, page_html, text_beginning, reading_minutes, outline, ...read } = row;
  const { has_remote, ...stored } = read;
  const slugs = await topicSlugs(db, JSON.parse(row.tags));
  const article = {
    ...stored,
    coAuthors,
    social_picture: await findPicture(db, keyInAddress(stored.social_image) ?? ""),
    topics: [...slugs].map(([name, slug]) => ({ name, slug })),
    author_image_url: stored.author_image_url && focused(stored.author_image_url),
  };
  const derived = { article_version, derivation, has_rest, page_html, text_beginning, reading_minutes, outline };
  const parts = { id, version: row.version, has_remote, ...derived };
  return { ...article, ...(await contentOfPage(db, preparer, parts, { isForPage })) };
}
export type PageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>;

/** The profiles of co-authors. Deleted accounts keep their name. */
async function readCoAuthors(db: Kysely<Tables>, row: { co_authors: string }): Promise<DescribedAuthor[]> {
  const authors = coAuthorsOf(row);
  const profiles = await findProfiles(
    db,
    authors.map(({ id }) => id),
  );
  return authors.map(({ id, name }) => profiles.get(id) ?? { id, name, slug: null, image_url: "", bio: "", links: [] });
}

const withCoAuthors = async <Row extends { co_authors: string }>(db: Kysely<Tables>, row: Row | undefined) =>
  row && { ...row, coAuthors: await readCoAuthors(db, row) };

/** One article with content and author for editors, whatever its status, with its working copy's version. */
export async function findAny(db: Kysely<Tables>, id: number) {
  const row = await selectDetail(db, id)
    .leftJoin("working_copy as copy", (join) =>
      join
        .onRef("copy.document_id", "=", "article.id")
        .on("copy.document_type", "=", "article")
        .on("copy.changes", "is not", null),
    )
    .select(["article.sources", "copy.version as working_copy_version", "copy.changes as working_copy_changes"])
    .executeTakeFirst();
  return withCoAuthors(db, row);
}
export type EditorRow = NonNullable<Awaited<ReturnType<typeof findAny>>>;

function selectDetail(db: Kysely<Tables>, id: number) {
  return selectSummaries(db)
    .select(PAGE_COLUMNS)
    .select([
      "article.content",
      "article.version",
      "account.slug as author_slug",
      "account.image_url as author_image_url",
      "account.bio as author_bio",
      "account.links as author_links",
    ])
    .where("article.id", "=", id);
}

/** One published article with content and author; undefined if it is not public. */
export async function findPublished(db: Kysely<Tables>, viewer: Viewer, now: number, id: number) {
  const row = await selectDetail(db, id).where(readable(viewer, now)).executeTakeFirst();
  return withCoAuthors(db, row);
}
export type DetailRow = NonNullable<Awaited<ReturnType<typeof findPublished>>>;

/** When the next scheduled article becomes visible, in epoch milliseconds; null if none is scheduled. */
export async function nextPublication(db: Kysely<Tables>, now: number): Promise<number | null> {
  const row = await db
    .selectFrom("article")
    .select("published_at")
    .where(scheduled(now))
    .orderBy("published_at")
    .limit(1)
    .executeTakeFirst();
  return row?.published_at ?? null;
}
