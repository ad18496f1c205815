import { zstdCompressSync } from "node:zlib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { createSqliteDatabase } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";

const DAY = 24 * 60 * 60_000;

/** A publication of before there were roles: two people who log in, and an author who never did. */
async function startBeforeRoles() {
  const database = await openBefore("0052-roles", await createSqliteDatabase());
  const { db } = database;
  await sql`insert into account (id, email, password_hash, name, created_at) values
    (1, 'amina@news.example', 'hash', 'Amina', 1), (2, 'brian@news.example', 'hash', 'Brian', 1),
    (3, null, null, 'Chao', 1)`.execute(db);
  await sql`insert into category (id, name, name_key, slug) values (1, 'C', 'c', 'c')`.execute(db);
  return database;
}

type Old = { id: number; author: number | null; others?: number[]; at?: number | null; version?: number; by?: number };

/** An article; published unless its time is null. `by`: who saved it last. */
async function addArticle({ db }: Database, { id, author, others = [], at = 5, version = 2, by }: Old): Promise<void> {
  const co_authors = JSON.stringify(others.map((other) => ({ id: other, name: `Account ${other}` })));
  await sql`insert into article (id, title, category_id, author_id, co_authors, status, published_at, version, updated_by,
      created_at, updated_at)
    values (${id}, 'T', 1, ${author}, ${co_authors}, ${at === null ? "draft" : "published"}, ${at}, ${version},
      ${by ?? null}, 1, 1)`.execute(db);
}

const ownersOf = async ({ db }: Database, articleId: number) => {
  const rows = await db.selectFrom("article_owner").selectAll().where("article_id", "=", articleId).execute();
  return Object.fromEntries(rows.map(({ account_id, is_creator }) => [account_id, is_creator]));
};

test("whoever could log in before there were roles still may do everything, and nobody else may", async () => {
  const database = await startBeforeRoles();
  await migrate(database);
  const accounts = await database.db.selectFrom("account").select(["role", "is_active"]).orderBy("id").execute();
  expect(accounts).toEqual([
    { role: "chief", is_active: 1 },
    { role: "chief", is_active: 1 },
    { role: "contributor", is_active: 1 },
  ]);
});

test("an older article belongs to its authors, and to who saved it first as far as that is known", async () => {
  const database = await startBeforeRoles();
  await addArticle(database, { id: 1, author: 3, others: [1, 2] });
  // Its author is its creator: one entry, not two.
  await addArticle(database, { id: 2, author: 1, version: 1, by: 1 });
  // Saved by others since: only the first of its versions says who began it.
  await addArticle(database, { id: 3, author: 1, others: [1], by: 1 });
  const body = zstdCompressSync("{}").toString("base64");
  await sql`insert into revision (article_id, n, author_id, began_at, created_at, is_autosave, body)
    values (3, 1, 2, 1, 1, 0, ${body}), (3, 2, 1, 1, 1, 0, ${body})`.execute(database.db);
  await addArticle(database, { id: 4, author: null });
  await migrate(database);
  expect(await ownersOf(database, 1)).toEqual({ 3: 0, 1: 0, 2: 0 });
  expect(await ownersOf(database, 2)).toEqual({ 1: 1 });
  expect(await ownersOf(database, 3)).toEqual({ 1: 0, 2: 1 });
  expect(await ownersOf(database, 4)).toEqual({});
});

test("authors find their older articles: published ones by date, also as the second of many authors", async () => {
  const database = await startBeforeRoles();
  await addArticle(database, { id: 1, author: 1, others: [2, 3], at: 10 });
  await addArticle(database, { id: 2, author: 1, others: [1], at: 20 });
  await addArticle(database, { id: 3, author: 1, others: [2], at: null });
  // More than one statement writes.
  const many = Array.from({ length: 501 }, (_, at) => at + 100);
  for (const id of many) await addArticle(database, { id, author: null, others: [3], at: id });
  await migrate(database);
  const { db } = database;
  const lines = (account: number) =>
    db
      .selectFrom("article_byline")
      .select(["published_at", "article_id"])
      .where("account_id", "=", account)
      .orderBy("article_id")
      .execute();
  expect(await lines(1)).toEqual([
    { published_at: 10, article_id: 1 },
    { published_at: 20, article_id: 2 },
  ]);
  expect(await lines(2)).toEqual([{ published_at: 10, article_id: 1 }]);
  expect((await lines(3)).map(({ article_id }) => article_id)).toEqual([1, ...many]);
});

test("an older session is shown with its last use, and an account with the last time it signed in", async () => {
  const database = await startBeforeRoles();
  const { db } = database;
  await sql`insert into session (id, account_id, generation, expires_at) values ('s', 1, 1, ${30 * DAY})`.execute(db);
  await sql`insert into known_client (account_id, network, seen_at) values (1, 'a', 5), (1, 'b', 9)`.execute(db);
  await migrate(database);
  const session = await db.selectFrom("session").select(["started_at", "used_at", "expires_at"]).executeTakeFirst();
  expect(session).toEqual({ started_at: 16 * DAY, used_at: 16 * DAY, expires_at: 30 * DAY });
  const accounts = await db.selectFrom("account").select("signed_in_at").orderBy("id").execute();
  expect(accounts.map(({ signed_in_at }) => signed_in_at)).toEqual([9, null, null]);
});

test("mails to an account become its own, whatever its address was then", async () => {
  const database = await openBefore("0077-mails-of-accounts", await createSqliteDatabase());
  const { db } = database;
  await sql`insert into account (id, email, name, created_at) values (1, 'now@news.example', 'Amina', 1)`.execute(db);
  const changes = JSON.stringify({ email: { from: "once@news.example", to: "now@news.example" } });
  await sql`insert into audit_entry (at, actor_kind, actor_name, network, who_salt, who_hash, action, subject_kind,
      subject_id, subject_title, changes, details_salt, details_hash, words)
    values (1, 'operator', '', '', '', '', 'account.email', 'account', '1', '', ${changes}, '', '', '')`.execute(db);
  await sql`insert into mail_body (id, subject, html, text) values (1, '', '', '')`.execute(db);
  const mails = [
    ["sign-in", "now@news.example"],
    ["reset", "once@news.example"],
    ["issue", "now@news.example"],
    ["reset", "other@news.example"],
  ];
  for (const [kind, email] of mails)
    await sql`insert into mail (kind, state, priority, body_id, created_at, due_at, message_id, to_email)
      values (${kind}, 'sent', 0, 1, 1, 1, 'm', ${email})`.execute(db);
  await migrate(database);
  const rows = await db.selectFrom("mail").select("account_id").orderBy("id").execute();
  expect(rows.map(({ account_id }) => account_id)).toEqual([1, 1, null, null]);
});
