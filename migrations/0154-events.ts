import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** What happened in the newsroom, and how many events of each subject have been numbered. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("event")
    .$call(idColumn(engine))
    .addColumn("position", "bigint", (column) => column.unique())
    .addColumn("n", "integer")
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subject_kind", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("actor_id", "integer")
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("times", "integer", (column) => column.notNull())
    .execute();
  await sql`create index event_without_position on event (id) where position is null`.execute(db);
  await db.schema.createIndex("event_by_actor").on("event").column("actor_id").execute();
  await db.schema
    .createTable("event_subject")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("last_n", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("event_subject_key", ["kind", "id"])
    .execute();
  await sql`insert into event_subject (kind, id, last_n) values ('', '', 0)`.execute(db);
}
