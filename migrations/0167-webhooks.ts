import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

export const isAdditive = true;

/** Receivers of what happens, the events that they are notified of, and one delivery for each receiver of an event. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("webhook")
    .$call(idColumn(engine))
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("is_active", "integer", (column) => column.notNull())
    .addColumn("off_because", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("former_secret", "text")
    .addColumn("former_until", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint")
    .addColumn("last_status", "integer")
    .addColumn("last_error", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failing_since", "bigint")
    .execute();
  await db.schema
    .createTable("webhook_event")
    .$call(idColumn(engine))
    .addColumn("uid", "text", (column) => column.notNull().unique())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("subject_kind", "text", (column) => column.notNull())
    .addColumn("subject_id", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("body", "text")
    .execute();
  await sql`create index webhook_event_waiting on webhook_event (id) where body is null`.execute(db);
  await db.schema
    .createTable("webhook_delivery")
    .$call(idColumn(engine))
    .addColumn("webhook_id", "integer", (column) => column.notNull().references("webhook.id").onDelete("cascade"))
    .addColumn("event_id", "integer", (column) => column.notNull().references("webhook_event.id"))
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("lease_by", "text")
    .addColumn("lease_until", "bigint")
    .addColumn("status", "integer")
    .addColumn("response", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("error", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("settled_at", "bigint")
    .execute();
  await db.schema.createIndex("webhook_delivery_list").on("webhook_delivery").columns(["webhook_id", "id"]).execute();
  await db.schema.createIndex("webhook_delivery_event").on("webhook_delivery").column("event_id").execute();
  await sql`create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'queued'`.execute(
    db,
  );
  await sql`create index webhook_delivery_order on webhook_delivery (webhook_id, subject, id)
    where state = 'queued'`.execute(db);
}
