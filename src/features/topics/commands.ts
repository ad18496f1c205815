import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { chunksOf, justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import {
  addressScope,
  claimAddress,
  freeAddress,
  mergeAddresses,
  type Owner,
  releaseAddresses,
  requireFreeAddress,
} from "#features/addresses/register.ts";
import { changedFields } from "#features/audit/rules.ts";
import { newWords, recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { nameKey } from "#shared/text.ts";
import type { Topic, TopicBody } from "./endpoints.ts";
import { aliasesOf, findTopic, presentTopics, resolveTopic, topicScope } from "./queries.ts";
import {
  MANY_ALIASES,
  MAX_ALIASES,
  NO_TOPIC,
  SAME_TOPIC,
  STALE_TOPIC,
  takenName,
  topicSearchKey,
  topicSlug,
  topicVersion,
} from "./rules.ts";
import type { TopicRow } from "./tables.ts";

declare module "#features/events/types.ts" {
  interface EventFacts {
    /** Articles of `from` now have `to`: the same topic under another name, or the one that it is being merged into. */
    "topic.moved": { from: TopicRow; to: TopicRow };
  }
}

export type TopicStore = { database: Database; clock: Clock };

/** The topic with this id in the register of addresses; 0 for a new one. */
const ownerOf = (id = 0): Owner => ({ kind: "topic", id });

/** A topic with its aliases. */
type Whole = { row: TopicRow; aliases: string[] };

/**
 * Returns the names of the topics that these names mean, each once: a topic's name or alias, compared as
 * `nameKey` does. A name that no topic has makes one. The topics stay as they are until the commit.
 */
export async function ensureTopics(
  trx: Transaction<Tables>,
  names: readonly string[],
  onAdded: () => void = () => {},
): Promise<string[]> {
  const keys = [...new Set(names.map(nameKey))];
  if (keys.length === 0) return [];
  const known = await lockNamed(trx, keys);
  const unknown = new Map(names.filter((name) => !known.has(nameKey(name))).map((name) => [nameKey(name), name]));
  for (const [key, name] of unknown) {
    onAdded();
    known.set(key, await addNamed(trx, name));
  }
  return [...new Set(keys.flatMap((key) => known.get(key) ?? []))];
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
async function addNamed(trx: Transaction<Tables>, name: string): Promise<string> {
  const slug = await freeAddress(trx, ownerOf(), topicSlug(name));
  const made = await insertTopic(trx, { name: name.trim(), slug });
  if (made) return made.name;
  return (await lockNamed(trx, [nameKey(name)])).get(nameKey(name)) ?? addNamed(trx, name);
}

async function insertTopic(
  trx: Transaction<Tables>,
  topic: Pick<TopicRow, "name" | "slug"> & Partial<TopicRow>,
): Promise<TopicRow | undefined> {
  const made = await trx
    .insertInto("topic")
    .values({ ...topic, name_key: nameKey(topic.name), search_key: topicSearchKey(topic.name) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) await claimAddress(trx, ownerOf(made.id), made.slug);
  return made;
}

/** Deletes topics without articles. An article that is restored adds its own again. */
export async function removeUnusedTopics(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  for (const some of chunksOf(ids)) await trx.deleteFrom("topic").where("id", "in", some).execute();
  await releaseAddresses(trx, "topic", ids);
}

/** Adds a topic. Throws ConflictError if its name, an alias or its slug is taken. */
export function createTopic(
  { database, clock }: TopicStore,
  by: Actor,
  { name, slug = "", kind = "topic", aliases = [], description = "", image_url = "" }: TopicBody,
  note?: NoteCreated,
): Promise<Topic> {
  return changeContent(database, async (trx) => {
    await lockTopics(trx);
    rejectMany(aliases);
    await rejectTakenNames(trx, [name, ...aliases]);
    if (slug !== "") await requireFreeAddress(trx, ownerOf(), slug);
    const values = {
      name,
      slug: slug || (await freeAddress(trx, ownerOf(), topicSlug(name))),
      kind,
      description,
      image_url,
    };
    const row = justWritten(await insertTopic(trx, { ...values, is_curated: 1 }));
    await note?.(trx, row.id);
    const written = await writeAliases(trx, row, aliases);
    await recordTopic(trx, clock, by, { before: null, after: { row, aliases: written } });
    return { result: await present(trx, clock, row), changed: [topicScope(row.id), addressScope("topic", row.slug)] };
  });
}

/**
 * Changes the given fields of a topic. Its articles follow a new name; its former name becomes an alias, and its former
 * slug redirects. Throws NotFoundError, and ConflictError if a name or the slug is taken, or the stored version is not
 * `isCurrent`.
 */
export function updateTopic(
  store: TopicStore,
  by: Actor,
  reference: string,
  { name, slug, aliases, ...given }: TopicBody,
  isCurrent: (version: string) => boolean = () => true,
): Promise<Topic> {
  const { database, clock } = store;
  return changeContent(database, async (trx) => {
    await lockTopics(trx);
    const before = await lockTopic(trx, reference);
    const { row } = before;
    if (!isCurrent(versionOf(before))) throw new ConflictError("stale_version", STALE_TOPIC);
    const isRenamed = name !== row.name;
    rejectMany(aliases ?? [], before.aliases);
    const names = [...(aliases ?? before.aliases), ...(isRenamed ? [row.name] : [])];
    await rejectTakenNames(trx, [name, ...names], row.id);
    const newSlug = slug === "" ? await freeAddress(trx, ownerOf(row.id), topicSlug(name)) : (slug ?? row.slug);
    await claimAddress(trx, ownerOf(row.id), newSlug);
    const written = {
      ...given,
      name,
      name_key: nameKey(name),
      search_key: topicSearchKey(name),
      slug: newSlug,
      is_curated: 1 as const,
    };
    const after = justWritten(
      await trx.updateTable("topic").set(written).where("id", "=", row.id).returningAll().executeTakeFirst(),
    );
    const stored = await writeAliases(trx, after, names);
    if (isRenamed) await topicMoved(trx, clock, by, { from: row, to: after });
    await recordTopic(trx, clock, by, { before, after: { row: after, aliases: stored } });
    const isElsewhere = isRenamed || after.slug !== row.slug;
    return { result: await present(trx, clock, after), changed: isElsewhere ? [EVERYTHING] : [topicScope(row.id)] };
  });
}

/**
 * Merges a topic into another one, which gets its articles, its names as aliases, and its addresses. Throws NotFoundError,
 * InvalidError for the same topic twice, and ForbiddenError for words that may not become public.
 */
export function mergeTopics(
  store: TopicStore,
  by: Actor,
  { from, into }: { from: string | number; into: string | number },
): Promise<Topic> {
  const { database, clock } = store;
  return changeContent(database, async (trx) => {
    await lockTopics(trx);
    const source = await lockTopic(trx, from);
    const target = await lockTopic(trx, into);
    const [gone, kept] = [source.row, target.row];
    if (gone.id === kept.id) throw new InvalidError("same_topic", SAME_TOPIC, { into: SAME_TOPIC });
    const shown = await shownByMerge(trx, source, target);
    await topicMoved(trx, clock, by, { from: gone, to: kept });
    const names = [...target.aliases, ...source.aliases, gone.name];
    await trx.deleteFrom("topic_alias").where("topic_id", "=", gone.id).execute();
    await trx.deleteFrom("topic").where("id", "=", gone.id).execute();
    await mergeAddresses(trx, "topic", gone.id, kept.id);
    await writeAliases(trx, kept, names);
    await trx.updateTable("topic").set({ is_curated: 1 }).where("id", "=", kept.id).execute();
    const subject = { kind: "topic", id: kept.id, title: kept.name };
    await recordEvent(trx, clock, {
      by,
      subject,
      action: "topic.merge",
      changes: { merged: { from: gone.name, to: kept.name } },
      shown,
    });
    return { result: await present(trx, clock, kept), changed: [EVERYTHING] };
  });
}

/** States that articles of a topic have another name, before it may be gone. */
const topicMoved = (trx: Transaction<Tables>, clock: Clock, by: Actor, facts: { from: TopicRow; to: TopicRow }) =>
  recordEvent(trx, clock, {
    by,
    action: "topic.moved",
    subject: { kind: "topic", id: facts.from.id },
    facts,
    isPassing: true,
  });

/** The words that a merge makes public: those of a topic that no published article has. */
async function shownByMerge(trx: Transaction<Tables>, source: Whole, target: Whole): Promise<Record<string, string>> {
  const [isSourceShown, isTargetShown] = [await isShown(trx, source.row.id), await isShown(trx, target.row.id)];
  const { name, slug, description } = target.row;
  const names = isSourceShown ? [] : [source.row.name, ...source.aliases];
  if (isSourceShown && !isTargetShown) return { name, slug, description };
  return isTargetShown ? { name: names.join("\n") } : {};
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

/** Deletes a topic that no article has. Throws NotFoundError, and ConflictError with the count of its articles. */
export function deleteTopic({ database, clock }: TopicStore, by: Actor, reference: string): Promise<void> {
  return changeContent(database, async (trx) => {
    await lockTopics(trx);
    const before = await lockTopic(trx, reference);
    const { id } = before.row;
    const { count } = await trx
      .selectFrom("article_topic")
      .where("topic_id", "=", id)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) > 0) throw new ConflictError("topic_in_use", inUse(Number(count)));
    await trx.deleteFrom("topic").where("id", "=", id).execute();
    await releaseAddresses(trx, "topic", [id]);
    await recordTopic(trx, clock, by, { before, after: null });
    return { result: undefined, changed: [topicScope(id)] };
  });
}

const inUse = (count: number) =>
  `This topic has ${count} ${count === 1 ? "article" : "articles"}, including drafts. Merge it into another topic instead.`;

/** Of two concurrent changes that take the same name or slug, the second must see the first one's. */
const lockTopics = (trx: Transaction<Tables>) => lockTable(trx, "topic");

/** A topic that is about to be changed, locked until the commit. Throws NotFoundError. */
async function lockTopic(trx: Transaction<Tables>, reference: string | number): Promise<Whole> {
  const found = await resolveTopic(trx, reference);
  const row =
    found && (await trx.selectFrom("topic").selectAll().where("id", "=", found.id).forUpdate().executeTakeFirst());
  if (!row) throw new NotFoundError("topic_not_found", NO_TOPIC);
  return { row, aliases: (await aliasesOf(trx, [row.id])).get(row.id) ?? [] };
}

const versionOf = ({ row, aliases }: Whole): string => topicVersion({ ...row, aliases });

/** Throws InvalidError for too many aliases, unless a topic has had as many. */
function rejectMany(aliases: readonly string[], before: readonly string[] = []): void {
  if (aliases.length > Math.max(MAX_ALIASES, before.length))
    throw new InvalidError("invalid_input", MANY_ALIASES, { aliases: MANY_ALIASES });
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
  const detail = takenName(names[at] ?? "");
  throw new ConflictError("name_taken", detail, { [at === 0 ? "name" : "aliases"]: detail });
}

/** Replaces the aliases of a topic, without its own name; returns them. */
async function writeAliases(trx: Transaction<Tables>, topic: TopicRow, names: readonly string[]): Promise<string[]> {
  const aliases = new Map(names.map((name) => [nameKey(name), name]));
  aliases.delete(topic.name_key);
  await trx.deleteFrom("topic_alias").where("topic_id", "=", topic.id).execute();
  const rows = [...aliases].map(([alias_key, name]) => ({
    alias_key,
    name,
    search_key: topicSearchKey(name),
    topic_id: topic.id,
  }));
  if (rows.length > 0) await trx.insertInto("topic_alias").values(rows).execute();
  return [...aliases.values()];
}

async function present(trx: Transaction<Tables>, clock: Clock, { id }: TopicRow): Promise<Topic> {
  const [topic] = await presentTopics(trx, clock.now(), [justWritten(await findTopic(trx, id))]);
  return justWritten(topic);
}

const AUDITED = ["name", "slug", "kind", "description", "image_url", "aliases"] as const;
type AuditedFields = Partial<Record<(typeof AUDITED)[number], string>>;
const auditedFields = (whole: Whole | null): AuditedFields =>
  whole ? { ...whole.row, aliases: whole.aliases.join(", ") } : {};

/** Records a change of a topic in the audit log. */
async function recordTopic(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { before, after }: { before: Whole | null; after: Whole | null },
): Promise<void> {
  const row = (after ?? before)?.row;
  if (!row) return;
  const action = !before ? "topic.create" : after ? "topic.update" : "topic.delete";
  const changes = changedFields<AuditedFields>(auditedFields(before), auditedFields(after), AUDITED);
  if (Object.keys(changes).length === 0) return;
  // An alias has never been on an article: as a name it is new.
  const known = new Set(before ? [before.row.name, ...before.aliases] : []);
  const names = after?.aliases.filter((alias) => !known.has(alias)) ?? [];
  if (after && after.row.name !== before?.row.name) names.push(after.row.name);
  const shown = after ? { name: names.join("\n"), ...newWords(changes, ["slug", "description"]) } : {};
  await recordEvent(trx, clock, {
    by,
    action,
    subject: { kind: "topic", id: row.id, title: row.name },
    changes,
    shown,
  });
}
