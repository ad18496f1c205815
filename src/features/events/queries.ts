import type { Selectable } from "kysely";
import type { Database } from "#db/open.ts";
import { numberEvents } from "./commands.ts";
import type { EventTable } from "./tables.ts";

export type StoredEvent = Selectable<EventTable> & { position: number; n: number };

/**
 * The events after a position, oldest first, with all that were committed before the call. A reader that continues at the
 * last position misses none and gets none twice.
 */
export async function eventsAfter(database: Pick<Database, "db">, position: number, limit: number) {
  await numberEvents(database);
  const rows = await database.db
    .selectFrom("event")
    .selectAll()
    .where("position", ">", position)
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows as StoredEvent[];
}
