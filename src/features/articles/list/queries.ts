import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import { neighbours } from "#db/full-text.ts";
import type { Database } from "#db/open.ts";
import { LIST_ENTRY, publicAt, scheduled } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { resolveCategory } from "#features/categories/queries.ts";
import { NO_CATEGORY } from "#features/categories/rules.ts";
import { InvalidError } from "#shared/errors.ts";
import { viewerMayAny } from "#shared/permissions.ts";
import type { Page } from "#shared/schema.ts";
import { fold } from "#shared/text.ts";
import { actorBehind, type Viewer } from "#shared/viewer.ts";
import { mayBeMisspelt } from "#shared/vocabulary.ts";
import { countScheduled, type Place, pageByDate, placeAt, placed, readSpans } from "./internal/spans.ts";
import { FLAG_COLUMNS, nameHas, searchWords, sortFound } from "./rules.ts";
import type { ArticleListFilter } from "./schema.ts";

/** Searches with at most this many matches are sorted in memory: one pass through the table finds them all. */
const FEW = 10_000;
/** Maximum alternatives to a misspelt word: each is searched in every row. */
const MAX_NEIGHBOURS = 12;

type Condition = Expression<SqlBool>;
type Name = { id: number | null; name: string };
type Column = "effective_at" | "title_key" | "updated_at";

/** Articles are sorted in consecutive groups, identified by `key`, and by a column within a group. */
type Order = { key: RawBuilder<unknown>; groups: Group[]; by: Column; ascending: boolean };
type Group = { key: unknown; which: Condition };

/** The query of the list. `noAuthor` is the name shown for a missing author. */
export type ListRequest = { filter: ArticleListFilter; page: Page; now: number; noAuthor: string; viewer: Viewer };

/**
 * Ids of one page of all articles, drafts and scheduled ones included, and the total. Sorted by date, the page is read
 * from its span (decision 32); otherwise one index scan counts and another, of at most half its length, finds the page.
 * Throws InvalidError for an unknown category.
 */
