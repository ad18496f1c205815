import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import { publicAt, TOPIC } from "#db/readable.ts";
import { EVERYTHING, scope, shows, showsInData } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addressScope, ownerAt } from "#features/addresses/register.ts";
import { keysInTexts } from "#features/media/pictures/rules.ts";
import { parseId } from "#shared/ids.ts";
import type { DatedPage } from "#shared/page.ts";
import { seesHidden } from "#shared/permissions.ts";
import { nameKey } from "#shared/text.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { Topic, TopicQuery } from "./endpoints.ts";
import { MIN_INDEXED, topicSearchKey } from "./rules.ts";
import type { TopicRow } from "./tables.ts";

type Db = Kysely<Tables>;
type Seen = { viewer: Viewer; now: number };

/** A topic as its page shows it. Its name, which articles show too, changes only with everything else. */
export const topicScope = (id: number) => scope("topic", id);
/** Which articles have a topic, by its key; drafts count too. */
export const tagScope = (key: string) => scope("tag", key);

/** Returns the topic with this id or slug, also a former one, whoever may see it. */
export async function resolveTopic(db: Db, reference: string | number): Promise<TopicRow | undefined> {
  const number = typeof reference === "number" ? reference : parseId(reference);
  const row = number === null ? undefined : await findTopic(db, number);
  if (row) return row;
  // The numbers of merged topics lead on as their slugs do.
  const id = await ownerAt(db, "topic", reference);
  return id === undefined ? undefined : findTopic(db, id);
}

/** Returns the topic with an alias; an address may have hyphens for its spaces. */
const findByAlias = (db: Db, reference: string): Promise<TopicRow | undefined> =>
  db
    .selectFrom("topic_alias")
    .innerJoin("topic", "topic.id", "topic_alias.topic_id")
    .selectAll("topic")
    .where("alias_key", "in", [nameKey(reference), nameKey(reference.replaceAll("-", " "))])
    .orderBy("topic.id")
    .executeTakeFirst();

export const findTopic = (db: Db, id: number): Promise<TopicRow | undefined> =>
  db.selectFrom("topic").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Returns the topic of an address, also a former one or an alias, if `viewer` sees it: readers see those with published
 * articles.
 */
export async function readTopic(db: Db, { viewer, now }: Seen, slug: string): Promise<Topic | undefined> {
  const row = (await resolveTopic(db, slug)) ?? (await findByAlias(db, slug));
  if (!row) {
    // Any change may create it.
    shows(EVERYTHING);
    return undefined;
  }
  shows(topicScope(row.id), addressScope("topic", slug), tagScope(row.name_key));
  const [topic] = await presentTopics(db, now, [row]);
  return topic?.is_hidden && !seesHidden(viewer) ? undefined : topic;
}

/** One page of the topics that `viewer` sees, and the total. */
export async function listTopics(db: Db, seen: Seen, { query, kind, sort, limit, offset }: TopicQuery) {
  shows();
  showsInData(EVERYTHING);
  const key = topicSearchKey(query);
  const chosen = db
    .selectFrom("topic")
    .$if(kind !== undefined, (topics) => topics.where("kind", "=", kind ?? "topic"))
    .$if(key !== "", (topics) => topics.where(isNamedLike(db, key)))
    .$if(!seesHidden(seen.viewer), (topics) => topics.where(hasPublished(seen.now)));
  const { total } = await chosen.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await chosen
    .selectAll()
    .$if(sort === "count", (topics) => topics.orderBy(countOf(seen.now), "desc"))
    .orderBy("search_key")
    .limit(limit)
    .offset(offset)
    .execute();
  return { topics: await presentTopics(db, seen.now, rows), total: Number(total) };
}

const isNamedLike = (db: Db, key: string) => sql<SqlBool>`(${hasText(db, "topic.search_key", key)} or topic.id in (
  select topic_id from topic_alias where ${hasText(db, "topic_alias.search_key", key)}))`;

const hasPublished = (now: number) => (eb: ExpressionBuilder<Tables, "topic">) => eb.exists(publishedOf(eb, now));

const countOf = (now: number) => (eb: ExpressionBuilder<Tables, "topic">) =>
  eb
    .selectFrom(publishedOf(eb, now).as("published"))
    .select((published) => published.fn.countAll<number>().as("count"));

const publishedOf = (eb: ExpressionBuilder<Tables, "topic">, now: number) =>
  eb
    .selectFrom("article_topic")
    .select("article_topic.article_id")
    .whereRef("article_topic.topic_id", "=", "topic.id")
    .where(publicAt(now, TOPIC));

