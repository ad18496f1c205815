import type { Kysely } from "kysely";
import { readable } from "#db/readable.ts";
import { createLoopYield } from "#db/rows.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { coAuthorsOf } from "#features/articles/drafts.ts";
import { findPublished } from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { FORMER_AUTHOR } from "#features/identity/accounts/rules.ts";
import type { Page } from "#shared/schema.ts";
import { DAY } from "#shared/time.ts";
import type { Viewer } from "#shared/viewer.ts";
import { readLastText, readText } from "./internal/chain.ts";
import { dayOf, KINDS, startOfDay, type VersionKind } from "./rules.ts";
import {
  contentHash,
  type Disclosure,
  dayHash,
  decodeDisclosures,
  type PublishedText,
  publishedText,
} from "./serialize.ts";

export { readLastText, readText };

/** The versions of an article that were public by `now` (epoch milliseconds), newest first. */
const selectVersions = (db: Kysely<Tables>, now: number, articleId: number) =>
  db
    .selectFrom("published_version")
    .select(["article_id", "n", "at", "kind", "reason", "position"])
    .select(["content_hash", "previous_hash", "hash", "diff", "disclosures"])
    .where("article_id", "=", articleId)
    .where("at", "<=", now)
    .orderBy("n", "desc");

/** A page of an article's versions, newest first, and the total. */
export async function pageVersions(
  db: Kysely<Tables>,
  now: number,
  articleId: number,
  { limit, offset, kind }: Page & { kind?: VersionKind | undefined },
) {
  shows(articleScope.whole(articleId));
  const kinds = kind === undefined ? KINDS : [kind];
  const rows = await selectVersions(db, now, articleId)
    .where("kind", "in", kinds)
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom("published_version")
    .where("article_id", "=", articleId)
    .where("at", "<=", now)
    .where("kind", "in", kinds)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
export type VersionRow = Awaited<ReturnType<typeof pageVersions>>["rows"][number];

/** One version with its text and the current article; undefined for a hidden one, and for a removal. */
export async function findVersion(db: Kysely<Tables>, viewer: Viewer, now: number, articleId: number, n: number) {
  shows(articleScope.whole(articleId));
  const row = await selectVersions(db, now, articleId).where("n", "=", n).executeTakeFirst();
  const article = row?.content_hash ? await findPublished(db, viewer, now, articleId) : undefined;
  if (!row?.content_hash || !article) return undefined;
  const text = await textOf(db, articleId, row.content_hash, article);
  return text && { ...row, ...text, article };
}

/** Which of an article's texts `readText` has, by hash. */
export async function storedTexts(db: Kysely<Tables>, articleId: number, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom("published_version")
    .select("content_hash")
    .where("article_id", "=", articleId)
    .where("content_hash", "in", hashes)
    .where("body", "is not", null)
    .execute();
  return new Set(rows.flatMap(({ content_hash }) => content_hash ?? []));
}

async function textOf(db: Kysely<Tables>, id: number, hash: string, article: PublishedText) {
  return contentHash(article) === hash ? publishedText(article) : readText(db, id, hash);
}

/**
 * Corrections of public articles at `now` (epoch milliseconds). A cross join, because SQLite would otherwise start with the articles.
 */
const selectCorrections = (db: Kysely<Tables>, viewer: Viewer, now: number) =>
  db
    .selectFrom("published_version as version")
    .crossJoin("article")
    .whereRef("article.id", "=", "version.article_id")
    .where("version.kind", "=", "correction")
    .where("version.at", "<=", now)
    .where(readable(viewer, now));

const correctionRows = (corrections: ReturnType<typeof selectCorrections>) =>
  corrections
    .select(["version.article_id", "version.n", "version.at", "version.reason", "version.position"])
    .select(["article.title", "article.slug"])
    .orderBy("version.at", "desc")
    .orderBy("version.article_id", "desc")
    .orderBy("version.n", "desc");
export type CorrectionRow = Awaited<ReturnType<ReturnType<typeof correctionRows>["execute"]>>[number];

const showsCorrections = (rows: CorrectionRow[]) =>
  shows(articleScope.corrections, ...rows.map((row) => articleScope.card(row.article_id)));

export async function pageCorrections(db: Kysely<Tables>, viewer: Viewer, now: number, { limit, offset }: Page) {
  const rows = await correctionRows(selectCorrections(db, viewer, now))
    .limit(limit)
    .offset(offset)
    .execute();
  showsCorrections(rows);
  const { total } = await selectCorrections(db, viewer, now)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** The corrections made after `from` up to `until` (epoch milliseconds), newest first, at most `limit`. */
export async function correctionsBetween(
  db: Kysely<Tables>,
  viewer: Viewer,
  { from, until, limit }: { from: number; until: number; limit: number },
): Promise<CorrectionRow[]> {
  const rows = await correctionRows(selectCorrections(db, viewer, until))
    .where("version.at", ">", from)
    .limit(limit)
    .execute();
  showsCorrections(rows);
  return rows;
}

/** Maximum displayed corrections of one article; there is hardly ever more than one. */
const MAX_OF_ARTICLE = 100;

export type OwnCorrection = Omit<CorrectionRow, "title" | "slug">;

/** The corrections of articles, by id, newest first. The caller has checked that the articles are public. */
export async function correctionsOf(
  db: Kysely<Tables>,
  articles: readonly number[],
): Promise<Map<number, OwnCorrection[]>> {
  if (articles.length === 0) return new Map();
  const rows = await db
    .selectFrom("published_version")
    .select(["article_id", "n", "at", "reason", "position"])
    .where("article_id", "in", articles)
    .where("kind", "=", "correction")
    .orderBy("article_id")
    .orderBy("n", "desc")
    .limit(MAX_OF_ARTICLE * articles.length)
    .execute();
  return Map.groupBy(rows, ({ article_id }) => article_id);
}

/** The disclosed holdings of an author at the publication of an article or, with `isUpdate`, at a later change. */
export type Disclosed = Disclosure & { name: string; isUpdate: boolean };

/**
 * The disclosures of articles by id, in the order of their versions, with current names. The caller has checked that
 * the articles are public.
 */
export async function disclosuresOf(
  db: Kysely<Tables>,
  now: number,
  articles: readonly number[],
): Promise<Map<number, Disclosed[]>> {
  if (articles.length === 0) return new Map();
  const rows = await db
    .selectFrom("published_version")
    .select(["article_id", "kind", "disclosures"])
    .where("article_id", "in", articles)
    .where("disclosures", "is not", null)
    .where("at", "<=", now)
    .orderBy("article_id")
    .orderBy("n")
    .execute();
  return Map.groupBy(await namedDisclosures(db, rows), ({ article_id }) => article_id);
}

type Disclosing = { article_id: number; kind: VersionKind; disclosures: string | null };

/** Disclosures with the names of authors. A co-author without an account is named as in the article. */
export async function namedDisclosures(db: Kysely<Tables>, rows: readonly Disclosing[]) {
  const disclosed = rows.flatMap(({ article_id, kind, disclosures }) =>
    decodeDisclosures(disclosures).map((one) => ({ ...one, article_id, isUpdate: !ISSUING.has(kind) })),
  );
  const names = await accountNames(
    db,
    disclosed.map(({ account }) => account),
  );
  const gone = disclosed.filter(({ account }) => !names.has(account)).map(({ article_id }) => article_id);
  const credited = gone.length === 0 ? [] : await creditedIn(db, gone);
  for (const { id, name } of credited) if (!names.has(id)) names.set(id, name);
  return disclosed.map((one) => ({ ...one, name: names.get(one.account) ?? FORMER_AUTHOR }));
}

const ISSUING: ReadonlySet<VersionKind> = new Set(["publication", "return"]);

async function creditedIn(db: Kysely<Tables>, articles: readonly number[]) {
  const rows = await db.selectFrom("article").select("co_authors").where("id", "in", articles).execute();
  return rows.flatMap(coAuthorsOf);
}

/** When an article was last unpublished or deleted; null if that is not recorded. */
export async function lastRemoval(db: Kysely<Tables>, now: number, articleId: number): Promise<number | null> {
  const row = await db
    .selectFrom("published_version")
    .select("at")
    .where("article_id", "=", articleId)
    .where("kind", "=", "removal")
    .where("at", "<=", now)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The versions of one day, in the order of its head, and the total. */
export async function pageOfDay(db: Kysely<Tables>, now: number, day: string, { limit, offset }: Page) {
  shows(articleScope.record);
  const start = startOfDay(day);
  if (start === null) return { rows: [], total: 0 };
  const versions = selectBetween(db, start, Math.min(start + DAY, now + 1));
  const rows = await versions
    .select(["article_id", "n", "at", "kind", "hash"])
    .orderBy("at")
    .orderBy("article_id")
    .orderBy("n")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await versions.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

const selectBetween = (db: Kysely<Tables>, from: number, until: number) =>
  db.selectFrom("published_version").where("at", ">=", from).where("at", "<", until);

/** A day with versions and its head, which is final only after the day. */
export type Day = {
  day: string;
  versions: number;
  previous_head: string | null;
  head: string;
  is_complete: boolean;
  /** When its last version became public, or when the day ended, in epoch milliseconds. */
  updated: number;
};

/** Days with versions, newest first, at most `limit`, before the day `before`. */
export async function listDays(
  db: Kysely<Tables>,
  now: number,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Day[]> {
  shows(articleScope.record);
  const sealed = await db
    .selectFrom("published_day")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("day", "<", before ?? ""))
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
  const open = (await readOpenDays(db, now + 1)).filter(({ day }) => before === undefined || day < before);
  return [...open.reverse(), ...sealed.map((day) => ({ ...day, is_complete: true, updated: endOf(day.day) }))].slice(
    0,
    limit,
  );
}

const endOf = (day: string) => (startOfDay(day) ?? 0) + DAY - 1;

/** Versions in memory while a day's head is computed. */
const BATCH = 2_000;

/** The unsealed days, oldest first, with what was recorded before `until` (epoch milliseconds). */
export async function readOpenDays(db: Kysely<Tables>, until: number): Promise<Day[]> {
  const last = await db
    .selectFrom("published_day")
    .select(["day", "head"])
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  const days: Day[] = [];
  let from = last ? (startOfDay(last.day) ?? 0) + DAY : Number.MIN_SAFE_INTEGER;
  let previous = last?.head ?? null;
  for (;;) {
    const first = await selectBetween(db, from, until).select("at").orderBy("at").limit(1).executeTakeFirst();
    if (!first) return days;
    const day = dayOf(first.at);
    const end = endOf(day) + 1;
    days.push(await headOf(db, { day, previous, until: Math.min(end, until), is_complete: end <= until }));
    from = end;
    previous = days.at(-1)?.head ?? null;
  }
}

type OpenDay = { day: string; previous: string | null; until: number; is_complete: boolean };

async function headOf(db: Kysely<Tables>, { day, previous, until, is_complete }: OpenDay): Promise<Day> {
  const hash = dayHash(day, previous);
  const pause = createLoopYield();
  const start = startOfDay(day) ?? 0;
  let updated = until - 1;
  for (let after: { at: number; article_id: number; n: number } | undefined; ; ) {
    await pause();
    const rows = await selectBetween(db, after?.at ?? start, until)
      .select(["at", "article_id", "n", "hash"])
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb("at", ">", after?.at ?? 0),
            eb("article_id", ">", after?.article_id ?? 0),
            eb.and([eb("article_id", "=", after?.article_id ?? 0), eb("n", ">", after?.n ?? 0)]),
          ]),
        ),
      )
      .orderBy("at")
      .orderBy("article_id")
      .orderBy("n")
      .limit(BATCH)
      .execute();
    for (const row of rows) hash.add(row.hash);
    if (!is_complete) updated = rows.at(-1)?.at ?? updated;
    if (rows.length < BATCH) break;
    after = rows.at(-1);
  }
  return { day, versions: hash.count(), previous_head: previous, head: hash.head(), is_complete, updated };
}
