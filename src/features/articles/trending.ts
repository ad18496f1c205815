import type { Kysely } from "kysely";
import { BY_HEAT, readable } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { heatOf } from "#shared/decay.ts";
import type { Viewer } from "#shared/viewer.ts";
import { isUnpaid } from "./internal/placed.ts";
import { listShown, type SummaryRow, selectPublished, selectSummaries } from "./queries.ts";
import { articleScope } from "./scopes.ts";

/** The minimum of decayed views of a trending article; below it, the newest articles rank higher. */
const MIN_TRENDING_WEIGHT = 0.05;

/**
 * Most read recently first, of a category before the others; filled up with the newest articles. Without what was paid
 * for.
 */
export async function listTrending(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  limit: number,
  categoryId?: number,
): Promise<SummaryRow[]> {
  const hottest = selectSummaries(db)
    .where(readable(viewer, now, BY_HEAT))
    .where("article.heat", ">=", heatOf(MIN_TRENDING_WEIGHT, now))
    .where(isUnpaid)
    .orderBy("article.heat", "desc")
    .orderBy("article.id", "desc")
    .limit(limit);
  const own =
    categoryId === undefined
      ? []
      : await listShown(articleScope.trending, hottest.where("article.category_id", "=", categoryId).execute());
  const ofAll = own.length === limit ? [] : await listShown(articleScope.trending, hottest.execute());
  const others = ofAll.filter(({ category_id }) => category_id !== categoryId);
  const hot = [...own, ...others].slice(0, limit);
  if (hot.length === limit) return hot;
  const listed = new Set(hot.map((row) => row.id));
  const unpaid = selectPublished(db, viewer, now).where(isUnpaid);
  const newest = await listShown(articleScope.latest, unpaid.limit(limit + hot.length).execute());
  return [...hot, ...newest.filter((row) => !listed.has(row.id))].slice(0, limit);
}
