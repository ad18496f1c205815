import { type Kysely, sql } from "kysely";

/** Sessions and their refresh tokens, attempts that count against a limit, and slugs that categories used to have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("account")
    .addColumn("token_generation", "integer", (column) => column.notNull().defaultTo(1))
    .execute();

  await db.schema
    .createTable("session")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("session_by_account").on("session").column("account_id").execute();
  await db.schema.createIndex("session_by_expiry").on("session").column("expires_at").execute();

  await db.schema
    .createTable("refresh_token")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) => column.notNull().references("session.id").onDelete("cascade"))
    .addColumn("spent_at", "bigint")
    .execute();
  await db.schema.createIndex("refresh_token_by_session").on("refresh_token").column("session_id").execute();

  await db.schema
    .createTable("attempt")
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("attempted_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("attempt_pk", ["id", "key"])
    .execute();
  await db.schema.createIndex("attempt_by_key").on("attempt").columns(["key", "attempted_at"]).execute();
  await db.schema.createIndex("attempt_by_time").on("attempt").column("attempted_at").execute();

  await db.schema
    .createTable("category_redirect")
    .addColumn("slug", "text", (column) => column.primaryKey())
    .addColumn("category_id", "integer", (column) => column.notNull().references("category.id").onDelete("cascade"))
    .execute();

  // The editors' list: drafts stand at the time they were begun.
  await sql`create index article_by_recency on article ((coalesce(published_at, created_at)) desc, id desc)`.execute(
    db,
  );
}
