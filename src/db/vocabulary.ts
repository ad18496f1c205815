import { type Kysely, sql, type Transaction } from "kysely";
import { holdLock, jsonElements } from "#db/dialect.ts";
import type { Tables } from "#db/tables.ts";
import { mayBeMisspelt, mayHaveNeighbours, withinOneEdit } from "#shared/vocabulary.ts";

/** Maximum of vocabulary words in memory per process; any others are sent to the database again. */
const REMEMBERED_TERMS = 300_000;

/**
 * Adds words to `search_term`. Words known to exist are not sent again. A word counts as known only once the database
 * has reported it as existing from another transaction: a rolled back one is never trusted.
 */
export function vocabulary(): (trx: Transaction<Tables>, words: Set<string>) => Promise<void> {
  const known = new Set<string>();
  const added = new WeakMap<Transaction<Tables>, Set<string>>();
  return async (trx: Transaction<Tables>, words: Set<string>): Promise<void> => {
    const own = added.get(trx) ?? new Set<string>();
    added.set(trx, own);
    const missing = [...words].filter((word) => mayHaveNeighbours(word) && !known.has(word));
    if (missing.length === 0) return;
    if (known.size > REMEMBERED_TERMS) known.clear();
    const fresh = new Set(await insertTerms(trx, missing));
    for (const word of missing)
      if (fresh.has(word)) own.add(word);
      else if (!own.has(word)) known.add(word);
  };
}

/** Adds the words of a rarely written text, for which a cache is not worth its memory. */
export async function addWords(trx: Transaction<Tables>, words: readonly string[]): Promise<void> {
  const terms = [...new Set(words.filter(mayHaveNeighbours))];
  if (terms.length > 0) await insertTerms(trx, terms);
}

async function insertTerms(trx: Transaction<Tables>, terms: string[]): Promise<string[]> {
  const pairs = JSON.stringify(terms.map((term) => ({ term, reversed: [...term].reverse().join("") })));
  await holdLock(trx, "words");
  // Without the condition SQLite parses the conflict clause as part of a join.
  const { rows } = await sql<{ term: string }>`insert into search_term (term, reversed)
    select value ->> 'term', value ->> 'reversed' from ${jsonElements(trx, pairs)} where true
    on conflict (term) do nothing returning term`.execute(trx);
  return rows.map((row) => row.term);
}

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

/** At most `limit` words of the vocabulary that start with a text, in alphabetical order. */
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
