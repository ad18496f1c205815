import { type Kysely, sql } from "kysely";

/** Rows read and written in one statement. */
const BATCH = 500;

/** The published articles of each author by date, future ones among them: an author's page is a stretch of an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("article_byline")
    .addColumn("account_id", "integer", (column) => column.notNull())
    .addColumn("published_at", "bigint", (column) => column.notNull())
    .addColumn("article_id", "integer", (column) => column.notNull().references("article.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("article_byline_key", ["account_id", "published_at", "article_id"])
    .execute();
  await db.schema.createIndex("article_byline_by_article").on("article_byline").column("article_id").execute();
  await sql`insert into article_byline (account_id, published_at, article_id) select author_id, published_at, id
    from article where status = 'published' and published_at is not null and author_id is not null`.execute(db);
  await addCoAuthors(db);
}

async function addCoAuthors(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: number;
    published_at: number;
    co_authors: string;
  }>`select id, published_at, co_authors
    from article where status = 'published' and published_at is not null and co_authors <> '[]'`.execute(db);
  const lines = rows.flatMap(({ id, published_at, co_authors }) =>
    (JSON.parse(co_authors) as { id: number }[]).map((author) => sql`(${author.id}, ${published_at}, ${id})`),
  );
  for (let from = 0; from < lines.length; from += BATCH)
    await sql`insert into article_byline (account_id, published_at, article_id)
      values ${sql.join(lines.slice(from, from + BATCH))}
      on conflict (account_id, published_at, article_id) do nothing`.execute(db);
}
