import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** What people register that they hold, and what of it a published version disclosed. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("holding")
    .$call(idColumn(engine))
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("symbol", "text", (column) => column.notNull())
    .addColumn("from_day", "text", (column) => column.notNull())
    .addColumn("to_day", "text")
    .execute();
  await db.schema.createIndex("holding_by_account").on("holding").columns(["account_id", "id"]).execute();
  await db.schema.alterTable("published_version").addColumn("disclosures", "text").execute();
  await sql`create index published_version_disclosures on published_version (article_id, n)
    where disclosures is not null`.execute(db);
}
