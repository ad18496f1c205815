import { type Kysely, sql } from "kysely";

/** Pictures read at once, and words written at once. */
const BATCH = 500;
const MIN_CHARS = 4;
const LETTER = /\p{L}/u;

/**
 * The words of the pictures' texts join the vocabulary, so that a search in the library forgives a typing error. Words of
 * less than four characters and numbers are not in it, as they are never taken for misspelt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; words: string }>`select id, words from picture
      where id > ${after} order by id limit ${BATCH}`.execute(db);
    const words = new Set(rows.flatMap(({ words }) => words.split(" ")));
    const terms = [...words].filter((word) => word.length >= MIN_CHARS && LETTER.test(word));
    for (let start = 0; start < terms.length; start += BATCH) await insert(db, terms.slice(start, start + BATCH));
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
  }
}

async function insert(db: Kysely<unknown>, terms: string[]): Promise<void> {
  const values = terms.map((term) => sql`(${term}, ${[...term].reverse().join("")})`);
  await sql`insert into search_term (term, reversed) values ${sql.join(values)}
    on conflict (term) do nothing`.execute(db);
}
