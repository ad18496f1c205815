import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import {
  addressScope,
  claimAddress,
  freeAddress,
  type Owner,
  releaseAddresses,
  requireFreeAddress,
} from "#features/addresses/register.ts";
import { lockedState } from "#features/articles/commands.ts";
import { authorizeChange } from "#features/articles/policy.ts";
import { articleScope } from "#features/articles/scopes.ts";
import type { SeriesRow } from "#features/articles/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import { newWords, recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { fold, nameKey } from "#shared/text.ts";
import type { SeriesBody } from "./endpoints.ts";
import { partsOfSeries, resolveSeries } from "./queries.ts";
import {
  FULL_SERIES,
  MAX_PARTS,
  NO_SERIES,
  orderVersion,
  STALE_ORDER,
  STALE_SERIES,
  seriesSlug,
  seriesVersion,
  TAKEN_NAME,
  UNKNOWN_PART,
} from "./rules.ts";

type Store = { database: Database; clock: Clock };
type IsCurrent = (version: string) => boolean;
const always: IsCurrent = () => true;

/** The series with this id in the register of addresses; 0 for a new one. */
const ownerOf = (id = 0): Owner => ({ kind: "series", id });

const keysOf = (name: string) => ({ name_key: nameKey(name), search_key: fold(name.trim()) });

/** Adds a series. Throws ConflictError if its name or slug is taken. */
export function createSeries(
  { database, clock }: Store,
  by: Actor,
  { name, slug = "", description = "", image_url = "" }: SeriesBody,
  note?: NoteCreated,
): Promise<SeriesRow> {
  return changeContent(database, async (trx) => {
    await lockTable(trx, "series");
    await rejectTakenName(trx, name);
    if (slug !== "") await requireFreeAddress(trx, ownerOf(), slug);
    const values = {
      name,
      ...keysOf(name),
      slug: slug || (await freeAddress(trx, ownerOf(), seriesSlug(name))),
      description,
      image_url,
    };
    const row = justWritten(await trx.insertInto("series").values(values).returningAll().executeTakeFirst());
    await claimAddress(trx, ownerOf(row.id), row.slug);
    await note?.(trx, row.id);
    await recordSeries(trx, clock, by, { before: null, after: row });
    return { result: row, changed: [articleScope.series(row.id), addressScope("series", row.slug)] };
  });
}

/**
 * Changes the given fields of a series; its former slug redirects. Throws NotFoundError, and ConflictError if the name or
 * slug is taken, or the stored version is not `isCurrent`.
 */
export function updateSeries(
  { database, clock }: Store,
  by: Actor,
  reference: string,
  { slug, ...given }: SeriesBody,
  isCurrent = always,
): Promise<SeriesRow> {
  return changeContent(database, async (trx) => {
    const before = await lockSeries(trx, reference);
    const { id } = before;
    if (!isCurrent(seriesVersion(before))) throw new ConflictError("stale_version", STALE_SERIES);
    await rejectTakenName(trx, given.name, id);
    if (slug) await requireFreeAddress(trx, ownerOf(id), slug);
    const newSlug = slug === "" ? await freeAddress(trx, ownerOf(id), seriesSlug(given.name)) : (slug ?? before.slug);
    await claimAddress(trx, ownerOf(id), newSlug);
    const written = { ...given, ...keysOf(given.name), slug: newSlug };
    const after = justWritten(
      await trx.updateTable("series").set(written).where("id", "=", id).returningAll().executeTakeFirst(),
    );
    await recordSeries(trx, clock, by, { before, after });
    return { result: after, changed: newSlug === before.slug ? [articleScope.series(id)] : [EVERYTHING] };
  });
}

/** Deletes a series; its articles stay. Throws NotFoundError. */
export function deleteSeries({ database, clock }: Store, by: Actor, reference: string): Promise<void> {
  return changeContent(database, async (trx) => {
    const before = await lockSeries(trx, reference);
    await trx.deleteFrom("series").where("id", "=", before.id).execute();
    await releaseAddresses(trx, "series", [before.id]);
    await recordSeries(trx, clock, by, { before, after: null });
    return { result: undefined, changed: [articleScope.series(before.id)] };
  });
}

/**
 * Replaces the articles of a series. Those in the trash stay at the end. Throws NotFoundError, InvalidError for an unknown
 * article, and ConflictError if the stored order is not `isCurrent`.
 */
export function arrangeSeries(
  { database, clock }: Store,
  by: Actor,
  reference: string,
  articles: readonly number[],
  isCurrent = always,
): Promise<SeriesRow> {
  return changeContent(database, async (trx) => {
    const series = await lockSeries(trx, reference);
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
      result: series,
      changed: [id, ...others].map(articleScope.series).concat([...moved].map(articleScope.whole)),
    };
  });
}

