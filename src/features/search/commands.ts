import { sql, type Transaction } from "kysely";
import { engineOf } from "#db/engine.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleIndex, IndexedArticle } from "#features/articles/commands.ts";
import { vocabulary } from "#features/vocabulary/commands.ts";
import { indexWords } from "./rules.ts";

/** Characters of a body that are indexed. PostgreSQL's documents end at 1 MiB; this is a short novel. */
const INDEXED_BODY = 180_000;
/** PostgreSQL's largest position of a word, and as many positions of one word as its rank can use. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 32;

type Fields = { title: string[]; tags: string[]; excerpt: string[]; about: string[]; body: string[] };

/**
 * The full-text index of one database: what the writing commands of articles call inside their transaction. Make
 * one for each open database, as it remembers which words that database has.
 */
export function fullTextIndex(): ArticleIndex {
  const addTerms = vocabulary();
  return {
    async put(trx, articles) {
      const words = new Set<string>();
      // SQLite gathers documents in memory until another kind of statement comes between: words are added at the end.
      const put = engineOf(trx) === "sqlite" ? putSqlite : putPostgres;
      for (const article of articles) {
        const fields = fieldsOf(article);
        await put(trx, article.id, fields);
        for (const field of Object.values(fields)) for (const word of field) words.add(word);
      }
      await addTerms(trx, words);
    },
    async remove(trx, id) {
      const key = engineOf(trx) === "sqlite" ? sql.ref("rowid") : sql.ref("article_id");
      await sql`delete from article_search where ${key} = ${id}`.execute(trx);
    },
    learn: (trx, texts) => addTerms(trx, new Set(texts.flatMap(indexWords))),
  };
}

function fieldsOf(article: IndexedArticle): Fields {
  return {
    title: indexWords(article.title),
    tags: indexWords(article.tags.join(" ")),
    excerpt: indexWords(article.excerpt),
    about: indexWords(`${article.category} ${article.author}`),
    body: indexWords(article.text.slice(0, INDEXED_BODY)),
  };
}

async function putSqlite(trx: Transaction<Tables>, id: number, fields: Fields): Promise<void> {
  const { title, tags, excerpt, about, body } = fields;
  const values = [title, tags, excerpt, about, body].map((words) => words.join(" "));
  await sql`insert or replace into article_search (rowid, title, tags, excerpt, about, body)
    values (${id}, ${sql.join(values)})`.execute(trx);
}

async function putPostgres(trx: Transaction<Tables>, id: number, fields: Fields): Promise<void> {
  const { title, tags, excerpt, about, body } = fields;
  const head = tsvector([title, "A"], [tags, "B"], [excerpt, "C"], [about, "D"]);
  const document = tsvector([title, "A"], [tags, "B"], [excerpt, "C"], [about, "C"], [body, "D"]);
  await sql`insert into article_search (article_id, head, document)
    values (${id}, ${head}::text::tsvector, ${document}::text::tsvector)
    on conflict (article_id) do update set head = excluded.head, document = excluded.document`.execute(trx);
}

/** A tsvector's text: every word with its positions, each of which carries the weight of its field. */
function tsvector(...parts: [words: string[], weight: "A" | "B" | "C" | "D"][]): string {
  const positions = new Map<string, string[]>();
  let position = 0;
  for (const [words, weight] of parts) {
    for (const word of words) {
      position = Math.min(position + 1, LAST_POSITION);
      const places = positions.get(word);
      if (!places) positions.set(word, [position + weight]);
      else if (places.length < MAX_POSITIONS) places.push(position + weight);
    }
  }
  return [...positions].map(([word, places]) => `'${word}':${places.join(",")}`).join(" ");
}
