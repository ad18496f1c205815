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
  await sql`insert into account (name, created_at) values ('Amina', 1), ('Baraka', 1)`.execute(db);
  await sql`insert into review_request (article_id, asked_id, asked_by, asked_at) values (7, 2, 1, 5)`.execute(db);
  await sql`insert into article_approval (article_id, text_hash, approver_id, approved_at, is_override, reason)
    values (7, 'abc', 2, 6, 1, 'Seen it')`.execute(db);
  await migrate(database);
  expect(await db.selectFrom("note").selectAll().execute()).toEqual([
    {
      id: 1,
      document_type: "article",
      document_id: 7,
      quote: "at length",
      suggestion: "",
      text: "Source?",
      state: "open",
      author_id: 1,
      created_at: 5,
    },
  ]);
  expect(await db.selectFrom("presence").select(["document_type", "document_id", "id"]).execute()).toEqual([
    { document_type: "article", document_id: 7, id: "one" },
  ]);
  const article = { id: 1, document_type: "article", document_id: 7 };
  expect(await db.selectFrom("review_request").selectAll().execute()).toEqual([
    {
      ...article,
      asked_id: 2,
      asked_by: 1,
      asked_at: 5,
      message: "",
      answer: null,
      answer_message: "",
      answered_at: null,
    },
  ]);
  expect(await db.selectFrom("approval").selectAll().execute()).toEqual([
    { ...article, text_hash: "abc", approver_id: 2, approved_at: 6, is_override: 1, reason: "Seen it" },
  ]);
  // The next ones get other numbers.
  const approval = { ...article, id: undefined, text_hash: "d", approved_at: 7, is_override: 0, reason: "" } as const;
  expect(
    await db
      .insertInto("approval")
      .values({ ...approval, document_type: "article" })
      .returning("id")
      .execute(),
  ).toEqual([{ id: 2 }]);
}

test("notes and reviews of an older database stay with their articles (sqlite)", async () =>
  upgrade(await openBefore(FIRST, await createSqliteDatabase())));

test.skipIf(inject("postgres") === null)(
  "notes and reviews of an older database stay with their articles (postgres)",
  async () => upgrade(await openBefore(FIRST, { engine: "postgres", url: await createPostgresDatabase() })),
);
