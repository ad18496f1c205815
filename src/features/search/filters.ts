import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { EVERYTHING, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { ownerAt } from "#features/addresses/register.ts";
import { resolveCategory } from "#features/categories/queries.ts";
import { authorSlug } from "#features/identity/authors/rules.ts";
import { findAuthorKey } from "#features/identity/authors/slugs.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import { topicIds } from "#features/topics/queries.ts";
import { nameKey } from "#shared/text.ts";
import { DAY, meantIn, utcWall } from "#shared/time.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { Filters } from "./rules.ts";

type Db = Kysely<Tables>;
type Seen = { viewer: Viewer; now: number };

/**
 * The condition on an `entry` of the list that the filters of a search make; null if one names nothing that exists, so that
 * nothing matches; undefined without filters.
 */
export async function conditionOf(
  db: Db,
  { viewer, now }: Seen,
  { category, author, topic, genre, from, until }: Filters,
): Promise<RawBuilder<SqlBool> | null | undefined> {
  const all: RawBuilder<SqlBool>[] = [];
  // A name may come to mean something else.
  if (category || author || topic) shows(EVERYTHING);
  if (category) {
    const found = await resolveCategory(db, viewer, now, category);
    if (!found) return null;
    all.push(sql`entry.category_id = ${found.id}`);
  }
  if (author) {
    const found = (await findAuthorKey(db, author)) ?? (await findAuthorKey(db, authorSlug(author)));
    if (!found) return null;
    all.push(sql`exists (select 1 from article_byline
      where article_byline.article_id = entry.article_id and article_byline.account_id = ${found.id})`);
  }
  if (topic) {
    const key = nameKey(topic);
    const found = (await ownerAt(db, "topic", topic)) ?? (await topicIds(db, [key])).get(key);
    if (found === undefined) return null;
    all.push(sql`exists (select 1 from article_topic
      where article_topic.article_id = entry.article_id and article_topic.topic_id = ${found})`);
  }
  if (genre)
    all.push(sql`exists (select 1 from article where article.id = entry.article_id and article.genre = ${genre})`);
  if (from || until) all.push(...(await datesOf(db, { from, until })));
  return all.length > 0 ? sql`(${sql.join(all, sql` and `)})` : undefined;
}

/** From the start of one day to the end of another, by the newsroom's clocks. */
async function datesOf(db: Db, { from, until }: Pick<Filters, "from" | "until">): Promise<RawBuilder<SqlBool>[]> {
  const { time_zone: zone } = await readNewsroom(db);
  const startOf = (day: string, after = 0) =>
    meantIn(zone, { ...utcWall(Date.parse(`${day}T00:00Z`) + after) }).instant;
  return [
    ...(from ? [sql<SqlBool>`entry.effective_at >= ${startOf(from)}`] : []),
    ...(until ? [sql<SqlBool>`entry.effective_at < ${startOf(until, DAY)}`] : []),
  ];
}
