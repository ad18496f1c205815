import { setImmediate as otherTasks } from "node:timers/promises";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Tables } from "#db/tables.ts";
import { lengthOfContent } from "#features/content/length.ts";

type Row = { id: number; status: string; version: number; edited_at: number; changes: string | null };

/** Lengths by article and its last edit, so that a list reads only the texts that have changed. */
const counted = new WeakMap<Kysely<Tables>, LRUCache<string, number>>();

function countsOf(db: Kysely<Tables>): LRUCache<string, number> {
  const known = counted.get(db) ?? new LRUCache<string, number>({ max: 20_000 });
  counted.set(db, known);
  return known;
}

/** The words of each article as its list shows it, drafts as edited, by id; of a text without spaces, its characters. */
export async function wordsOf(db: Kysely<Tables>, rows: readonly Row[]): Promise<Map<number, number>> {
  const known = countsOf(db);
  const keyOf = ({ id, version, edited_at }: Row) => `${id} ${version} ${edited_at}`;
  const missing = rows.filter((row) => !known.has(keyOf(row)));
  const ids = missing.map(({ id }) => id);
  const stored =
    ids.length === 0 ? [] : await db.selectFrom("article").select(["id", "content"]).where("id", "in", ids).execute();
  const texts = new Map(stored.map(({ id, content }) => [id, content as string]));
  for (const row of missing) {
    const isEdited = row.status !== "published" && row.changes !== null;
    const edited = isEdited ? (JSON.parse(row.changes ?? "{}") as { content?: string }).content : undefined;
    const { words, ideographs, letters } = lengthOfContent(edited ?? texts.get(row.id) ?? "");
    known.set(keyOf(row), words + ideographs + letters);
    await otherTasks();
  }
  return new Map(rows.map((row) => [row.id, known.get(keyOf(row)) ?? 0]));
}
