import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type Actor, operator } from "#shared/actor.ts";
import { articlesChanged, lockStates } from "./changes.ts";
import type { ArticleStore } from "./commands.ts";
import { readContent } from "./derive.ts";

/**
 * Notifies the listeners of a category's new name, for its next articles after the id `after`, in the caller's
 * transaction: at most `count` articles and, beyond the first, at most `chars` characters of content. Returns how many
 * they were and the last id; null if none was left.
 */
export async function announceRename(
  trx: Transaction<Tables>,
  { articleListeners, content }: Pick<ArticleStore, "articleListeners" | "content">,
  { categoryId, formerName, actor }: { categoryId: number; formerName: string; actor: Actor },
  { after, count, chars }: { after: number; count: number; chars: number },
): Promise<{ count: number; last: number } | null> {
  const sizes = await trx
    .selectFrom("article")
    .select(["id", (eb) => eb.fn<number>("length", ["content"]).as("size")])
    .where("category_id", "=", categoryId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(count)
    .execute();
  const ids: number[] = [];
  let sum = 0;
  for (const { id, size } of sizes) {
    sum += size;
    if (sum > chars && ids.length > 0) break;
    ids.push(id);
  }
  const last = ids.at(-1);
  if (last === undefined) return null;
  const rows = await lockStates(trx, (articles) => articles.where("id", "in", ids));
  const changes = rows.map((row) => ({
    before: { ...row, category: formerName },
    after: row,
    text: async () => (await readContent(trx, content, row)).text,
    events: [{ kind: "renamed" as const, what: "category" as const }],
  }));
  await articlesChanged(trx, articleListeners, changes, actor);
  return { count: ids.length, last };
}

/**
 * Has listeners index the next stored articles after an id, at most `count`: for a full-text index that is empty.
 * Returns the last id; null if none was left.
 */
export async function announceStored(
  trx: Transaction<Tables>,
  { articleListeners, content }: Pick<ArticleStore, "articleListeners" | "content">,
  { after, count }: { after: number; count: number },
): Promise<number | null> {
  const rows = await lockStates(trx, (articles) => articles.where("id", ">", after).limit(count));
  const changes = rows.map((row) => ({
    before: null,
    after: row,
    text: async () => (await readContent(trx, content, row)).text,
    events: [{ kind: "reindexed" as const }],
  }));
  if (changes.length > 0) await articlesChanged(trx, articleListeners, changes, operator);
  return rows.at(-1)?.id ?? null;
}
