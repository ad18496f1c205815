import { chunksOf } from "#db/rows.ts";
import { ensureCategory } from "#features/categories/commands.ts";
import { CATEGORY_FIELDS } from "#features/categories/fields.ts";
import { importAuthor } from "#features/identity/accounts/authors.ts";
import { PROFILE_FIELDS } from "#features/identity/accounts/rules.ts";
import { authorSlug } from "#features/identity/authors/rules.ts";
import { COLOUR_FORM } from "#features/settings/appearance/page-colours.ts";
import { importTopic } from "#features/topics/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Link } from "#shared/fields/fields.ts";
import { isSlug } from "#shared/slug.ts";
import { nameKey } from "#shared/text.ts";
import { isWebAddress } from "#shared/web-address.ts";
import type { AuthorItem, TextItem, TopicItem } from "../../sources/items.ts";
import type { ImportItemRow, TargetKind } from "../../tables.ts";
import { itemsByKey, keyOf } from "./check.ts";
import type { Trx } from "./engine.ts";
import { storable } from "./findings.ts";

const MAX_NAME = { author: 100, topic: 60, category: 100 };
const MAX_BIO = 2_000;
const MAX_DESCRIPTION = 1_000;

type Run = { importId: number; source: string };
/** Where a picture of the source is now: its copy, or the address to copy it from; empty for none. */
type PictureAt = (address: string) => string;
type Settled = { id: number; isAdded: boolean };

type Named = Pick<TextItem, "authors" | "topics" | "section">;
type Category = { id: number; name: string };

/** What names of texts mean here, by the source's keys. Those without a usable name are missing. */
type Meaning = { authors: Map<string, number>; topics: Map<string, string>; categories: Map<string, Category> };

/** What the names of one text mean: in their order, each once, the topics without the one that is its category. */
export function namesOf({ authors, topics, section }: Named, meaning: Meaning, fallback: Category) {
  const others = topics.filter((key) => key !== section);
  return {
    category: meaning.categories.get(section) ?? fallback,
    authors: [...new Set(authors.flatMap((key) => meaning.authors.get(key) ?? []))],
    tags: [...new Set(others.flatMap((key) => meaning.topics.get(key) ?? []))],
  };
}

/**
 * Finds and adds what texts name, in the transaction of the texts. A name that exists here means that one. Most names are known
 * from earlier texts, and are found together: an import has thousands of texts.
 */
export async function settleNames(
  trx: Trx,
  { clock, pictureAt }: { clock: Clock; pictureAt: PictureAt },
  run: Run,
  texts: readonly Named[],
): Promise<Meaning> {
  const sections = [...new Set(texts.map(({ section }) => section))].filter((key) => key !== "");
  const topics = [...new Set(texts.flatMap((text) => text.topics.filter((key) => key !== text.section)))];
  const authors = [...new Set(texts.flatMap((text) => text.authors))];
  const items = await itemsByKey(trx, run.source, [
    ...[...sections, ...topics].map((key) => ({ kind: "topic" as const, key })),
    ...authors.map((key) => ({ kind: "author" as const, key })),
  ]);
  const known = await knownTargets(trx, [...items.values()]);
  const find: Work["find"] = (kind, key) => items.get(`${kind} ${keyOf({ kind, key })}`);
  const work = { trx, run, known, find, pictureAt };
  const meaning: Meaning = { authors: new Map(), topics: new Map(), categories: new Map() };
  for (const key of sections) set(meaning.categories, key, await categoryOf(work, key));
  for (const key of topics) set(meaning.topics, key, await topicOf(work, key));
  for (const key of authors) set(meaning.authors, key, await authorOf(work, clock, key));
  return meaning;
}

function set<Value>(into: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value !== undefined) into.set(key, value);
}

type Work = {
  trx: Trx;
  run: Run;
  known: Awaited<ReturnType<typeof knownTargets>>;
  pictureAt: PictureAt;
  find: (kind: "author" | "topic", key: string) => ImportItemRow | undefined;
};

/** What items became and is still there. */
async function knownTargets(trx: Trx, items: readonly ImportItemRow[]) {
  const ids = (kind: TargetKind) =>
    items.flatMap(({ target_kind, target_id }) => (target_kind === kind && target_id !== null ? [target_id] : []));
  const [authors, topics, categories] = [new Set<number>(), new Map<number, string>(), new Map<number, Category>()];
  for (const some of chunksOf(ids("author")))
    for (const { id } of await trx.selectFrom("account").select("id").where("id", "in", some).execute())
      authors.add(id);
  for (const some of chunksOf(ids("topic")))
    for (const { id, name } of await trx.selectFrom("topic").select(["id", "name"]).where("id", "in", some).execute())
      topics.set(id, name);
  for (const some of chunksOf(ids("category")))
    for (const row of await trx.selectFrom("category").select(["id", "name"]).where("id", "in", some).execute())
      categories.set(row.id, row);
  return { authors, topics, categories };
}

