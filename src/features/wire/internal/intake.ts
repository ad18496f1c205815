import { hash } from "node:crypto";
import type { Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { FeedEntry } from "#features/transfer/sources/feed/entries.ts";
import { oneLine, plainText } from "#features/transfer/sources/feed/text.ts";
import { beginningOf } from "#shared/text.ts";
import { DAY } from "#shared/time.ts";
import {
  addressKey,
  containsPhrase,
  KEPT_MS,
  MAX_SUMMARY,
  MAX_TITLE,
  SAME_STORY_MS,
  searchedWords,
  titleKey,
} from "../rules.ts";
import type { WireItemTable, WireRuleRow } from "../tables.ts";

type NewItem = Omit<WireItemTable, "id" | "source_id" | "story_id">;

const hashed = (key: string): string => (key === "" ? "" : hash("sha256", key).slice(0, 32));

/** The item of an entry, as plain text; null for one without a title and an id. */
export function itemOf(entry: FeedEntry, now: number): NewItem | null {
  const summary = beginningOf(entry.excerpt || plainText(entry.html, MAX_SUMMARY), MAX_SUMMARY);
  const title = beginningOf(entry.title || summary, MAX_TITLE);
  const id = entry.id || entry.address || title;
  if (entry.kind === "other" || title === "" || id === "") return null;
  const author = beginningOf(entry.authors.join(", "), MAX_TITLE);
  return {
    entry_hash: hashed(id),
    address: entry.address,
    address_hash: hashed(addressKey(entry.address)),
    title,
    title_hash: hashed(titleKey(title)),
    summary: summary === title ? "" : summary,
    author,
    language: entry.language,
    words: searchedWords(`${title} ${summary} ${author}`),
    // A date that has not come yet is a mistake of the feed.
    published_at: Math.min(now, entry.publishedAt ?? entry.updatedAt ?? now),
    seen_at: now,
  };
}

type Found = { sourceId: number; items: readonly NewItem[]; now: number };

/**
 * Stores what a feed lists: new items become stories or join the ones that report the same, changed ones are updated, and rules
 * are applied to new ones. Returns how many are new.
 */
export async function storeItems(trx: Transaction<Tables>, { sourceId, items, now }: Found): Promise<number> {
  const listed = [...new Map(items.map((item) => [item.entry_hash, item])).values()];
  const known = await knownItems(trx, sourceId, listed);
  for (const item of listed) {
    const before = known.get(item.entry_hash);
    if (before) await updateItem(trx, before, item);
  }
  // What is too old to be kept would come and go.
  const oldest = now - KEPT_MS;
  const added = listed.filter((item) => !known.has(item.entry_hash) && item.published_at > oldest).reverse();
  if (added.length === 0) return 0;
  // Otherwise two feeds with the same story would both start it.
  await lockTable(trx, "wire_story");
  const rules = await trx.selectFrom("wire_rule").selectAll().orderBy("id").execute();
  const same = await sameStories(trx, added);
  for (const item of added) {
    const storyId = same.find(item) ?? (await addStory(trx, item, rules));
    same.note(item, storyId);
    await trx
      .insertInto("wire_item")
      .values({ ...item, source_id: sourceId, story_id: storyId })
      .execute();
  }
  return added.length;
}

type KnownItem = Pick<WireItemTable, "entry_hash" | "title" | "summary" | "seen_at"> & { id: number };

async function knownItems(trx: Transaction<Tables>, sourceId: number, items: readonly NewItem[]) {
  const known = new Map<string, KnownItem>();
  for (const some of chunksOf(items.map(({ entry_hash }) => entry_hash))) {
    const rows = await trx
      .selectFrom("wire_item")
      .select(["id", "entry_hash", "title", "summary", "seen_at"])
      .where("source_id", "=", sourceId)
      .where("entry_hash", "in", some)
      .execute();
    for (const row of rows) known.set(row.entry_hash, row);
  }
  return known;
}

/** A correction of the publisher; the story and its date stay. */
async function updateItem(trx: Transaction<Tables>, before: KnownItem, item: NewItem): Promise<void> {
  const isChanged = before.title !== item.title || before.summary !== item.summary;
  if (!isChanged && item.seen_at - before.seen_at < DAY) return;
  const { title, summary, author, words, seen_at } = item;
  await trx
    .updateTable("wire_item")
    .set({ title, summary, author, words, seen_at })
    .where("id", "=", before.id)
    .execute();
}

/** Finds the stories that items belong to: by their address, or by their title at about the same time. */
async function sameStories(trx: Transaction<Tables>, items: readonly NewItem[]) {
  const byAddress = new Map<string, number>();
  const byTitle = new Map<string, { storyId: number; at: number }[]>();
  const note = (item: Pick<NewItem, "address_hash" | "title_hash" | "published_at">, storyId: number) => {
    if (item.address_hash !== "" && !byAddress.has(item.address_hash)) byAddress.set(item.address_hash, storyId);
    if (item.title_hash === "") return;
    byTitle.set(item.title_hash, [...(byTitle.get(item.title_hash) ?? []), { storyId, at: item.published_at }]);
  };
  for (const column of ["address_hash", "title_hash"] as const)
    for (const some of chunksOf([...new Set(items.map((item) => item[column]).filter((key) => key !== ""))])) {
      const rows = await trx
        .selectFrom("wire_item")
        .select(["address_hash", "title_hash", "published_at", "story_id"])
        .where(column, "in", some)
        .orderBy("id")
        .execute();
      for (const row of rows) note(row, row.story_id);
    }
  const find = (item: NewItem): number | undefined => {
    const sameAddress = byAddress.get(item.address_hash);
    if (sameAddress !== undefined) return sameAddress;
    const titled = byTitle.get(item.title_hash) ?? [];
    return titled.find(({ at }) => Math.abs(at - item.published_at) <= SAME_STORY_MS)?.storyId;
  };
  return { find, note };
}

export function judge(words: string, rules: readonly Pick<WireRuleRow, "words" | "effect" | "topic">[]) {
  const matching = rules.filter((rule) =>
    (JSON.parse(rule.words) as string[]).some((phrase) => containsPhrase(words, phrase)),
  );
  const topics = matching.filter(({ effect }) => effect === "topic").map(({ topic }) => topic);
  return { topics: [...new Set(topics)], isMuted: matching.some(({ effect }) => effect === "mute") };
}

async function addStory(trx: Transaction<Tables>, item: NewItem, rules: readonly WireRuleRow[]): Promise<number> {
  const { topics, isMuted } = judge(item.words, rules);
  const { id } = await trx
    .insertInto("wire_story")
    .values({
      state: isMuted ? "muted" : "new",
      topics: JSON.stringify(topics),
      published_at: item.published_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The items of a feed's entries, without those that have no title or id. */
export const itemsOf = (entries: readonly FeedEntry[], now: number): NewItem[] =>
  entries.flatMap((entry) => itemOf(entry, now) ?? []);

export const titleOf = (title: string, url: string): string =>
  beginningOf(oneLine(title), MAX_TITLE) || (URL.parse(url)?.hostname ?? url).replace(/^www\./, "");
