import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { chunksOf, justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import {
  addressScope,
  claimAddress,
  freeAddress,
  mergeAddresses,
  releaseAddresses,
} from "#features/addresses/register.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { RecordStore, RecordWrites } from "#platform/records/kind.ts";
import { findRow, lockRow, presentOne } from "#platform/records/store.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { isSlug } from "#shared/slug.ts";
import { nameKey } from "#shared/text.ts";
import type { Topic } from "./endpoints.ts";
import { TOPICS, topicScope } from "./queries.ts";
import { MANY_ALIASES, MAX_ALIASES, type TopicFields, type TopicKind, topicSearchKey, topicSlug } from "./rules.ts";

type Named = Pick<Topic, "id" | "name">;
declare module "#features/events/types.ts" {
  interface EventFacts {
    /** Articles of `from` now have `to`: the same topic under another name, or the one that it is being merged into. */
    "topic.moved": { from: Named; to: Named };
  }
}

/**
 * Returns the names of the topics that these names mean, each once: a topic's name or alias, compared as
 * `nameKey` does. A name that no topic has makes one. The topics stay as they are until the commit.
 */
export async function ensureTopics(
  trx: Transaction<Tables>,
  names: readonly string[],
  onAdded: () => void = () => {},
): Promise<string[]> {
  const known = await ensureTopicsByKey(trx, names, onAdded);
  return [...new Set(names.flatMap((name) => known.get(nameKey(name)) ?? []))];
}

/** As `ensureTopics`, for names of many texts: the names of the topics by the `nameKey` of what means them. */
export async function ensureTopicsByKey(
  trx: Transaction<Tables>,
  names: readonly string[],
  onAdded: () => void = () => {},
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (const some of chunksOf([...new Set(names.map(nameKey))]))
    for (const [key, name] of await lockNamed(trx, some)) known.set(key, name);
  for (const name of names) {
    const key = nameKey(name);
    if (known.has(key)) continue;
    onAdded();
    known.set(key, await addNamed(trx, name));
  }
  return known;
}

/** A topic from another system. */
type GivenTopic = {
  name: string;
  slug: string;
  description: string;
  image_url: string;
  kind: TopicKind;
  aliases: readonly string[];
};

/** The topic that a name means, or a new one with the given slug and aliases, if they are free, and its other facts. */
export async function importTopic(trx: Transaction<Tables>, { name, slug, aliases, ...facts }: GivenTopic) {
  const key = nameKey(name);
  const known = (await lockNamed(trx, [key])).get(key);
  const stored = known ?? (await addNamed(trx, name, slug));
  const { id } = await trx
    .selectFrom("topic")
    .select("id")
    .where("name_key", "=", nameKey(stored))
    .executeTakeFirstOrThrow();
  const isAdded = known === undefined;
  if (isAdded) await trx.updateTable("topic").set(facts).where("id", "=", id).execute();
  if (isAdded && aliases.length > 0) await addFreeAliases(trx, { id, name: stored }, aliases);
  return { id, name: stored, isAdded };
}

async function addFreeAliases(trx: Transaction<Tables>, topic: Named, aliases: readonly string[]): Promise<void> {
  const known = await lockNamed(trx, aliases.map(nameKey));
  const free = aliases.filter((alias) => !known.has(nameKey(alias)));
  await writeAliases(trx, topic, free.slice(0, MAX_ALIASES));
}

/** The names of topics by their keys and the keys of their aliases. */
async function lockNamed(trx: Transaction<Tables>, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom("topic")
    .select(["name", "name_key"])
    .where("name_key", "in", keys)
    .orderBy("id")
    .forShare()
    .execute();
  const known = new Map(rows.map(({ name, name_key }) => [name_key, name]));
  const others = keys.filter((key) => !known.has(key));
  if (others.length === 0) return known;
  const aliases = await trx
    .selectFrom("topic_alias")
    .innerJoin("topic", "topic.id", "topic_alias.topic_id")
    .select(["alias_key", "topic.name"])
    .where("alias_key", "in", others)
    .orderBy("topic.id")
    .forShare("topic")
    .execute();
  for (const { alias_key, name } of aliases) known.set(alias_key, name);
  return known;
}

/** Adds a topic for a name, and returns its name as another transaction may have added it concurrently. */
async function addNamed(trx: Transaction<Tables>, name: string, wanted = ""): Promise<string> {
  const slug = await freeAddress(trx, { kind: "topic", id: 0 }, isSlug(wanted) ? wanted : topicSlug(name));
  const made = await trx
    .insertInto("topic")
    .values({ name: name.trim(), slug, ...keysOf(name) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) {
    await claimAddress(trx, { kind: "topic", id: made.id }, slug);
    return name.trim();
  }
  return (await lockNamed(trx, [nameKey(name)])).get(nameKey(name)) ?? addNamed(trx, name);
}

/** Deletes topics without articles. An article that is restored adds its own again. */
export async function removeUnusedTopics(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  for (const some of chunksOf(ids)) await trx.deleteFrom("topic").where("id", "in", some).execute();
  await releaseAddresses(trx, "topic", ids);
}

const keysOf = (name: string) => ({ name_key: nameKey(name), search_key: topicSearchKey(name) });

/** How topics are changed: names are unique among aliases too, and a former name becomes an alias. */
export const topicWrites = (store: RecordStore): RecordWrites<TopicFields> => ({
  ...TOPICS,
  store,
  stale: "This topic has changed since you opened it.",
  columnsOf: ({ name }) => ({ ...keysOf(name), is_curated: 1 }),
  scopesOf: ({ before, after }) => {
    if (!before && after) return [topicScope(after.id), addressScope("topic", after.slug)];
    const isElsewhere = after && (before?.name !== after.name || before.slug !== after.slug);
    return isElsewhere ? [EVERYTHING] : [topicScope(before?.id ?? 0)];
  },
  state: recordEvent,
  async check(trx, { name, aliases }, before) {
    if (aliases.length > Math.max(MAX_ALIASES, before?.aliases.length ?? 0))
      throw new InvalidError("invalid_input", MANY_ALIASES, { aliases: MANY_ALIASES });
    await rejectTakenNames(trx, [name, ...aliases], before?.id);
  },
  async follow(trx, row, { before, values: { aliases }, by }) {
    const isRenamed = before !== null && before.name !== row.name;
    await writeAliases(trx, row, isRenamed ? [...aliases, before.name] : aliases);
    if (isRenamed) await topicMoved(trx, store, by, { from: before, to: row });
  },
  async requireUnused(trx, { id }) {
    const { count } = await trx
      .selectFrom("article_topic")
      .where("topic_id", "=", id)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) > 0) throw new ConflictError("topic_in_use", inUse(Number(count)));
  },
});

