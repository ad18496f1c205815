import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Replies to readers' messages, and an index that counts unread messages. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("contact_reply")
    .$call(idColumn(engine))
    .addColumn("message_id", "integer", (column) =>
      column.notNull().references("contact_message.id").onDelete("cascade"),
    )
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("sent_by", "integer", (column) => column.references("account.id").onDelete("set null"))
    .addColumn("sent_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("contact_reply_by_message").on("contact_reply").column("message_id").execute();
  await db.schema.createIndex("contact_reply_by_sender").on("contact_reply").column("sent_by").execute();
  await sql`create index contact_message_new on contact_message (id) where state = 'new'`.execute(db);
}
