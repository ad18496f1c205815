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

/** Replaces an article's words in the index. */
export function putDocument(trx: Transaction<Tables>, id: number, document: TextDocument): Promise<void> {
  return engineOf(trx) === "sqlite" ? putSqlite(trx, id, document) : putPostgres(trx, id, document);
}

/** Removes an article from the index; does nothing if it is not there. */
export function removeDocument(trx: Transaction<Tables>, id: number): Promise<void> {
  return engineOf(trx) === "sqlite" ? removeSqlite(trx, id) : removePostgres(trx, id);
}
