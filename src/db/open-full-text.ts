import type { Kysely, Transaction } from "kysely";
import { engineOf } from "./dialect.ts";
import type { Corpus, FullText, Seen, TextDocument } from "./full-text.ts";
import type { Database } from "./open.ts";
import { putPostgres, removePostgres, withPostgresText } from "./postgres-full-text.ts";
import { putSqlite, removeSqlite, sqliteText } from "./sqlite-full-text.ts";
import type { Tables } from "./tables.ts";

/** Searches the full text that a viewer may read; `ask` reads whatever else it needs through the given connection. */
export function withFullText<Answer>(
  { db }: Database,
  corpus: Corpus,
  seen: Seen,
  ask: (text: FullText, db: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> {
  return engineOf(db) === "sqlite" ? ask(sqliteText(db, corpus, seen), db) : withPostgresText(db, corpus, seen, ask);
}

/** Replaces the words of articles in the index, by their ids. */
export async function putDocuments(
  trx: Transaction<Tables>,
  documents: ReadonlyMap<number, TextDocument>,
): Promise<void> {
  if (engineOf(trx) === "sqlite") for (const [id, document] of documents) await putSqlite(trx, id, document);
  else await putPostgres(trx, documents);
}

/** Removes an article from the index; does nothing if it is not there. */
export function removeDocument(trx: Transaction<Tables>, id: number): Promise<void> {
  return engineOf(trx) === "sqlite" ? removeSqlite(trx, id) : removePostgres(trx, id);
}
