import { sql, type Transaction } from "kysely";
import { engineOf } from "#db/engine.ts";
import type { Tables } from "#db/tables.ts";
import { accountNames } from "#features/accounts/queries.ts";
import type { ArticleListener, ArticleState } from "#features/articles/changes.ts";
import { FIELDS, TEXT_NAMES } from "#features/articles/fields.ts";
import { vocabulary } from "#features/vocabulary/commands.ts";
import { indexWords } from "./rules.ts";

/** Characters of a body that are indexed. PostgreSQL's tsvector is limited to 1 MiB; this is a short novel. */
const INDEXED_BODY = 180_000;
/** PostgreSQL's highest word position, and as many positions of one word as its ranking can use. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 32;

type Fields = { title: string[]; tags: string[]; excerpt: string[]; about: string[]; body: string[] };

/** The fields that searches use: other changes leave an article's entry as it is. */
const SEARCHED = ["status", "tags", "content", "category", "author_id", ...TEXT_NAMES] as const;

/**
 * Keeps the full-text index up to date. Drafts are not in it, only their words are in the vocabulary for the editors'
 * list; scheduled articles are, and queries check their time. Create one per open database, as it remembers which words
 * that has.
 */
export function indexArticles(): ArticleListener {
  const addTerms = vocabulary();
  return async (trx, changes) => {
    const putDocument = engineOf(trx) === "sqlite" ? putSqlite : putPostgres;
    const changed = changes.filter(
      ({ before, after }) => !(before && after && SEARCHED.every((column) => before[column] === after[column])),
    );
    const authors = await accountNames(
      trx,
      changed.map(({ after }) => after?.author_id ?? null),
    );
    const terms = new Set<string>();
    // SQLite buffers documents in memory until another kind of statement runs: words are added at the end.
    for (const { before, after, text } of changed) {
      if (after?.status === "published") {
        const fields = fieldsOf(after, authors.get(after.author_id ?? 0) ?? "", await text());
        await putDocument(trx, after.id, fields);
        for (const field of Object.values(fields)) for (const word of field) terms.add(word);
      } else {
        if (before?.status === "published") await removeDocument(trx, before.id);
        // Drafts included, so that editors find them by misspelt words too.
        if (after) for (const word of [after.title, ...tagsOf(after)].flatMap(indexWords)) terms.add(word);
      }
    }
    await addTerms(trx, terms);
  };
}

const tagsOf = ({ tags }: ArticleState): string[] => JSON.parse(tags);

function fieldsOf(article: ArticleState, author: string, text: string): Fields {
  const fields: Fields = {
    title: [],
    tags: indexWords(tagsOf(article).join(" ")),
    excerpt: [],
    about: indexWords(`${article.category} ${author}`),
    body: indexWords(text.slice(0, INDEXED_BODY)),
  };
  for (const name of TEXT_NAMES) {
    const field = FIELDS[name];
    if ("search" in field) fields[field.search].push(...indexWords(article[name]));
  }
  return fields;
}

async function removeDocument(trx: Transaction<Tables>, id: number): Promise<void> {
  const key = engineOf(trx) === "sqlite" ? sql.ref("rowid") : sql.ref("article_id");
  await sql`delete from article_search where ${key} = ${id}`.execute(trx);
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

/** A tsvector as text: every word with its positions, each carrying the weight of its field. */
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
