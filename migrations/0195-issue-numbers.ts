import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

export const isAdditive = true;

/** Which mails were rejected permanently, and how often each link of an issue was opened. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("mail")
    .addColumn("is_rejected", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("mail_tally")
    .addColumn("rejected_count", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("issue_link")
    .$call(idColumn(engine))
    .addColumn("issue_id", "integer", (column) => column.notNull())
    .addColumn("code", "text", (column) => column.notNull().unique())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("clicks", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("issue_link_issue").on("issue_link").columns(["issue_id", "id"]).execute();
}
