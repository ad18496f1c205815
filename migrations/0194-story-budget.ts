import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

export const isAdditive = true;

/** Ideas for stories, and who is to write them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("idea")
    .$call(idColumn(engine))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("category_id", "integer")
    .addColumn("due_at", "bigint")
    .addColumn("length", "integer")
    .addColumn("slot", "text", (column) => column.notNull())
    .addColumn("article_id", "integer")
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("created_by", "integer")
    .addColumn("soon_for", "bigint")
    .addColumn("late_for", "bigint")
    .execute();
  await db.schema.createIndex("idea_due").on("idea").columns(["due_at", "id"]).execute();
  await db.schema.createIndex("idea_article").on("idea").columns(["article_id"]).execute();
  await db.schema
    .createTable("idea_person")
    .addColumn("idea_id", "integer", (column) => column.notNull().references("idea.id").onDelete("cascade"))
    .addColumn("account_id", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("idea_person_key", ["idea_id", "account_id"])
    .execute();
  await db.schema.createIndex("idea_person_account").on("idea_person").columns(["account_id", "idea_id"]).execute();
}
