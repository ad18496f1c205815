import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Who is asked to look at an article, and what people are told of their articles. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("review_request")
    .addColumn("article_id", "integer", (column) => column.primaryKey())
    .addColumn("asked_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("asked_by", "integer", (column) => column.references("account.id").onDelete("set null"))
    .addColumn("asked_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("review_request_by_asked").on("review_request").column("asked_id").execute();
  await db.schema.createIndex("review_request_by_asker").on("review_request").column("asked_by").execute();

  await db.schema
    .createTable("notification")
    .$call(idColumn(engine))
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("actor_id", "integer", (column) => column.references("account.id").onDelete("set null"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("read_at", "bigint")
    .addColumn("is_shown", "integer", (column) => column.notNull())
    .addColumn("mailed_at", "bigint")
    .execute();
  await sql`create index notification_by_time on notification (account_id, created_at, id)`.execute(db);
  await sql`create index notification_unread on notification (account_id) where read_at is null`.execute(db);
  await sql`create index notification_by_article on notification (article_id, account_id)`.execute(db);
  await sql`create index notification_by_actor on notification (actor_id)`.execute(db);
  await sql`create index notification_by_reading on notification (read_at) where read_at is not null`.execute(db);

  await db.schema
    .createTable("notification_setting")
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("in_product", "integer", (column) => column.notNull())
    .addColumn("by_mail", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("notification_setting_key", ["account_id", "kind"])
    .execute();
}
