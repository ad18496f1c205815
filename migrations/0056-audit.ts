import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** What the first entry of a chain names as the one before it. */
const GENESIS = "0".repeat(64);

/** The audit log: entries, which become a chain in order of `n`, and where that chain begins and ends. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("audit_entry")
    .$call(idColumn(engine))
    .addColumn("n", "integer", (column) => column.unique())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actor_kind", "text", (column) => column.notNull())
    .addColumn("actor_id", "integer")
    .addColumn("actor_name", "text", (column) => column.notNull())
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("who_salt", "text", (column) => column.notNull())
    .addColumn("who_hash", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subject_kind", "text", (column) => column.notNull())
    .addColumn("subject_id", "text")
    .addColumn("subject_title", "text", (column) => column.notNull())
    .addColumn("changes", "text", (column) => column.notNull())
    .addColumn("details_salt", "text", (column) => column.notNull())
    .addColumn("details_hash", "text", (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("times", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("fold_key", "text", (column) => column.unique())
    .addColumn("open_until", "bigint")
    .addColumn("previous_hash", "text")
    .addColumn("hash", "text")
    .execute();
  for (const column of ["at", "action"])
    await db.schema.createIndex(`audit_entry_by_${column}`).on("audit_entry").columns([column, "n"]).execute();
  await db.schema
    .createIndex("audit_entry_by_actor")
    .on("audit_entry")
    .columns(["actor_kind", "actor_id", "n"])
    .execute();
  await db.schema
    .createIndex("audit_entry_by_subject")
    .on("audit_entry")
    .columns(["subject_kind", "subject_id", "n"])
    .execute();
  await db.schema
    .createTable("audit_chain")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("head_n", "integer", (column) => column.notNull())
    .addColumn("head_hash", "text", (column) => column.notNull())
    .addColumn("anchor_n", "integer", (column) => column.notNull())
    .addColumn("anchor_hash", "text", (column) => column.notNull())
    .execute();
  await sql`insert into audit_chain (id, head_n, head_hash, anchor_n, anchor_hash)
    values (1, 0, ${sql.lit(GENESIS)}, 0, ${sql.lit(GENESIS)})`.execute(db);
}
