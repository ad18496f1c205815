import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addressScope } from "#features/addresses/register.ts";
import { lockedState } from "#features/articles/commands.ts";
import { authorizeChange } from "#features/articles/policy.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { changedFields } from "#features/audit/rules.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { RecordStore, RecordWrites } from "#platform/records/kind.ts";
import { findRow, insertRecord, lockRow, removeRow } from "#platform/records/store.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { isSlug } from "#shared/slug.ts";
import { fold, nameKey } from "#shared/text.ts";
import type { Series, SeriesOrder } from "./endpoints.ts";
import { partsOfSeries, SERIES, seriesOfArticle } from "./queries.ts";
import {
  FULL_SERIES,
  MAX_PARTS,
  orderVersion,
  type SeriesFields,
  STALE_ORDER,
  TAKEN_NAME,
  UNKNOWN_PART,
} from "./rules.ts";

type IsCurrent = (version: string) => boolean;
const always: IsCurrent = () => true;

/** How series are changed; the articles of a deleted one stay. */
export const seriesWrites = (store: RecordStore): RecordWrites<SeriesFields> => ({
  ...SERIES,
  store,
  stale: "This series has changed since you opened the form.",
  columnsOf: ({ name }) => ({ name_key: nameKey(name), search_key: fold(name.trim()) }),
  scopesOf: ({ before, after }) => {
    if (!before && after) return [articleScope.series(after.id), addressScope("series", after.slug)];
    return after && before?.slug !== after.slug ? [EVERYTHING] : [articleScope.series(before?.id ?? 0)];
  },
  state: recordEvent,
  async check(trx, { name }, before) {
    const others = trx.selectFrom("series").select("id").where("name_key", "=", nameKey(name));
    if (await others.where("id", "!=", before?.id ?? 0).executeTakeFirst())
      throw new ConflictError("name_taken", TAKEN_NAME, { name: TAKEN_NAME });
  },
});

/**
 * Replaces the articles of a series, and returns them. Those in the trash stay at the end. Throws NotFoundError, InvalidError for an unknown
 * article, and ConflictError if the stored order is not `isCurrent`.
 */
export function arrangeSeries(
  { database, clock }: RecordStore,
  by: Actor,
  reference: string,
  articles: readonly number[],
  isCurrent = always,
): Promise<SeriesOrder["articles"]> {
  return changeContent(database, async (trx) => {
    const series = await lockRow(trx, SERIES, reference);
    const { id } = series;
    const before = (await partsOfSeries(trx, id)).map((part) => part.id);
    if (!isCurrent(orderVersion(before))) throw new ConflictError("stale_version", STALE_ORDER);
    await requireArticles(trx, articles);
    const members = await membersOf(trx, id);
    const trashed = members.filter((member) => !before.includes(member));
    const others = await seriesWith(trx, articles);
    await trx.deleteFrom("series_article").where("series_id", "=", id).execute();
    if (articles.length > 0) await trx.deleteFrom("series_article").where("article_id", "in", articles).execute();
    const rows = [...articles, ...trashed].map((article_id, position) => ({ article_id, series_id: id, position }));
    if (rows.length > 0) await trx.insertInto("series_article").values(rows).execute();
    await recordOrder(trx, clock, by, { series, from: before, to: articles });
    const moved = new Set(before).symmetricDifference(new Set(articles));
    return {
      result: await partsOfSeries(trx, id),
      changed: [id, ...others].map(articleScope.series).concat([...moved].map(articleScope.whole)),
    };
  });
}

/**
 * Puts an article at the end of a series, or takes it out of its series (null); returns its series. Throws NotFoundError and ForbiddenError,
 * and ConflictError for a full series.
 */
