import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Named filters of the editors' list, by account. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("saved_view")
    .$call(idColumn(engine))
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("filters", "text", (column) => column.notNull())
    .addUniqueConstraint("saved_view_by_account", ["account_id", "name"])
    .execute();
}
