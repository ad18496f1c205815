import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";

/** Whether there is such a subscriber, in whatever state. */
export async function subscriberExists(db: Kysely<Tables>, id: number): Promise<boolean> {
  const row = await db.selectFrom("subscriber").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
