import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Accounts, categories, articles with their tags, pictures, and the state of the site. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one script, read from top to bottom and never changed again
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("account")
    .$call(idColumn(engine))
    .addColumn("email", "text", (column) => column.unique())
    .addColumn("password_hash", "text")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("image_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("bio", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("category")
    .$call(idColumn(engine))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull().unique())
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .execute();

  await db.schema
    .createTable("article")
    .$call(idColumn(engine))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("excerpt", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("image_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("image_alt", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("content_image_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("category_id", "integer", (column) => column.notNull().references("category.id"))
    .addColumn("author_id", "integer", (column) => column.references("account.id").onDelete("set null"))
    .addColumn("status", "text", (column) => column.notNull().check(sql`status in ('published', 'draft')`))
    .addColumn("published_at", "bigint")
    .addColumn("last_updated_at", "bigint")
    .addColumn("is_auto_update", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("is_featured", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("is_editors_pick", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("tags", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("views", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("heat", "double precision")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    // Last, as SQLite walks through a long text to reach the columns after it, and lists do not read it.
    .addColumn("content", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await createArticleIndexes(db);

  await db.schema
    .createTable("article_tag")
    .addColumn("article_id", "integer", (column) => column.notNull().references("article.id").onDelete("cascade"))
    .addColumn("tag_key", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("article_tag_pk", ["article_id", "tag_key"])
    .execute();
  await db.schema.createIndex("article_tag_by_tag").on("article_tag").columns(["tag_key", "article_id"]).execute();

  await db.schema
    .createTable("media")
    .$call(idColumn(engine))
    .addColumn("key", "text", (column) => column.notNull().unique())
    .addColumn("sha256", "text", (column) => column.notNull().unique())
    .addColumn("width", "integer", (column) => column.notNull())
    .addColumn("height", "integer", (column) => column.notNull())
    .addColumn("fallback_format", "text", (column) => column.notNull())
    .addColumn("has_variants", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();

  await sql`create index media_without_variants on media (id desc) where has_variants = 0`.execute(db);

  await db.schema
    .createTable("view_mark")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("view_mark_by_time").on("view_mark").column("seen_at").execute();

  await db.schema
    .createTable("site_state")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("value", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into site_state (key, value) values ('content_version', 1)`.execute(db);
}

/**
 * One index for each order a reader's list is read in. What a list asks for stands before what it is ordered by, so
 * that both engines' planners take it without statistics.
 */
async function createArticleIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index article_by_date on article (status, published_at desc, id desc)`.execute(db);
  await sql`create index article_by_category on article (category_id, status, published_at desc, id desc)`.execute(db);
  await sql`create index article_by_author on article (author_id)`.execute(db);
  await sql`create index article_featured on article (is_featured, status, published_at desc, id desc)`.execute(db);
  await sql`create index article_picks on article (is_editors_pick, status, published_at desc, id desc)`.execute(db);
  await sql`create index article_by_heat on article (status, heat desc, id desc)`.execute(db);
}
