import { type Kysely, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import { mayBeMisspelt, withinOneEdit } from "#shared/vocabulary.ts";

/** Maximum of neighbours used for one misspelt word, and of vocabulary words read to find them. */
const MAX_NEIGHBOURS = 24;
const MAX_CANDIDATES = 4_000;

/**
 * The vocabulary words one edit away. A single edit, including a swap, leaves either the first or the last (n - 1) / 2
 * letters unchanged, so two ranges of the index contain all of them.
 */
export async function neighbours(db: Kysely<Tables>, word: string): Promise<string[]> {
  if (!mayBeMisspelt(word)) return [];
  const letters = [...word];
  const half = Math.floor((letters.length - 1) / 2);
  const range = async (column: "term" | "reversed", start: string) => {
    const rows = await db
      .selectFrom("search_term")
      .select("term")
      .where(column, ">=", start)
      .where(column, "<", `${start}\u{10FFFF}`)
      .where(sql<number>`length(term)`, ">=", letters.length - 1)
      .where(sql<number>`length(term)`, "<=", letters.length + 1)
      .limit(MAX_CANDIDATES)
      .execute();
    return rows.map(({ term }) => term);
  };
  const candidates = [
    ...(await range("term", letters.slice(0, half).join(""))),
    ...(await range("reversed", letters.slice(-half).reverse().join(""))),
  ];
  const near = new Set(candidates.filter((term) => term !== word && withinOneEdit(term, word)));
  return [...near].slice(0, MAX_NEIGHBOURS);
}

/** At most `limit` words of the vocabulary that begin with a text, in alphabetical order. */
export async function wordsBeginning(db: Kysely<Tables>, start: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("search_term")
    .select("term")
    .where("term", ">=", start)
    .where("term", "<", `${start}\u{10FFFF}`)
    .orderBy("term")
    .limit(limit)
    .execute();
  return rows.map(({ term }) => term);
}
