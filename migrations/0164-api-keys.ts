import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

export const isAdditive = true;

/** API keys, and the name of the key by which an entry of the audit log was made; empty if a person made it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("api_key")
    .$call(idColumn(engine))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("start", "text", (column) => column.notNull().unique())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("scopes", "text", (column) => column.notNull())
    .addColumn("origins", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull())
    .addColumn("is_strong", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("used_on", "text")
    .addColumn("used_from", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("api_key_by_account").on("api_key").column("account_id").execute();
  await db.schema
    .alterTable("audit_entry")
    .addColumn("key_name", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
