import { type Kysely, sql } from "kysely";
import { scheduled } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleStatus } from "#features/articles/tables.ts";
import type { Page } from "#shared/schema.ts";
import { type Place, placeAt, placed, readSpans } from "./spans.ts";

/** More drafts than this are not merged in memory. */
const MAX_DRAFTS = 2_000;
/** Behind every date. */
const END: Place = { at: Number.MAX_SAFE_INTEGER, id: 0 };

export type DatedList = {
  /** All categories if undefined. */
  categoryId: number | undefined;
  /** Drafts, ready and scheduled articles are among the others if undefined. */
  status: ArticleStatus | undefined;
  ascending: boolean;
  page: Page;
  now: number;
};

/**
 * A page of the editors' list by date, and the total, at the same cost wherever it lies: published articles are counted
 * by the spans of the readers' lists, drafts one by one. Undefined where there are too many drafts for that.
 */
export async function pageByDate(
  db: Kysely<Tables>,
  { categoryId, status, ascending, page, now }: DatedList,
): Promise<{ ids: number[]; total: number } | undefined> {
  const drafts = status === "published" ? [] : await draftPlaces(db, categoryId, status);
  if (drafts.length > MAX_DRAFTS) return undefined;
  const isUnpublished = status === "draft" || status === "ready";
  const spans = isUnpublished ? [] : await readSpans(db, categoryId);
  const scheduled = status === "published" ? await countScheduled(db, categoryId, now) : 0;
  const all = spans.reduce((sum, { size }) => sum + size, drafts.length);
  const total = Math.max(0, all - scheduled);
  const count = Math.min(page.limit, total - page.offset);
  if (count <= 0) return { ids: [], total };
  const position = scheduled + (ascending ? total - page.offset - count : page.offset);
  const rows = isUnpublished
    ? drafts.slice(position, position + count)
    : await readFrom(db, { categoryId, status, count, ...placeAt(position, spans, drafts) });
  const ids = rows.map(({ id }) => id);
  return { ids: ascending ? ids.reverse() : ids, total };
}

type Part = Pick<DatedList, "categoryId" | "status"> & { before: Place | null; skip: number; count: number };

const readFrom = (db: Kysely<Tables>, { categoryId, status, before, skip, count }: Part): Promise<{ id: number }[]> =>
  db
    .selectFrom("article_list_entry")
    .select("article_id as id")
    .$if(status !== undefined, (query) => query.where("status", "=", "published"))
    .$if(categoryId !== undefined, (query) => query.where("category_id", "=", categoryId ?? 0))
    .where(placed("effective_at", "article_id", "<", before ?? END))
    .orderBy("effective_at", "desc")
    .orderBy("article_id", "desc")
    .limit(count)
    .offset(skip)
    .execute();

/**
 * Where the drafts, or those of one status, stand in the list, the newest first. The entries have no index by status; the
 * articles have.
 */
async function draftPlaces(
  db: Kysely<Tables>,
  categoryId: number | undefined,
  status: "draft" | "ready" | undefined,
): Promise<Place[]> {
  const rows = await db
    .selectFrom("article")
    .innerJoin("article_list_entry as entry", "entry.article_id", "article.id")
    .select(["article.id", "entry.effective_at as at"])
    .where("article.status", "in", status === undefined ? ["draft", "ready"] : [status])
    .$if(categoryId !== undefined, (query) => query.where("entry.category_id", "=", categoryId ?? 0))
    .limit(MAX_DRAFTS + 1)
    .execute();
  return rows.sort((left, right) => right.at - left.at || right.id - left.id);
}

/** The published articles that readers do not see yet. */
export async function countScheduled(db: Kysely<Tables>, categoryId: number | undefined, now: number): Promise<number> {
  const row = await db
    .selectFrom("article")
    .select(sql<number>`count(*)`.as("count"))
    .where(scheduled(now))
    .$if(categoryId !== undefined, (query) => query.where("category_id", "=", categoryId ?? 0))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