export async function findListPage(
  { db }: Database,
  { filter, page, now, noAuthor, viewer }: ListRequest,
): Promise<{ ids: number[]; total: number }> {
  const categoryId = await categoryIdOf(db, filter, { viewer, now });
  const owned = ownedConditions(filter, viewer, now);
  const dated = owned.length > 0 ? undefined : datedList({ filter, page, now }, categoryId);
  const found = dated && (await pageByDate(db, dated));
  if (found) return found;
  const narrowed = [...filterConditions(filter, now, categoryId), ...owned];
  const asked = (filter.query === undefined ? [] : searchWords(filter.query)).map(
    (word): AskedWord => ({ word, near: null }),
  );
  const isSearch = Boolean(filter.query);
  const order = await orderOf(db, filter, { now, noAuthor, isSearch });
  const search = async (words: AskedWord[]) => {
    const conditions = [...narrowed, ...(isSearch ? await wordConditions(db, words, noAuthor) : [])];
    return { conditions, matching: db.selectFrom("article_list_entry").where((eb) => eb.and(conditions)) };
  };
  let { conditions, matching } = await search(asked);
  if (isSearch) {
    const find = () =>
      matching
        .select(["article_id", `${order.by} as place`, order.key.as("key")])
        .limit(FEW + 1)
        .execute();
    let matches = await find();
    if (matches.length === 0 && asked.some(({ word }) => mayBeMisspelt(word))) {
      const near = async (word: string) => (await neighbours(db, word)).slice(0, MAX_NEIGHBOURS);
      ({ conditions, matching } = await search(
        await Promise.all(asked.map(async ({ word }) => ({ word, near: await near(word) }))),
      ));
      matches = await find();
    }
    if (matches.length <= FEW) {
      const keys = order.groups.map(({ key }) => key);
      const ids = sortFound(matches, keys, order.ascending).map((row) => row.article_id);
      return { ids: ids.slice(page.offset, page.offset + page.limit), total: ids.length };
    }
  }

  const counted = await matching
    .select([order.key.as("key"), countAll])
    .groupBy("key")
    .execute();
  const counts = new Map(counted.map(({ key, count }) => [key, Number(count)]));
  const ids: number[] = [];
  let skip = page.offset;
  for (const { key, which } of order.groups) {
    const count = counts.get(key) ?? 0;
    const limit = Math.min(page.limit - ids.length, count - skip);
    if (limit > 0) ids.push(...(await idsOf(db, [...conditions, which], { ...order, count, skip, limit })));
    skip = Math.max(0, skip - count);
  }
  return { ids, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

type Part = Pick<Order, "by" | "ascending"> & { count: number; skip: number; limit: number };

/** The ids from `skip` on, of `count` sorted articles. Read from the end beyond the middle. */
async function idsOf(db: Kysely<Tables>, conditions: Condition[], part: Part): Promise<number[]> {
  const { by, count, skip, limit } = part;
  const isBehind = skip > count / 2;
  const direction = part.ascending === isBehind ? "desc" : "asc";
  const rows = await db
    .selectFrom("article_list_entry")
    .select("article_id")
    .where((eb) => eb.and(conditions))
    .orderBy(by, direction)
    .orderBy("article_id", direction)
    .limit(limit)
    .offset(isBehind ? count - skip - limit : skip)
    .execute();
  const ids = rows.map((row) => row.article_id);
  return isBehind ? ids.reverse() : ids;
}

const countAll = sql<number>`count(*)`.as("count");
const always = sql<SqlBool>`1 = 1`;
const statusIs = {
  draft: () => sql<SqlBool>`status = 'draft'`,
  ready: () => sql<SqlBool>`status = 'ready'`,
  published: (now: number) => publicAt(now, LIST_ENTRY),
  scheduled: (now: number) => scheduled(now, LIST_ENTRY),
} as const;

/** The list as one by date with only status and category filters; undefined for other lists. */
function datedList(
  { filter, page, now }: Pick<ListRequest, "filter" | "page" | "now">,
  categoryId: number | undefined,
) {
  const { sort = "date", order, status, query } = filter;
  const isNarrowed = Object.keys(FLAG_COLUMNS).some((name) => filter[name as keyof typeof FLAG_COLUMNS] !== undefined);
  if (sort !== "date" || query || isNarrowed || status === "scheduled") return undefined;
  return { categoryId, status, ascending: order === "asc", page, now };
}

async function categoryIdOf(
  db: Kysely<Tables>,
  filter: ArticleListFilter,
  { viewer, now }: Pick<ListRequest, "viewer" | "now">,
): Promise<number | undefined> {
  if (filter.category === undefined) return undefined;
  const category = await resolveCategory(db, viewer, now, filter.category);
  if (!category) throw new InvalidError("unknown_category", NO_CATEGORY, { category: NO_CATEGORY });
  return category.id;
}

function filterConditions(filter: ArticleListFilter, now: number, categoryId: number | undefined): Condition[] {
  const conditions: Condition[] = [];
  if (categoryId !== undefined) {
    // The plus makes both query planners use the index of the sort order: sorting a large category takes longer.
    const column = (filter.sort ?? "date") === "date" ? sql`category_id` : sql`+category_id`;
    conditions.push(sql<SqlBool>`${column} = ${categoryId}`);
  }
  if (filter.status) conditions.push(statusIs[filter.status](now));
  for (const [name, column] of Object.entries(FLAG_COLUMNS)) {
    const wanted = filter[name as keyof typeof FLAG_COLUMNS];
    if (wanted !== undefined) conditions.push(sql<SqlBool>`${sql.ref(column)} = ${wanted ? 1 : 0}`);
  }
  return conditions;
}

/**
 * The viewer's own articles if `mine`, otherwise all that the viewer may see; optionally only those with a review
 * request for the viewer, or with unpublished changes.
 */
function ownedConditions({ mine, asked, waiting }: ArticleListFilter, viewer: Viewer, now: number): Condition[] {
  const accountId = actorBehind(viewer)?.accountId ?? null;
  const wanted = [...(asked === true ? [askedOf(accountId)] : []), ...(waiting === true ? [hasWaitingChanges] : [])];
  if (mine === true) return [ownOf(accountId), ...wanted];
  return viewerMayAny(viewer, "article.read") ? wanted : [visibleTo(viewer, now), ...wanted];
}

const ownOf = (accountId: number | null) =>
  sql<SqlBool>`article_id in (select article_id from article_owner where account_id = ${accountId})`;

export const askedOf = (accountId: number | null) =>
  sql<SqlBool>`article_id in (select document_id from review_request
    where document_type = 'article' and asked_id = ${accountId} and answer is null)`;

export const visibleTo = (viewer: Viewer, now: number) =>
  viewerMayAny(viewer, "article.read")
    ? always
    : sql<SqlBool>`(${ownOf(actorBehind(viewer)?.accountId ?? null)} or ${statusIs.published(now)})`;

/** Published articles with unscheduled changes in their working copy. */
export const hasWaitingChanges = sql<SqlBool>`(status = 'published' and article_id in (
  select document_id from working_copy where document_type = 'article' and changes is not null and changes <> '{}' and publish_at is null))`;

/** A word of a query; if it has no matches, the words one typing error away. */
type AskedWord = { word: string; near: string[] | null };

/** Names are looked up in their own tables, as they may change without their articles. */
async function wordConditions(db: Kysely<Tables>, asked: AskedWord[], noAuthor: string): Promise<Condition[]> {
  if (asked.length === 0) return [sql<SqlBool>`1 = 0`];
  const categories = await categoryNames(db);
  const authors = await authorNames(db, noAuthor);
  return asked.map(({ word, near }) => {
    const any = [word, ...(near ?? [])].map((one) => hasText(db, "words", ` ${one}`));
    // A name may be misspelt even if the vocabulary contains the word.
    const having = (names: Name[]) =>
      names.filter(({ name }) => nameHas(name, word, near !== null)).map(({ id }) => id);
    for (const [column, names] of [
      ["category_id", categories],
      ["author_id", authors],
    ] as const) {
      const ids = having(names);
      const known = ids.filter((id) => id !== null);
      if (known.length > 0) any.push(sql<SqlBool>`${sql.ref(column)} in (${sql.join(known)})`);
      if (known.length < ids.length) any.push(sql<SqlBool>`${sql.ref(column)} is null`);
    }
    return sql<SqlBool>`(${sql.join(any, sql` or `)})`;
  });
}

const is = (column: string, id: number | null): RawBuilder<SqlBool> =>
  id === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${id}`;

const categoryNames = (db: Kysely<Tables>): Promise<Name[]> =>
  db.selectFrom("category").select(["id", "name"]).execute();

async function authorNames(db: Kysely<Tables>, noAuthor: string): Promise<Name[]> {
  const accounts = await db.selectFrom("account").select(["id", "name"]).execute();
  return [{ id: null, name: noAuthor }, ...accounts];
}

/** Within groups of category, author and status, the newest come first in either sort direction. */
async function orderOf(
  db: Kysely<Tables>,
  { sort = "date", order }: ArticleListFilter,
  { now, noAuthor, isSearch }: Pick<ListRequest, "now" | "noAuthor"> & { isSearch: boolean },
): Promise<Order> {
  const grouped = (key: RawBuilder<unknown>, groups: Group[]): Order => ({
    key,
    groups: order === "desc" ? groups.reverse() : groups,
    by: "effective_at",
    ascending: false,
  });
  const single = (by: Column, ascending: boolean): Order => ({
    key: sql`0`,
    groups: [{ key: 0, which: always }],
    by,
    ascending,
  });
  switch (sort) {
    case "category":
      return grouped(idKey("category_id", isSearch), byName(await categoryNames(db), "category_id"));
    case "author":
      return grouped(idKey("author_id", isSearch), byName(await authorNames(db, noAuthor), "author_id"));
    case "status":
      return grouped(
        sql`case when status = 'draft' then 0 when status = 'ready' then 1 when effective_at <= ${now} then 2 else 3 end`,
        [statusIs.draft(), statusIs.ready(), statusIs.published(now), statusIs.scheduled(now)].map((which, key) => ({
          key,
          which,
        })),
      );
    case "title":
      return single("title_key", order !== "desc");
    case "updated":
      return single("updated_at", order === "asc");
    case "date":
      return single("effective_at", order === "asc");
  }
}

/** A search reads every row anyway; in the order of this column's index it would take twice as long. */
const idKey = (column: string, isSearch: boolean) => (isSearch ? sql`+${sql.ref(column)}` : sql.ref(column));

function byName(names: Name[], column: string): Group[] {
  return names
    .map(({ id, name }) => ({ key: id, name: fold(name), which: is(column, id) }))
    .sort((left, right) =>
      left.name === right.name ? (left.key ?? 0) - (right.key ?? 0) : left.name < right.name ? -1 : 1,
    );
}

/**
 * Where a position of the readers' list by date lies, counted from the newest that they see: behind which place (null for
 * the beginning) and how many articles further; and how many they see in all. Of all categories if undefined.
 */
export async function findInList(
  db: Kysely<Tables>,
  now: number,
  position: number,
  categoryId: number | undefined,
): Promise<{ total: number; skip: number; before: Place | null }> {
  const ahead = await countScheduled(db, categoryId, now);
  const spans = await readSpans(db, categoryId);
  const total = Math.max(
    0,
    spans.reduce((sum, { size }) => sum + size, -ahead),
  );
  const { before, skip } = placeAt(ahead + position, spans);
  // A span that starts in the future also contains scheduled articles, which readers do not get.
  return before === null || before.at > now ? { total, before: null, skip: position } : { total, before, skip };
}

export const standsBefore = (at: string, id: string, place: Place) => placed(at, id, "<", place);