const inUse = (count: number) =>
  `This topic has ${count} ${count === 1 ? "article" : "articles"}, including drafts. Merge it into another topic instead.`;

const SAME_TOPIC = "A topic cannot be merged into itself.";

/**
 * Merges a topic into another one, which gets its articles, its names as aliases, and its addresses. Throws NotFoundError,
 * InvalidError for the same topic twice, and ForbiddenError for words that may not become public.
 */
export function mergeTopics(
  store: RecordStore,
  by: Actor,
  { from, into }: { from: string | number; into: string | number },
): Promise<Topic> {
  const { database, clock } = store;
  const kind = topicWrites(store);
  return changeContent(database, async (trx) => {
    const gone = await presentOne(trx, kind, await lockRow(trx, kind, from));
    const kept = await presentOne(trx, kind, await lockRow(trx, kind, into));
    if (gone.id === kept.id) throw new InvalidError("same_topic", SAME_TOPIC, { into: SAME_TOPIC });
    const shown = await shownByMerge(trx, gone, kept);
    await topicMoved(trx, store, by, { from: gone, to: kept });
    await trx.deleteFrom("topic_alias").where("topic_id", "=", gone.id).execute();
    await trx.deleteFrom("topic").where("id", "=", gone.id).execute();
    await mergeAddresses(trx, "topic", gone.id, kept.id);
    await writeAliases(trx, kept, [...kept.aliases, ...gone.aliases, gone.name]);
    await trx.updateTable("topic").set({ is_curated: 1 }).where("id", "=", kept.id).execute();
    const subject = { kind: "topic", id: kept.id, title: kept.name };
    const changes = { merged: { from: gone.name, to: kept.name } };
    await recordEvent(trx, clock, { by, subject, action: "topic.merge", changes, shown });
    return {
      result: await presentOne(trx, kind, justWritten(await findRow(trx, kind, kept.id))),
      changed: [EVERYTHING],
    };
  });
}

/** States that articles of a topic have another name, before it may be gone. */
function topicMoved(trx: Transaction<Tables>, { clock }: RecordStore, by: Actor, facts: { from: Named; to: Named }) {
  const subject = { kind: "topic", id: facts.from.id };
  return recordEvent(trx, clock, { by, action: "topic.moved", subject, facts, isPassing: true });
}

/** The words that a merge makes public: those of a topic that no published article has. */
async function shownByMerge(trx: Transaction<Tables>, gone: Topic, kept: Topic): Promise<Record<string, string>> {
  const [isGoneShown, isKeptShown] = [await isShown(trx, gone.id), await isShown(trx, kept.id)];
  const { name, slug, description } = kept;
  if (isGoneShown && !isKeptShown) return { name, slug, description };
  return isKeptShown && !isGoneShown ? { name: [gone.name, ...gone.aliases].join("\n") } : {};
}

/** Whether a published article has the topic. */
async function isShown(trx: Transaction<Tables>, topicId: number): Promise<boolean> {
  const row = await trx
    .selectFrom("article_topic")
    .select("article_id")
    .where("topic_id", "=", topicId)
    .where("published_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws ConflictError if another topic has one of these names, as its name or an alias. */
async function rejectTakenNames(trx: Transaction<Tables>, names: readonly string[], exceptId = 0): Promise<void> {
  const keys = names.map(nameKey);
  const taken = await trx
    .selectFrom("topic")
    .select("name_key as key")
    .where("name_key", "in", keys)
    .where("id", "!=", exceptId)
    .union(
      trx
        .selectFrom("topic_alias")
        .select("alias_key as key")
        .where("alias_key", "in", keys)
        .where("topic_id", "!=", exceptId),
    )
    .execute();
  const others = new Set(taken.map(({ key }) => key));
  const at = keys.findIndex((key) => others.has(key));
  if (at === -1) return;
  const detail = `“${names[at]}” already names another topic. Merge the two instead.`;
  throw new ConflictError("name_taken", detail, { [at === 0 ? "name" : "aliases"]: detail });
}

/** Replaces the aliases of a topic, without its own name; returns them. */
async function writeAliases(trx: Transaction<Tables>, topic: Pick<Topic, "id" | "name">, names: readonly string[]) {
  const aliases = new Map(names.map((name) => [nameKey(name), name]));
  aliases.delete(nameKey(topic.name));
  await trx.deleteFrom("topic_alias").where("topic_id", "=", topic.id).execute();
  const rows = [...aliases].map(([alias_key, name]) => ({
    alias_key,
    name,
    search_key: topicSearchKey(name),
    topic_id: topic.id,
  }));
  if (rows.length > 0) await trx.insertInto("topic_alias").values(rows).execute();
}