async function settle({ trx, run }: Work, item: ImportItemRow, kind: TargetKind, made: Settled) {
  const row = settledRow(item, run.importId, kind, made);
  await trx.updateTable("import_item").set(row).where("id", "=", item.id).execute();
  Object.assign(item, row);
}

/** What an item is after it became something. A tag can become both a category, which it leads to, and a topic. */
function settledRow(item: ImportItemRow, importId: number, kind: TargetKind, { id, isAdded }: Settled) {
  const isBoth = item.is_added === 1 && item.target_kind !== kind;
  const owner = isAdded && !isBoth ? importId : (item.import_id ?? importId);
  const row = { is_stored: 1 as const, hash: item.seen_hash, import_id: owner };
  if (kind === "topic" && item.target_kind === "category") return { ...row, topic_id: isAdded ? id : item.topic_id };
  const isOurs = isAdded || (item.is_added === 1 && item.target_kind === kind && item.target_id === id);
  return {
    ...row,
    target_kind: kind,
    target_id: id,
    is_added: (isOurs ? 1 : 0) as ImportItemRow["is_added"],
    topic_id: isBoth ? item.target_id : item.topic_id,
  };
}

async function authorOf(work: Work, clock: Clock, key: string): Promise<number | undefined> {
  const item = work.find("author", key);
  if (item?.is_stored === 1 && item.target_id !== null && work.known.authors.has(item.target_id)) return item.target_id;
  const given = item ? (JSON.parse(item.data) as AuthorItem) : { name: key, slug: "", bio: "", picture: "", links: [] };
  const name = storable(given.name, MAX_NAME.author);
  if (name === "") return undefined;
  const made = await importAuthor(work.trx, clock, {
    name,
    bio: storable(given.bio, MAX_BIO),
    imageUrl: work.pictureAt(given.picture),
    links: (given.links ?? []).filter(isLink).slice(0, PROFILE_FIELDS.links.most),
    slug: isSlug(given.slug) ? authorSlug(given.slug) : "",
  });
  if (item) await settle(work, item, "author", made);
  return made.id;
}

const isLink = ({ label, url }: Link) =>
  label.trim() !== "" && label.length <= PROFILE_FIELDS.links.max && /^https?:/i.test(url) && isWebAddress(url);

async function topicOf(work: Work, key: string): Promise<string | undefined> {
  const item = work.find("topic", key);
  const given = item ? (JSON.parse(item.data) as TopicItem) : { name: key, slug: "", description: "", picture: "" };
  const { type = "topic", aliases = [] } = given as Partial<TopicItem>;
  const known = item?.target_kind === "topic" ? work.known.topics.get(item.target_id ?? 0) : undefined;
  const name = storable(given.name, MAX_NAME.topic);
  if (known !== undefined || name === "") return known;
  const description = storable(given.description, MAX_DESCRIPTION);
  const made = await importTopic(work.trx, {
    ...{ name, slug: given.slug, description, image_url: work.pictureAt(given.picture), kind: type },
    aliases: aliases.map((alias) => storable(alias, MAX_NAME.topic)).filter((alias) => nameKey(alias) !== ""),
  });
  if (item && (made.isAdded || item.target_kind !== "category")) await settle(work, item, "topic", made);
  return made.name;
}

async function categoryOf(work: Work, section: string): Promise<Category | undefined> {
  const item = work.find("topic", section);
  const known = item?.target_kind === "category" ? work.known.categories.get(item.target_id ?? 0) : undefined;
  if (known !== undefined) return known;
  const given: Partial<TopicItem> = item ? JSON.parse(item.data) : { name: section };
  const name = storable(given.name ?? "", MAX_NAME.category);
  if (name === "") return undefined;
  const added: string[] = [];
  const made = await ensureCategory(work.trx, name, () => void added.push(name), {
    slug: given.slug ?? "",
    description: storable(given.description ?? "", CATEGORY_FIELDS.description.max),
    editor: storable(given.editor ?? "", CATEGORY_FIELDS.editor.max),
    image_url: work.pictureAt(given.picture ?? ""),
    accent: COLOUR_FORM.test(given.accent ?? "") ? (given.accent ?? "").toLowerCase() : "",
  });
  if (item) await settle(work, item, "category", { id: made.id, isAdded: added.length > 0 });
  return made;
}
