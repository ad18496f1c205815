import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";
import { renameTable } from "./frozen/rename-table.ts";

/** `media` becomes `picture`: it has never held anything else. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await renameTable(db, engine, "media", "picture");
  if (engine === "postgres") {
    await sql`alter index media_without_variants rename to picture_without_variants`.execute(db);
    return;
  }
  // SQLite cannot rename an index.
  await sql`drop index media_without_variants`.execute(db);
  await sql`create index picture_without_variants on picture (id desc) where has_variants = 0`.execute(db);
}
