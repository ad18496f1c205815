import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";
import { fold, words } from "./frozen/text.ts";

/** Articles carried over in one statement. */
const BATCH = 1000;
/** As `deskText` had it when this was written: a title longer than this would not fit PostgreSQL's index. */
const LONGEST_KEY = 200;

type ArticleRow = { id: number; title: string; tags: string } & Omit<DeskRow, "article_id" | "title_key" | "words">;
type DeskRow = {
  article_id: number;
  title_key: string;
  words: string;
  stands_at: number;
  updated_at: number;
  category_id: number;
  author_id: number | null;
  status: string;
  is_auto_update: number;
  is_featured: number;
  is_editors_pick: number;
};

/**
 * What the editors' list is searched, filtered and sorted by: a narrow table beside the articles, as going through
 * 100,000 rows with excerpts and contents takes too long on either engine.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // Collation "C" orders by bytes whatever the database's language, as SQLite does.
  const bytes = engine === "postgres" ? sql`text collate "C"` : sql`text`;
  await db.schema
    .createTable("desk_article")
    .addColumn("article_id", "integer", (column) => column.primaryKey().references("article.id").onDelete("cascade"))
    .addColumn("stands_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("category_id", "integer", (column) => column.notNull().references("category.id"))
    .addColumn("author_id", "integer", (column) => column.references("account.id").onDelete("set null"))
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("is_auto_update", "integer", (column) => column.notNull())
    .addColumn("is_featured", "integer", (column) => column.notNull())
    .addColumn("is_editors_pick", "integer", (column) => column.notNull())
    .addColumn("title_key", bytes, (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .execute();
  await fill(db as Kysely<{ article: ArticleRow; desk_article: DeskRow }>);
  await createIndexes(db);
  // Its place is taken.
  await sql`drop index article_by_recency`.execute(db);
}

async function fill(db: Kysely<{ article: ArticleRow; desk_article: DeskRow }>): Promise<void> {
  for (let last = 0; ; ) {
    const articles = await db
      .selectFrom("article")
      .select(["id", "title", "tags", "updated_at", "category_id", "author_id", "status"])
      .select(["is_auto_update", "is_featured", "is_editors_pick"])
      .select(sql<number>`coalesce(published_at, created_at)`.as("stands_at"))
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    if (articles.length === 0) return;
    last = articles.at(-1)?.id ?? last;
    const rows = articles.map(({ id, title, tags, ...kept }) => ({
      ...kept,
      article_id: id,
      title_key: fold(title).slice(0, LONGEST_KEY).toWellFormed(),
      words: ` ${words([title, ...(JSON.parse(tags) as string[])].join(" ")).join(" ")}`,
    }));
    await db.insertInto("desk_article").values(rows).execute();
  }
}

/** One index for each order. All hold the columns of the filters, so that going through them reads nothing else. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const filters = sql`status, is_featured, is_editors_pick, is_auto_update`;
  await sql`create index desk_by_date on desk_article (stands_at, article_id, category_id, ${filters})`.execute(db);
  await sql`create index desk_by_title on desk_article
    (title_key, article_id, stands_at, category_id, ${filters})`.execute(db);
  await sql`create index desk_by_update on desk_article
    (updated_at, article_id, stands_at, category_id, ${filters})`.execute(db);
  await sql`create index desk_by_category on desk_article
    (category_id, stands_at, article_id, ${filters})`.execute(db);
  await sql`create index desk_by_author on desk_article
    (author_id, stands_at, article_id, category_id, ${filters})`.execute(db);
}
