import { type Kysely, sql } from "kysely";
import { expect, inject, test } from "vitest";
import type { Database } from "#db/open.ts";
import { createArticle, updateArticle } from "#features/articles/commands.ts";
import { onBehalfOf, operator } from "#shared/actor.ts";
import { articleDraft, publish } from "#test/support/articles.ts";
import { createPostgresDatabase, createSqliteDatabase, describeOnEngines } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { up } from "../../migrations/0015-article-status.ts";

async function indexesOf({ db, engine }: Database): Promise<unknown[]> {
  const query =
    engine === "sqlite"
      ? sql`select name, sql from sqlite_master where type = 'index' and tbl_name = 'article' order by name`
      : sql`select indexname, indexdef from pg_indexes where tablename = 'article' order by indexname`;
  return (await query.execute(db)).rows;
}

const rowsOf = async ({ db }: Database, table: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows;

async function columnsOf({ db }: Database) {
  const tables = await db.introspection.getTables();
  const columns = tables.find(({ name }) => name === "article")?.columns ?? [];
  return columns.map(({ name, dataType, isNullable }) => ({ name, dataType, isNullable }));
}

async function insertOld({ db }: Database): Promise<void> {
  await sql`insert into account (name, created_at) values ('Author', 1)`.execute(db);
  await sql`insert into category (name, name_key, slug) values ('Tech', 'tech', 'tech')`.execute(db);
  for (const [title, status, content] of [
    ["Published", "published", "<p>x</p>".repeat(2_000)],
    ["Draft", "draft", ""],
  ])
    await sql`insert into article (title, status, content, category_id, author_id, published_at, views, created_at, updated_at)
      values (${title}, ${status}, ${content}, 1, 1, 5, 7, 3, 4)`.execute(db);
  await sql`insert into article_tag (article_id, tag_key) values (1, 'one'), (2, 'two')`.execute(db);
  await sql`insert into desk_article (article_id, stands_at, updated_at, category_id, author_id, status,
    is_auto_update, is_featured, is_editors_pick, title_key, words)
    values (1, 5, 4, 1, 1, 'published', 0, 0, 0, 'published', ' published')`.execute(db);
}

async function migrateWithArticles(database: Database): Promise<void> {
  await insertOld(database);
  await expect(sql`update article set status = 'ready' where id = 2`.execute(database.db)).rejects.toThrow(
    /constraint/i,
  );
  const before = {
    articles: await rowsOf(database, "article"),
    tags: await rowsOf(database, "article_tag"),
    listed: await rowsOf(database, "desk_article"),
    indexes: await indexesOf(database),
    columns: await columnsOf(database),
  };
  expect(before.indexes.length).toBeGreaterThan(4);
  await database.db.transaction().execute((trx) => up(trx as unknown as Kysely<unknown>, database.engine));
  const updatedBy = { name: "updated_by", dataType: before.columns[0]?.dataType, isNullable: true };
  const { columns } = before;
  const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);
  expect((await columnsOf(database)).sort(byName)).toEqual(
    [...columns, { ...updatedBy, dataType: expect.any(String) }].sort(byName),
  );
  expect(await rowsOf(database, "article")).toEqual(
    before.articles.map((article) => ({ ...article, updated_by: null })),
  );
  expect(await rowsOf(database, "article_tag")).toEqual(before.tags);
  expect(await rowsOf(database, "desk_article")).toEqual(before.listed);
  expect(await indexesOf(database)).toEqual(before.indexes);
  await sql`update article set status = 'ready' where id = 2`.execute(database.db);
}

const NAME = "0015-article-status";
test("the table no longer checks statuses, and keeps everything else (sqlite)", async () => {
  const database = await openBefore(NAME, await createSqliteDatabase());
  await migrateWithArticles(database);
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = 'article'`.execute(
    database.db,
  );
  expect(rows[0]?.sql, "the content is the last column").toMatch(/content"? text not null default ''\)$/i);
  expect((await sql`pragma foreign_key_check`.execute(database.db)).rows).toEqual([]);
});
test.skipIf(inject("postgres") === null)(
  "the table no longer checks statuses, and keeps everything else (postgres)",
  async () => {
    const url = await createPostgresDatabase();
    await migrateWithArticles(await openBefore(NAME, { engine: "postgres", url }));
  },
);

describeOnEngines("an article", (open) => {
  test("records who changed it last", async () => {
    const database = await open();
    const { store } = await startTestApp(database);
    const id = await publish(store);
    const updatedBy = async () =>
      (await database.db.selectFrom("article").select("updated_by").executeTakeFirstOrThrow()).updated_by;
    expect(await updatedBy()).toBeNull();
    await updateArticle(store, onBehalfOf(7), id, { title: "Changed" });
    expect(await updatedBy()).toBe(7);
    await updateArticle(store, operator, id, { title: "Changed again" });
    expect(await updatedBy()).toBeNull();
  });

  test("accepts no status that the program does not know", async () => {
    const { store, clock } = await startTestApp(await open());
    const draft = articleDraft(clock.now(), { status: "archived" as "draft" });
    await expect(createArticle(store, operator, draft)).rejects.toThrow("archived");
    const id = await publish(store);
    await expect(updateArticle(store, operator, id, { status: "archived" as "draft" })).rejects.toThrow("archived");
  });
});
