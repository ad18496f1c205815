import { sql, type Transaction } from "kysely";
import { jsonElements } from "#db/expressions.ts";
import { holdLock } from "#db/locks.ts";
import type { Tables } from "#db/tables.ts";
import { mayHaveNeighbours } from "#shared/vocabulary.ts";

/** Maximum of vocabulary words remembered per process; any others are sent to the database again. */
const REMEMBERED_TERMS = 300_000;

/**
 * Adds words to `search_term`. Words known to exist are not sent again. A word counts as known only once the database
 * has reported it as existing from another transaction: one that was rolled back, whole or in part, is never trusted.
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

/** Adds the words of a text that is rarely written, for which remembering what is known is not worth its memory. */
export async function addWords(trx: Transaction<Tables>, words: readonly string[]): Promise<void> {
  const terms = [...new Set(words.filter(mayHaveNeighbours))];
  if (terms.length > 0) await insertTerms(trx, terms);
}

/** Inserts the missing words and returns them. */
async function insertTerms(trx: Transaction<Tables>, terms: string[]): Promise<string[]> {
  const pairs = JSON.stringify(terms.map((term) => ({ term, reversed: [...term].reverse().join("") })));
  await holdLock(trx, "words");
  // Without the condition SQLite parses the conflict clause as part of a join.
  const { rows } = await sql<{ term: string }>`insert into search_term (term, reversed)
    select value ->> 'term', value ->> 'reversed' from ${jsonElements(trx, pairs)} where true
    on conflict (term) do nothing returning term`.execute(trx);
  return rows.map((row) => row.term);
}
