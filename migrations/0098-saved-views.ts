import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Filters of the editors' list that somebody has given a name. */
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