/**
 * Puts an article at the end of a series, or takes it out of its series (null). Throws NotFoundError and ForbiddenError,
 * and ConflictError for a full series.
 */
export function chooseSeries(
  { database, clock }: Store,
  by: Actor,
  articleId: number,
  seriesId: number | null,
): Promise<void> {
  return changeContent(database, async (trx) => {
    await lockTable(trx, "series");
    const article = await lockedState(trx, articleId);
    await authorizeChange(trx, by, { before: article, status: undefined, now: clock.now() });
    const series = seriesId === null ? null : await lockSeries(trx, seriesId);
    const others = await seriesWith(trx, [articleId]);
    if (series && others.includes(series.id)) return { result: undefined, changed: [] };
    await trx.deleteFrom("series_article").where("article_id", "=", articleId).execute();
    if (series) {
      const members = await membersOf(trx, series.id);
      if (members.length >= MAX_PARTS) throw new ConflictError("series_full", FULL_SERIES, { series: FULL_SERIES });
      await append(trx, series.id, articleId);
      await recordOrder(trx, clock, by, { series, from: members, to: [...members, articleId] });
    }
    const touched = [...others, ...(series ? [series.id] : [])];
    return { result: undefined, changed: [...touched.map(articleScope.series), articleScope.whole(articleId)] };
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

/** A series that is about to be changed, locked until the commit. Throws NotFoundError. */
async function lockSeries(trx: Transaction<Tables>, reference: string | number): Promise<SeriesRow> {
  // Of two concurrent changes that take the same name, slug or article, the second must see the first one's.
  await lockTable(trx, "series");
  const row = await resolveSeries(trx, reference);
  if (!row) throw new NotFoundError("series_not_found", NO_SERIES);
  return row;
}

async function rejectTakenName(trx: Transaction<Tables>, name: string, exceptId = 0): Promise<void> {
  const others = trx.selectFrom("series").select("id").where("id", "!=", exceptId);
  if (await others.where("name_key", "=", nameKey(name)).executeTakeFirst())
    throw new ConflictError("name_taken", TAKEN_NAME, { name: TAKEN_NAME });
}

/** Replaces the picture `key`, or the one at an address on another host, by the one at `url`; returns how many had it. */
export async function replacePictureInSeries(
  database: Database,
  picture: { key: string } | { address: string },
  url: string,
): Promise<number> {
  return changeContent(database, async (trx) => {
    const series = await trx
      .updateTable("series")
      .set({ image_url: url })
      .$if("key" in picture, (update) =>
        update.where("image_url", "like", `%${pictureFolder("key" in picture ? picture.key : "")}%`),
      )
      .$if("address" in picture, (update) =>
        update.where("image_url", "=", "address" in picture ? picture.address : ""),
      )
      .returning("id")
      .execute();
    return { result: series.length, changed: series.map(({ id }) => articleScope.series(id)) };
  });
}

/** Clears the picture of the series that use the picture `key`. */
export async function emptyPictureOfSeries(trx: Transaction<Tables>, key: string): Promise<void> {
  const pattern = `%${pictureFolder(key)}%`;
  await trx.updateTable("series").set({ image_url: "" }).where("image_url", "like", pattern).execute();
}

const AUDITED = ["name", "slug", "description", "image_url"] as const;
type Audited = Partial<Record<(typeof AUDITED)[number], string>>;

/** Records a change of a series in the audit log. */
async function recordSeries(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { before, after }: { before: SeriesRow | null; after: SeriesRow | null },
): Promise<void> {
  const row = after ?? before;
  if (!row) return;
  const action = !before ? "series.create" : after ? "series.update" : "series.delete";
  const changes = changedFields<Audited>(before ?? {}, after ?? {}, AUDITED);
  if (Object.keys(changes).length === 0) return;
  const shown = after ? newWords(changes, ["name", "slug", "description"]) : {};
  await recordEvent(trx, clock, {
    by,
    action,
    subject: { kind: "series", id: row.id, title: row.name },
    changes,
    shown,
  });
}

type Arranged = { series: SeriesRow; from: readonly number[]; to: readonly number[] };

async function recordOrder(trx: Transaction<Tables>, clock: Clock, by: Actor, { series, from, to }: Arranged) {
  const changes = changedFields({ articles: from.join(", ") }, { articles: to.join(", ") });
  if (Object.keys(changes).length === 0) return;
  const subject = { kind: "series", id: series.id, title: series.name };
  await recordEvent(trx, clock, { by, action: "series.arrange", subject, changes });
}
