import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";

const FIRST = "0086-document-notes";

async function upgrade(database: Database): Promise<void> {
  const { db } = database;
  await sql`insert into note (article_id, quote, text, state, author_id, created_at)
    values (7, 'at length', 'Source?', 'open', 1, 5)`.execute(db);
  await sql`insert into presence (id, article_id, account_id, since, seen_at) values ('one', 7, 1, 5, 6)`.execute(db);
  await migrate(database);
  expect(await db.selectFrom("note").selectAll().execute()).toEqual([
    {
      id: 1,
      document_type: "article",
      document_id: 7,
      quote: "at length",
      text: "Source?",
      state: "open",
      author_id: 1,
      created_at: 5,
    },
  ]);
  expect(await db.selectFrom("presence").select(["document_type", "document_id", "id"]).execute()).toEqual([
    { document_type: "article", document_id: 7, id: "one" },
  ]);
}

test("notes of an older database stay with their articles (sqlite)", async () =>
  upgrade(await openBefore(FIRST, await createSqliteDatabase())));

test.skipIf(inject("postgres") === null)("notes of an older database stay with their articles (postgres)", async () =>
  upgrade(await openBefore(FIRST, { engine: "postgres", url: await createPostgresDatabase() })),
);