export function chooseSeries(
  { database, clock }: RecordStore,
  by: Actor,
  articleId: number,
  seriesId: number | null,
): ReturnType<typeof seriesOfArticle> {
  return changeContent(database, async (trx) => {
    await lockTable(trx, "series");
    const article = await lockedState(trx, articleId);
    await authorizeChange(trx, by, { before: article, status: undefined, now: clock.now() });
    const series = seriesId === null ? null : await lockRow(trx, SERIES, seriesId);
    const others = await seriesWith(trx, [articleId]);
    if (series && others.includes(series.id)) return { result: await seriesOfArticle(trx, articleId), changed: [] };
    await trx.deleteFrom("series_article").where("article_id", "=", articleId).execute();
    if (series) {
      const members = await membersOf(trx, series.id);
      if (members.length >= MAX_PARTS) throw new ConflictError("series_full", FULL_SERIES, { series: FULL_SERIES });
      await append(trx, series.id, articleId);
      await recordOrder(trx, clock, by, { series, from: members, to: [...members, articleId] });
    }
    const touched = [...others, ...(series ? [series.id] : [])];
    const changed = [...touched.map(articleScope.series), articleScope.whole(articleId)];
    return { result: await seriesOfArticle(trx, articleId), changed };
  });
}

async function append(trx: Transaction<Tables>, series_id: number, article_id: number): Promise<void> {
  const { last } = await trx
    .selectFrom("series_article")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("series_id", "=", series_id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("series_article")
    .values({ article_id, series_id, position: (last ?? -1) + 1 })
    .execute();
}

export type ImportedSeries = { name: string; slug: string; description: string; image_url: string };

/**
 * Adds a series of an import with those of its articles that are in no other series, in the caller's transaction. Returns null
 * for a name that a series has. A slug that is taken is replaced.
 */
export async function importSeries(
  trx: Transaction<Tables>,
  store: RecordStore,
  by: Actor,
  { slug, ...body }: ImportedSeries,
  articles: readonly number[],
): Promise<number | null> {
  await lockTable(trx, "series");
  const key = nameKey(body.name);
  if (await trx.selectFrom("series").select("id").where("name_key", "=", key).executeTakeFirst()) return null;
  const isFree = isSlug(slug) && (await SERIES.addresses.ownerAt(trx, slug)) === undefined;
  const { id } = await insertRecord(trx, seriesWrites(store), { by, body: { ...body, slug: isFree ? slug : "" } });
  const taken = await trx
    .selectFrom("series_article")
    .select("article_id")
    .where("article_id", "in", [0, ...articles])
    .execute();
  const others = new Set(taken.map(({ article_id }) => article_id));
  const rows = [...new Set(articles)]
    .filter((article_id) => !others.has(article_id))
    .slice(0, MAX_PARTS)
    .map((article_id, position) => ({ article_id, series_id: id, position }));
  if (rows.length > 0) await trx.insertInto("series_article").values(rows).execute();
  return id;
}

/** Deletes those of these series in which no article is left. */
export async function deleteEmptySeries(
  trx: Transaction<Tables>,
  store: RecordStore,
  by: Actor,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    const row = await findRow(trx, SERIES, id);
    if (row && (await partsOfSeries(trx, id)).length === 0) await removeRow(trx, seriesWrites(store), by, row);
  }
}

/** Removes permanently deleted articles from their series. */
export async function forgetSeries(trx: Transaction<Tables>, articleIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("series_article").where("article_id", "in", articleIds).execute();
}

/** The articles of a series in its order, also those in the trash. */
async function membersOf(trx: Transaction<Tables>, id: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("series_article")
    .select("article_id")
    .where("series_id", "=", id)
    .orderBy("position")
    .execute();
  return rows.map(({ article_id }) => article_id);
}

/** The series that have one of these articles. */
async function seriesWith(trx: Transaction<Tables>, articles: readonly number[]): Promise<number[]> {
  if (articles.length === 0) return [];
  const rows = await trx
    .selectFrom("series_article")
    .select("series_id")
    .distinct()
    .where("article_id", "in", articles)
    .execute();
  return rows.map(({ series_id }) => series_id);
}

async function requireArticles(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await trx.selectFrom("article").select("id").where("id", "in", ids).execute();
  if (found.length < ids.length) throw new InvalidError("unknown_article", UNKNOWN_PART, { articles: UNKNOWN_PART });
}

type Arranged = { series: Pick<Series, "id" | "name">; from: readonly number[]; to: readonly number[] };

async function recordOrder(trx: Transaction<Tables>, clock: Clock, by: Actor, { series, from, to }: Arranged) {
  const changes = changedFields({ articles: from.join(", ") }, { articles: to.join(", ") });
  if (Object.keys(changes).length === 0) return;
  const subject = { kind: "series", id: series.id, title: series.name };
  await recordEvent(trx, clock, { by, action: "series.arrange", subject, changes });
}
