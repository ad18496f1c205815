import { expressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import { publicAt, TOPIC } from "#db/readable.ts";
import { EVERYTHING, scope, shows, showsInData } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addressesOf, addressScope } from "#features/addresses/register.ts";
import type { ListingKind, RecordKind, RecordRow } from "#platform/records/kind.ts";
import { countsOf, datedPages, listRows, marked, type Seen } from "#platform/records/queries.ts";
import { resolveRow } from "#platform/records/store.ts";
import type { DatedPage } from "#shared/page.ts";
import { seesHidden } from "#shared/permissions.ts";
import { nameKey } from "#shared/text.ts";
import type { Topic, TopicQuery } from "./endpoints.ts";
import { MIN_INDEXED, NO_TOPIC, TOPIC_FIELDS, type TopicFields, topicSearchKey, topicSlug } from "./rules.ts";
import type { TopicRow } from "./tables.ts";

type Db = Kysely<Tables>;

/** A topic as its page shows it. Its name, which articles show too, changes only with everything else. */
export const topicScope = (id: number) => scope("topic", id);
/** Which articles have a topic, by its key; drafts count too. */
export const tagScope = (key: string) => scope("tag", key);

/** Topics as records. */
export const TOPICS = {
  name: "topic",
  table: "topic",
  path: "topics",
  fields: TOPIC_FIELDS,
  none: NO_TOPIC,
  addresses: addressesOf("topic", topicSlug),
  scopeOf: ({ id }: { id: number }) => topicScope(id),
  publishedOf: (now) =>
    expressionBuilder<Tables, "topic">()
      .selectFrom("article_topic")
      .select(["article_topic.article_id", "article_topic.published_at"])
      .whereRef("article_topic.topic_id", "=", "topic.id")
      .where(publicAt(now, TOPIC)),
  present: presentTopics,
} satisfies RecordKind<TopicFields> & ListingKind;

/** Returns the topic with an alias; an address may have hyphens for its spaces. */
const findByAlias = (db: Db, reference: string): Promise<TopicRow | undefined> =>
  db
    .selectFrom("topic_alias")
    .innerJoin("topic", "topic.id", "topic_alias.topic_id")
    .selectAll("topic")
    .where("alias_key", "in", [nameKey(reference), nameKey(reference.replaceAll("-", " "))])
    .orderBy("topic.id")
    .executeTakeFirst();

/**
 * Returns the topic of an address, also a former one or an alias, if `viewer` sees it: readers see those with published
 * articles.
 */
export async function readTopic(db: Db, { viewer, now }: Seen, slug: string): Promise<Topic | undefined> {
  const row = (await resolveRow(db, TOPICS, slug)) ?? (await findByAlias(db, slug));
  if (!row) {
    // Any change may create it.
    shows(EVERYTHING);
    return undefined;
  }
  shows(topicScope(row.id), addressScope("topic", slug), tagScope(nameKey(row.name)));
  const [topic] = await presentTopics(db, now, [row]);
  return topic?.is_hidden && !seesHidden(viewer) ? undefined : topic;
}

/** One page of the topics that `viewer` sees, and the total. */
export async function listTopics(db: Db, seen: Seen, { query, kind, sort, ...page }: TopicQuery) {
  shows();
  showsInData(EVERYTHING);
  const where = [
    ...(kind ? [sql<SqlBool>`kind = ${kind}`] : []),
    ...(query === "" ? [] : [isNamedLike(db, topicSearchKey(query))]),
  ];
  const { rows, total } = await listRows(db, TOPICS, seen, { ...page, where, byCount: sort === "count" });
  return { topics: await presentTopics(db, seen.now, rows), total };
}

const isNamedLike = (db: Db, key: string) => sql<SqlBool>`(${hasText(db, "topic.search_key", key)} or topic.id in (
  select topic_id from topic_alias where ${hasText(db, "topic_alias.search_key", key)}))`;

/** Topics in the API's form; `count` includes only articles that readers see at `now`. */
export async function presentTopics(db: Db, now: number, rows: readonly RecordRow<TopicFields>[]): Promise<Topic[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countsOf(db, TOPICS, now, ids);
  const aliases = await aliasesOf(db, ids);
  return rows.map(({ id, name, slug, kind, description, image_url }) => {
    const topic = { id, name, slug, kind, description, image_url, aliases: aliases.get(id) ?? [] };
    return marked({ ...topic, count: counts.get(id) ?? 0 });
  });
}

/** The aliases of topics by topic, in the order of their keys. */
export async function aliasesOf(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
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

/** The topics with enough published articles for search engines. */
export const indexedTopics = (db: Db, now: number, limit: number): Promise<DatedPage[]> =>
  datedPages(db, TOPICS, now, { limit, least: MIN_INDEXED });
