import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** What the two-person rule is about: a flag, private sources, and approvals of exact texts. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("article")
    .addColumn("is_breaking", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("article")
    .addColumn("sources", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();

  await db.schema
    .createTable("article_approval")
    .$call(idColumn(engine))
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("text_hash", "text", (column) => column.notNull())
    .addColumn("approver_id", "integer", (column) => column.references("account.id").onDelete("set null"))
    .addColumn("approved_at", "bigint", (column) => column.notNull())
    .addColumn("is_override", "integer", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("article_approval_by_text")
    .on("article_approval")
    .columns(["article_id", "text_hash"])
    .execute();
  await db.schema.createIndex("article_approval_by_account").on("article_approval").column("approver_id").execute();
}
