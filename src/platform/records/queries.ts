import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Fields } from "#shared/fields/fields.ts";
import type { DatedPage } from "#shared/page.ts";
import { seesHidden } from "#shared/permissions.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { ListingKind, RecordRow } from "./kind.ts";

export type Seen = { viewer: Viewer; now: number };

type Listed = {
  /** Conditions of the list's filters. */
  where: readonly RawBuilder<SqlBool>[];
  /** By name, unless those with the most published articles are first. */
  byCount?: boolean;
  limit: number;
  offset: number;
};

/** One page of the records that `viewer` sees, and the total: hidden ones have no published article. */
export async function listRows<F extends Fields>(
  db: Kysely<Tables>,
  { table, publishedOf }: ListingKind & { fields: F },
  { viewer, now }: Seen,
  { where, byCount = false, limit, offset }: Listed,
): Promise<{ rows: RecordRow<F>[]; total: number }> {
  const published = publishedOf(now);
  const conditions = seesHidden(viewer) ? where : [...where, sql<SqlBool>`exists ${published}`];
  const chosen = sql`from ${sql.table(table)} where ${sql.join([sql`1 = 1`, ...conditions], sql` and `)}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${chosen}`.execute(db);
  const order = byCount
    ? sql`(select count(*) from ${published} as published) desc, search_key, id`
    : sql`search_key, id`;
  const { rows } = await sql<
    RecordRow<F>
  >`select * ${chosen} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** How many articles of each record readers see at `now`, by its id. */
export async function countsOf(
  db: Kysely<Tables>,
  { table, publishedOf }: ListingKind,
  now: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select id, (select count(*) from ${publishedOf(now)} as published) as count
    from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Marks a record that readers don't see. */
export const marked = <Item extends { count: number }>(record: Item): Item & { is_hidden?: true } =>
  record.count > 0 ? record : { ...record, is_hidden: true };

/** The records with at least so many published articles, for sitemaps. */
export async function datedPages(
  db: Kysely<Tables>,
  { table, publishedOf }: ListingKind,
  now: number,
  { limit, least = 1 }: { limit: number; least?: number },
): Promise<DatedPage[]> {
  const published = publishedOf(now);
  // The last one of as many as are needed: the others are not counted.
  const enough = sql`exists (select published_at from ${published} as published limit 1 offset ${least - 1})`;
  const { rows } = await sql<DatedPage>`
    select slug, (select max(published_at) from ${published} as published) as modified
    from ${sql.table(table)} where ${enough} order by id limit ${limit}`.execute(db);
  return rows;
}
