import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { createPostgresDatabase, createSqliteDatabase } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";
import { startTestApp } from "#test/support/test-app.ts";

const FIRST_RENAME = "0020-article-list";
const DAY = 24 * 60 * 60 * 1000;
const NEWEST = Date.UTC(2025, 0, 10);

async function fillOld({ db }: Database): Promise<void> {
  await sql`insert into account (name, created_at) values ('Author', 1)`.execute(db);
  await sql`insert into category (name, name_key, slug) values ('Tech', 'tech', 'tech')`.execute(db);
  for (const [index, title] of ["newest", "middle", "oldest"].entries()) {
    const at = NEWEST - index * DAY;
    await sql`insert into article (title, status, content, category_id, author_id, published_at, created_at, updated_at)
      values (${title}, 'published', '<p>Text</p>', 1, 1, ${at}, ${at}, ${at})`.execute(db);
    await sql`insert into desk_article (article_id, stands_at, updated_at, category_id, author_id, status,
      is_auto_update, is_featured, is_editors_pick, title_key, words)
      values (${index + 1}, ${at}, ${at}, 1, 1, 'published', 0, 0, 0, ${title}, ${` ${title}`})`.execute(db);
  }
  await sql`insert into media (key, sha256, width, height, fallback_format, created_at)
    values ('oldpicture', 'a', 16, 9, 'jpg', 1)`.execute(db);
}

/** The names of all tables, columns, indexes, constraints and sequences. */
async function namesIn({ db, engine }: Database): Promise<string> {
  const { rows } =
    engine === "sqlite"
      ? await sql`select name, sql from sqlite_master`.execute(db)
      : await sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace
          union all select conname from pg_constraint where connamespace = 'public'::regnamespace
          union all select column_name from information_schema.columns where table_schema = 'public'`.execute(db);
  return JSON.stringify(rows);
}

async function upgradeAndUse(database: Database): Promise<void> {
  await fillOld(database);
  await migrate(database);
  expect(await namesIn(database)).not.toMatch(/\b(desk|media)_|\b(media|stands_at|spent_at|left_at|left_count)\b/);

  const { app, store } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  const titles = async (query: string) =>
    (await app.inject({ url: `${apiUrl.articles()}?${query}`, headers }))
      .json<ArticleSummary[]>()
      .map(({ title }) => title);
  expect(await titles("sort=date")).toEqual(["newest", "middle", "oldest"]);
  expect(await titles("query=midd&status=published")).toEqual(["middle"]);

  const id = await publish(store, { title: "Added later" });
  expect(await titles("query=added")).toEqual(["Added later"]);
  for (const gone of [1, id]) await app.inject({ method: "DELETE", url: apiUrl.article(gone), headers });
  const left = await database.db.selectFrom("article_list_entry").select("article_id").orderBy("article_id").execute();
  expect(left, "entries are deleted with their articles").toEqual([{ article_id: 2 }, { article_id: 3 }]);

  const added = { key: "newpicture", sha256: "b", width: 16, height: 9, fallback_format: "jpg" as const };
  await database.db
    .insertInto("picture")
    .values({ ...added, has_variants: 0, created_at: 2 })
    .execute();
  const pictures = (await app.inject({ url: editorApiUrl.pictures(), headers })).json<{ url: string }[]>();
  expect(pictures.map(({ url }) => url)).toEqual(["/media/newpicture/16x9.jpg", "/media/oldpicture/16x9.jpg"]);
}

test("a publication is usable after its tables were renamed (sqlite)", async () =>
  upgradeAndUse(await openBefore(FIRST_RENAME, await createSqliteDatabase())));

test.skipIf(inject("postgres") === null)("a publication is usable after its tables were renamed (postgres)", async () =>
  upgradeAndUse(await openBefore(FIRST_RENAME, { engine: "postgres", url: await createPostgresDatabase() })),
);