/** Topics in the API's form; `count` includes only articles that readers see at `now`. */
export async function presentTopics(db: Db, now: number, rows: readonly TopicRow[]): Promise<Topic[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counted = await db
    .selectFrom("topic")
    .select("id")
    .select((eb) => countOf(now)(eb).as("count"))
    .where("id", "in", ids)
    .execute();
  const counts = new Map(counted.map(({ id, count }) => [id, Number(count)]));
  const aliases = await aliasesOf(db, ids);
  return rows.map(({ id, name, slug, kind, description, image_url }) => {
    const count = counts.get(id) ?? 0;
    const topic = { id, name, slug, kind, aliases: aliases.get(id) ?? [], description, image_url, count };
    return count === 0 ? { ...topic, is_hidden: true } : topic;
  });
}

/** The aliases of topics by topic, in the order of their keys. */
export async function aliasesOf(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom("topic_alias")
    .select(["topic_id", "name"])
    .where("topic_id", "in", ids)
    .orderBy("search_key")
    .execute();
  const names = new Map<number, string[]>();
  for (const { topic_id, name } of rows) names.set(topic_id, [...(names.get(topic_id) ?? []), name]);
  return names;
}

/** The slugs of topics by their names, for links to their pages; names of no topic are missing. */
export async function topicSlugs(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const topics = await topicsNamed(db, names.map(nameKey));
  return new Map(
    names.flatMap((name) => [[name, topics.get(nameKey(name))?.slug ?? ""] as const]).filter(([, slug]) => slug),
  );
}

/** The ids of topics by their keys; keys of no topic are missing. */
export async function topicIds(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  return new Map([...(await topicsNamed(db, keys))].map(([key, { id }]) => [key, id]));
}

type Named = Pick<TopicRow, "id" | "name" | "slug">;

/** The topics of these keys: an article may have a former name of one, now an alias, until a task has changed it. */
export async function topicsNamed(db: Db, keys: readonly string[]): Promise<Map<string, Named>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("topic")
    .select(["name_key", "id", "name", "slug"])
    .where("name_key", "in", keys)
    .execute();
  const topics = new Map(rows.map(({ name_key, ...topic }) => [name_key, topic]));
  const others = keys.filter((key) => !topics.has(key));
  if (others.length === 0) return topics;
  const aliases = await db
    .selectFrom("topic_alias")
    .innerJoin("topic", "topic.id", "topic_alias.topic_id")
    .select(["alias_key", "topic.id", "topic.name", "topic.slug"])
    .where("alias_key", "in", others)
    .execute();
  for (const { alias_key, ...topic } of aliases) topics.set(alias_key, topic);
  return topics;
}

/** Those of the topics with these keys that an article named and no editor has changed. */
export async function uncuratedTopics(db: Db, keys: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom("topic")
    .select("id")
    .where("name_key", "in", keys)
    .where("is_curated", "=", 0)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The slugs of topics with enough published articles for search engines. */
export function indexedTopics(db: Db, now: number, limit: number): Promise<DatedPage[]> {
  const newest = (eb: ExpressionBuilder<Tables, "topic">) =>
    publishedOf(eb, now)
      .clearSelect()
      .select((article) => article.fn.max("article_topic.published_at").as("newest"));
  return (
    db
      .selectFrom("topic")
      .select(["slug", (eb) => newest(eb).as("modified")])
      // The last one of as many as are needed: the others are not counted.
      .where((eb) =>
        eb.exists(
          publishedOf(eb, now)
            .orderBy("article_topic.published_at", "desc")
            .limit(1)
            .offset(MIN_INDEXED - 1),
        ),
      )
      .orderBy("topic.id")
      .limit(limit)
      .execute()
  );
}

/** The topics whose picture address matches `pattern`. */
export async function topicsShowing(db: Db, pattern: string) {
  const rows = await db.selectFrom("topic").select(["id", "name"]).where("image_url", "like", pattern).execute();
  return rows.map(({ id, name }) => ({ type: "topic" as const, id, title: name }));
}

/** The addresses of the pictures that topics show. */
export async function addressesOfTopics(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("topic").select("image_url").where("image_url", "!=", "").execute();
  return rows.map(({ image_url }) => image_url);
}

/** The keys of the stored pictures that topics show. */
export const picturesOfTopics = async (db: Db): Promise<string[]> => keysInTexts(...(await addressesOfTopics(db)));
