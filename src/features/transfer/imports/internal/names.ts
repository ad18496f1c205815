import { ensureCategory } from "#features/categories/commands.ts";
import { importAuthor } from "#features/identity/accounts/authors.ts";
import { authorSlug } from "#features/identity/authors/rules.ts";
import { importTopic } from "#features/topics/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { isSlug } from "#shared/slug.ts";
import { isWebAddress } from "#shared/web-address.ts";
import type { AuthorItem, TextItem, TopicItem } from "../../sources/items.ts";
import type { ImportItemRow, TargetKind } from "../../tables.ts";
import { itemsByKey } from "./check.ts";
import type { Trx } from "./engine.ts";
import { storable } from "./findings.ts";

const MAX_NAME = { author: 100, topic: 60, category: 100 };
const MAX_BIO = 2_000;
const MAX_DESCRIPTION = 1_000;

type Run = { importId: number; source: string };
type Settled = { id: number; isAdded: boolean };

/** The items that texts name, and what they have become. */
function itemsIn(trx: Trx, { importId, source }: Run) {
  const items = new Map<string, ImportItemRow | undefined>();
  return {
    async find(kind: "author" | "topic", key: string): Promise<ImportItemRow | undefined> {
      const name = `${kind} ${key}`;
      if (!items.has(name)) items.set(name, [...(await itemsByKey(trx, source, [{ kind, key }])).values()][0]);
      return items.get(name);
    },
    async settle(item: ImportItemRow, kind: TargetKind, { id, isAdded }: Settled): Promise<void> {
      const isOurs = isAdded || (item.is_added === 1 && item.target_id === id);
      const row = {
        target_kind: kind,
        target_id: id,
        is_added: (isOurs ? 1 : 0) as ImportItemRow["is_added"],
        is_stored: 1 as const,
        hash: item.seen_hash,
        import_id: item.import_id ?? importId,
      };
      await trx.updateTable("import_item").set(row).where("id", "=", item.id).execute();
      Object.assign(item, row);
    },
  };
}
type Items = ReturnType<typeof itemsIn>;

/** Finds and adds what texts name, in the transaction of the texts. A name that exists here means that one. */
export function namesIn(trx: Trx, clock: Clock, run: Run) {
  const items = itemsIn(trx, run);
  return {
    /** The ids of a text's authors, in their order. */
    async authors({ authors }: Pick<TextItem, "authors">): Promise<number[]> {
      const ids = new Set<number>();
      for (const key of authors) {
        const id = await authorOf(trx, clock, items, key);
        if (id !== undefined) ids.add(id);
      }
      return [...ids];
    },

    /** The names of a text's topics, in their order, without the one that is its category. */
    async topics({ topics, section }: Pick<TextItem, "topics" | "section">): Promise<string[]> {
      const names = new Set<string>();
      for (const key of topics) {
        const name = key === section ? undefined : await topicOf(trx, items, key);
        if (name !== undefined) names.add(name);
      }
      return [...names];
    },

    /** The name of a text's category; `fallback` for one without. */
    category: ({ section }: Pick<TextItem, "section">, fallback: string) => categoryOf(trx, items, section, fallback),
  };
}

async function authorOf(trx: Trx, clock: Clock, items: Items, key: string): Promise<number | undefined> {
  const item = await items.find("author", key);
  if (item?.is_stored === 1 && item.target_id !== null && (await exists(trx, item.target_id))) return item.target_id;
  const given = item ? (JSON.parse(item.data) as AuthorItem) : { name: key, slug: "", bio: "", picture: "" };
  const name = storable(given.name, MAX_NAME.author);
  if (name === "") return undefined;
  const made = await importAuthor(trx, clock, {
    name,
    bio: storable(given.bio, MAX_BIO),
    imageUrl: /^https?:/i.test(given.picture) && isWebAddress(given.picture) ? given.picture : "",
    slug: isSlug(given.slug) ? authorSlug(given.slug) : "",
  });
  if (item) await items.settle(item, "author", made);
  return made.id;
}

async function topicOf(trx: Trx, items: Items, key: string): Promise<string | undefined> {
  const item = await items.find("topic", key);
  const given = item ? (JSON.parse(item.data) as TopicItem) : { name: key, slug: "", description: "" };
  const known = item?.target_kind === "topic" ? await topicName(trx, item.target_id ?? 0) : undefined;
  const name = storable(given.name, MAX_NAME.topic);
  if (known !== undefined || name === "") return known;
  const description = storable(given.description, MAX_DESCRIPTION);
  const made = await importTopic(trx, { name, slug: given.slug, description });
  if (item && item.target_kind !== "category") await items.settle(item, "topic", made);
  return made.name;
}

async function categoryOf(trx: Trx, items: Items, section: string, fallback: string): Promise<string> {
  const item = section === "" ? undefined : await items.find("topic", section);
  const known = item?.target_kind === "category" ? await categoryName(trx, item.target_id ?? 0) : undefined;
  if (known !== undefined) return known;
  const given = item ? (JSON.parse(item.data) as TopicItem) : { name: section, slug: "" };
  const added: string[] = [];
  const name = storable(given.name, MAX_NAME.category) || fallback;
  const made = await ensureCategory(trx, name, () => void added.push(name), given.slug);
  if (item) await items.settle(item, "category", { id: made.id, isAdded: added.length > 0 });
  return made.name;
}

const exists = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx.selectFrom("account").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

const topicName = async (trx: Trx, id: number): Promise<string | undefined> =>
  (await trx.selectFrom("topic").select("name").where("id", "=", id).executeTakeFirst())?.name;

const categoryName = async (trx: Trx, id: number): Promise<string | undefined> =>
  (await trx.selectFrom("category").select("name").where("id", "=", id).executeTakeFirst())?.name;
