import type { Kysely, Selectable } from "kysely";
import type { AdSpaceTable, Tables } from "#db/tables.ts";

/** The active ad spaces by id, of one location if it is given. */
export function listActiveAdSpaces(db: Kysely<Tables>, location?: string): Promise<Selectable<AdSpaceTable>[]> {
  const active = db.selectFrom("ad_space").selectAll().where("active", "=", 1).orderBy("id");
  return (location === undefined ? active : active.where("location", "=", location)).execute();
}
