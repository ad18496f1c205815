import { type Kysely, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import type { Tables } from "#db/tables.ts";
import { namesOfCategories } from "#features/categories/queries.ts";
import type { Page } from "#shared/schema.ts";
import { isoDate } from "#shared/time.ts";
import type { StoryQuery, WireRule, WireSource, WireStory } from "./endpoints.ts";
import { searchedWords } from "./rules.ts";
import type { WireRuleRow, WireSourceRow } from "./tables.ts";

type Db = Kysely<Tables>;

/** Sources that are fetched in one go; the next go follows immediately. */
const DUE_AT_ONCE = 40;

/** The sources that are due at `now`, the longest waiting first. */
export async function dueSources(db: Db, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom("wire_source")
    .select("id")
    .where("is_active", "=", 1)
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(DUE_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

export const findSource = (db: Db, id: number): Promise<WireSourceRow | undefined> =>
  db.selectFrom("wire_source").selectAll().where("id", "=", id).executeTakeFirst();

export const sourceByToken = (db: Db, token: string): Promise<WireSourceRow | undefined> =>
  db.selectFrom("wire_source").selectAll().where("hub_token", "=", token).executeTakeFirst();

export const countSources = (db: Db) => totalOf(db.selectFrom("wire_source").select(counted));
export const countItems = (db: Db) => totalOf(db.selectFrom("wire_item").select(counted));
export const countRules = (db: Db) => totalOf(db.selectFrom("wire_rule").select(counted));

const counted = sql<number>`count(*)`.as("total");
const totalOf = async (query: { executeTakeFirstOrThrow: () => Promise<{ total: number }> }): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).total);

/** A page of the sources by name, and the total. */
export async function pageSources(db: Db, { limit, offset }: Page) {
  const rows = await db
    .selectFrom("wire_source")
    .selectAll()
    .orderBy("title")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: await countSources(db) };
}

export async function presentSources(db: Db, rows: readonly WireSourceRow[], now: number): Promise<WireSource[]> {
  const categories = await namesOfCategories(
    db,
    rows.flatMap(({ category_id }) => category_id ?? []),
  );
  const counts = await itemsBySource(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    title: row.title,
    site_url: row.site_url,
    category: categories.get(row.category_id ?? 0) ?? "",
    is_active: row.is_active === 1,
    off_because: row.off_because,
    created: isoDate(row.created_at),
    polled: isoDate(row.polled_at),
    succeeded: isoDate(row.succeeded_at),
    due: row.is_active === 1 ? isoDate(row.due_at) : null,
    error: row.error,
    failures: row.failures,
    is_pushed: row.is_active === 1 && (row.hub_until ?? 0) > now,
    items: counts.get(row.id) ?? 0,
  }));
}

async function itemsBySource(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("wire_item")
    .select(["source_id", (eb) => eb.fn.countAll<number>().as("total")])
    .where("source_id", "in", ids)
    .groupBy("source_id")
    .execute();
  return new Map(rows.map(({ source_id, total }) => [source_id, Number(total)]));
}

/** The stories that a query means, newest first, and the total. */
export async function pageStories(db: Db, { query, state, source, limit, offset }: StoryQuery) {
  const words = searchedWords(query).trim().split(" ").filter(Boolean);
  let found = db.selectFrom("wire_story");
  if (state) found = found.where("state", "=", state);
  if (words.length > 0 || source > 0)
    found = found.where((eb) => {
      let items = eb.selectFrom("wire_item").select("wire_item.story_id");
      if (source > 0) items = items.where("wire_item.source_id", "=", source);
      // The beginning of a word is enough.
      for (const word of words) items = items.where(hasText(db, "wire_item.words", ` ${word}`));
      return eb("wire_story.id", "in", items);
    });
  // Counted in the same statement: a search reads the words of all items.
  const rows = await found
    .selectAll()
    .select(sql<number>`count(*) over ()`.as("total"))
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const isPast = rows.length === 0 && offset > 0;
  const total = isPast ? await totalOf(found.select(counted)) : Number(rows[0]?.total ?? 0);
  return { stories: await presentStories(db, rows), total };
}

type StoryRow = { id: number; state: WireStory["state"]; topics: string; article_id: number | null };

export async function findStory(db: Db, id: number): Promise<WireStory | undefined> {
  const row = await db.selectFrom("wire_story").selectAll().where("id", "=", id).executeTakeFirst();
  return row && (await presentStories(db, [row]))[0];
}

async function presentStories(db: Db, rows: readonly StoryRow[]): Promise<WireStory[]> {
  const items = await itemsOfStories(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, state, topics, article_id }) => {
    const [first, ...others] = items.get(id) ?? [];
    // A draft in the trash can't be opened.
    const article = state === "drafted" ? article_id : null;
    return first ? [{ id, state, topics: JSON.parse(topics), article, ...first, others }] : [];
  });
}

type Item = WireStory["others"][number];

async function itemsOfStories(db: Db, ids: readonly number[]): Promise<Map<number, Item[]>> {
  const items = new Map<number, Item[]>();
  if (ids.length === 0) return items;
  const rows = await db
    .selectFrom("wire_item")
    .innerJoin("wire_source", "wire_source.id", "wire_item.source_id")
    .select(["story_id", "source_id", "wire_source.title as source_title", "wire_item.title", "summary", "author"])
    .select(["address", "published_at"])
    .where("story_id", "in", ids)
    .orderBy("wire_item.id")
    .execute();
  for (const { story_id, source_id, source_title, published_at, ...row } of rows) {
    const item = { ...row, source: { id: source_id, title: source_title }, published: isoDate(published_at) };
    items.set(story_id, [...(items.get(story_id) ?? []), item]);
  }
  return items;
}

export const listRules = (db: Db): Promise<WireRuleRow[]> =>
  db.selectFrom("wire_rule").selectAll().orderBy("id").execute();

export const presentRule = ({ id, words, effect, topic }: WireRuleRow): WireRule => ({
  id,
  words: JSON.parse(words),
  effect,
  topic,
});
